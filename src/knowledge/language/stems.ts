import { sharedStart, withoutAccents } from './words.ts';

/** Whether two words are forms of one word: the first five letters are the same, or one begins the other. */
export function sameStem(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length >= 5)
    return short.slice(0, 5) === long.slice(0, 5) || (short.endsWith('e') && long === `${short.slice(0, -1)}ing`);
  return (
    short.length >= 3 && long.startsWith(short) && /^(?:s|es|d|ed|ing|n|er|ers|r|'s|ly)$/.test(long.slice(short.length))
  );
}

/** Whether a text has some form of a word. */
export function hasWord(text: string, word: string): boolean {
  return (text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []).some((other) => sameStem(other, word));
}

/** The stems of content words of `text` that `other` lacks. */
export function missingStems(text: string, other: string): string[] {
  const there = contentStems(other);
  return [...contentStems(text)].filter((stem) => !there.has(stem));
}

/** The roots of the content words of a text, without duplicates. */
export function contentRootsOf(text: string): string[] {
  return [...new Set(contentWordsOf(text).map(rootOf))];
}

/** Whether one of the roots belongs to the same word family as `root`. */
export function holdsRoot(roots: readonly string[], root: string): boolean {
  return roots.some((other) => sameRoot(root, other));
}

const irregular = new Map(
  (
    'be is are was were been being am|have has had having|do does did done doing|undo undid undone undoes|redo redid redone|pay paid|send sent|keep kept|lose lost loss|begin began begun|choose chose chosen choice|write wrote written|sell sold sale|buy bought|hold held|get got gotten|give gave given|take took taken|make made' +
    '|break broke broken|see saw seen|tell told|leave left|meet met|build built|run ran|rise rose risen|fall fell fallen|grow grew grown|know knew known|show shown|speak spoke spoken|find found|bring brought|think thought|catch caught|feel felt|mean meant|lead led|understand understood|spend spent|lend lent|win won|go went gone goes' +
    '|come came|become became|say said|draw drew drawn|drive drove driven|ride rode ridden|withdraw withdrew withdrawn|hide hid hidden|stand stood|stick stuck|bear bore born|freeze froze frozen|steal stole stolen|wear wore worn|forget forgot forgotten|forbid forbade forbidden|child children|person people persons|man men|woman women' +
    '|long longer longest length|high higher highest height|heavy heavier heaviest|wide wider widest width|weigh weight|early earlier earliest|late later latest|new newer newest|old older oldest|big bigger biggest|large larger largest|small smaller smallest|good better best|bad worse worst|few fewer fewest|little less least|cheap cheaper cheapest|easy easier easiest' +
    '|deliver delivery deliveries|approve approval|arrive arrival|renew renewal|remove removal|receive receipt receipts|expire expiry|extend extension extensions|decide decision decisions|permit permission permissions|deduct deduction|convert conversion|divide division|describe description descriptions|subscribe subscription subscriptions|enter entry entries|fail failure failures|close closure|sign signature signatures' +
    '|apply application applications|explain explanation|respond response responses|analyse analysis|strong strength|prove proof|believe belief|die dead death|live life lives|notify notification notifications|cancel cancellation cancellations|retain retention|maintain maintenance|include inclusion|exclude exclusion|invite invitation invitations|verify verification|register registration|publish publication|sort sorting|deny denial|refuse refusal refusals|insure insurance|store storage|sent sending' +
    // British and American.
    '|license licence licences licenced licencing|defense defence defences|offense offence offences|practice practise practises practised practising|dialog dialogue dialogues|catalog catalogue catalogues|gray grey|tire tyre tyres|enroll enrol enrols enrolment enrollment enrolments|fulfill fulfil fulfils'
  )
    .split('|')
    .flatMap((line) => line.split(' ').map((form, _index, [plain = '']) => [form, plain] as const)),
);

const vowel = /[aeiouy]/;

/**
 * The common part of an English word's forms: "charg" for charge, charges, charged and charging. Not necessarily a
 * word. Lower case.
 */
export function rootOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined && known !== word) return rootOf(known);
  return tidied(known ?? withoutInflection(word.replace(/['’]s?$/, '')));
}

function withoutInflection(word: string): string {
  if (word.length < 4 || word === 'evening') return word;
  const singular = /(?:ss|us|is)$/.test(word)
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(ss|sh|ch|x|z)es$/, '$1')
        .replace(/s$/, '');
  const plain =
    singular.length > 6 && !/^(?:month|quarter|year)ly$/.test(singular)
      ? singular
          .replace(/ically$/, 'ic')
          .replace(/ily$/, 'y')
          .replace(/ly$/, '')
      : singular;
  const bare = plain.replace(/(?:ied)$/, 'y').replace(/(?<!e)ed$|ing$/, '');
  return bare.length >= 3 && vowel.test(bare) ? bare : plain;
}

/** Turns "stopp" into "stop", "charge" into "charg" and "apply" into "appli". */
function tidied(bare: string): string {
  // "Off" is not "of".
  if (bare.length <= 3) return bare;
  return bare
    .replace(/(?<=..)e$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/(?<=..)y$/, 'i');
}

/** The endings in which words of one family differ: pay, payment; refund, refundable; renew, renewal. */
const endings = new Set(
  '|e|i|t|r|er|or|ion|ation|ition|tion|ment|al|iv|ativ|anc|enc|ant|ent|nes|iti|li|ful|ship|ur|ic|ical|iz|is|abl|ibl|abli|ator|at|ar|ari|en|ness|age|ag|ist|ous|ifi|ificat|isation|ization'.split(
    '|',
  ),
);
const shortestFamily = 4;
/** Pairs with similar letters and unrelated meanings. */
const strangers = new Set([
  'custom customer',
  'general generat',
  'port portal',
  'form formal',
  'form format',
  'us user',
  'person personal',
  'stat station',
  'mat material',
  'term terminal',
  'author authorit',
]);

/** Whether two roots belong to one word family. */
export function sameRoot(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length < 3 || strangers.has(`${short} ${long}`)) return false;
  // Two years are not yearly.
  if (/^(?:hour|day|dai|week|month|quarter|year|night)li$/.test(long)) return false;
  const shared = sharedStart(left, right);
  if (shared < shortestFamily) return shared === short.length && /^(?:er|or|ment|abl|al|ion)$/.test(long.slice(shared));
  return endings.has(short.slice(shared)) && endings.has(long.slice(shared));
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:['’]t|not)\b/g, 'can not'],
  [/\bwon['’]t\b/g, 'will not'],
  [/n['’]t\b/g, ' not'],
  [/['’](?:re|ve|ll|d|m)\b/g, ' '],
  [/['’]s\b/g, ' '],
];

/** The words of a text in lower case and without accents, in order. "can't" becomes two words. */
export function plainWordsOf(text: string): string[] {
  const lower = withoutAccents(text).toLowerCase();
  return (
    contractions.reduce((rest, [shape, plain]) => rest.replaceAll(shape, plain), lower).match(/[\p{L}\d]+/gu) ?? []
  );
}

/** Words without content of their own, in any context. */
const silent = new Set(
  (
    'a an the this that these those it its they them their theirs he she him her his hers you your yours we us our ours i me my one ones who whom whose which what when where why how there here ' +
    'be is are was were been being am have has had having do does did done doing can could may might must shall should will would need needs ' +
    'and or but nor if then than as so also too both either each every all any some such other another same own just even still yet already however though although while whereas ' +
    'of in on at by for from to with within into onto over under up down out off back about between among through during before after until till since per via above below against without upon across along around beside behind towards ' +
    'not no never none nothing nobody cannot only again more most less least well already anything something everything lot lots several least maximum minimum ' +
    's t re ll ve d m e g i vs etc ok please yes ' +
    'get gets got use uses used using take takes taken go goes going come comes make makes made put want wants like wish keep let lets require requires required ' +
    'become becomes became contain contains containing include includes included including carry carries carried hold holds held holding follow follows followed following last lasts lasting run runs running turn turns turned receive receives received give gives given see sees seen find finds found ' +
    'provide provides provided offer offers offered involve involves consist consists exist exists remain remains remained stay stays stayed staying work works working ' +
    'available based instead because due owing therefore thus hence reason format range status ' +
    'possible able allow allows allowed permit permits permitted apply applies applied happen happens mean means say says state states tell tells indicate indicates note note refer according regarding concerning ' +
    'time times period amount number total kind type way case thing things part following respective certain given particular specific case cases way ways fact order item items file files'
  ).split(' '),
);

/**
 * Whether a word adds nothing to a sentence on its own: grammatical words, verbs of saying, and words so general that
 * their context says everything. Numbers are checked as amounts. Lower case.
 */
export function isSilent(word: string): boolean {
  return word.length < 2 || /\d/.test(word) || silent.has(word);
}

const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how if in into is it its may might more most must ' +
    'of on only or our shall should so some such than that the their them then there these they this those to was we were what when where which who will with would you your'
  ).split(' '),
);
/** The number of letters that are compared: enough to distinguish words, few enough to ignore inflection. */
const stemLength = 5;

/**
 * Share of the claim's content words, compared by their first five letters, that occur in the quote: 0..1; 1 if there
 * are none.
 * @param weightOf the weight of a stem, such as its inverse document frequency; 1 for each by default
 */
export function contentCoverage(claim: string, quote: string, weightOf: (stem: string) => number = () => 1): number {
  const there = contentStems(quote);
  let [found, all] = [0, 0];
  const seen = new Set<string>();
  for (const word of contentWordsOf(claim)) {
    const stem = word.slice(0, stemLength);
    if (seen.has(stem)) continue;
    seen.add(stem);
    const weight = weightOf(stem);
    all += weight;
    if (there.has(stem)) found += weight;
  }
  return all === 0 ? 1 : found / all;
}

/** The content words of a text, cut to five letters, without duplicates. */
export function contentStems(text: string): Set<string> {
  return new Set(contentWordsOf(text).map((word) => word.slice(0, stemLength)));
}

/** The words of a text in lower case, without function words. */
export function contentWordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .replaceAll(/['\u2019]s\b/g, '')
      .match(/[\p{L}\d]+/gu) ?? [];
  return words.filter((word) => !stopWords.has(word));
}
