const setOf = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.join(' ').split(/\s+/));

/** Words that open a question, besides the auxiliaries. */
export const questionWords = setOf('what which who whom whose when where why how');

export const auxiliaries = setOf(
  'am is are was were be been being do does did has have had can could may might must shall should will would',
  "isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't cannot couldn't won't wouldn't shouldn't mustn't",
);

/** Words that may precede the phrase at the start of an opener or a slot. */
export const prepositions = setOf(
  'about after against as at before between by during for from in inside into of on onto outside over per since through to toward towards under until via with within without',
);

/** Prepositions before a place or a time. Such a phrase is seldom what a question is about. */
export const settings = setOf('in at from near during within since until after before on by');

/** After one of these, a pronoun may refer to something that the same question has named before. */
export const clauseStarts = setOf(
  'and or but if when because so while before after until since though although unless whether than then which who where that',
);

/** Words that a question is never about. */
export const functionWords: ReadonlySet<string> = new Set([
  ...questionWords,
  ...auxiliaries,
  ...prepositions,
  ...clauseStarts,
  ...setOf(
    'a an the i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself yourself itself themselves',
    "i'm i've i'd i'll you're it's that's there's what's who's how's where's let's they're we're he's she's you've we've they've im",
    'this that these those there here not no yes yeah nor also too just only very really quite please thanks thank sorry oops ok okay hi hello hey well oh great nice wow by way away',
    'each every any some all both either neither other others another else such same more most less least few many much several enough one ones own anything something everything nothing anyone someone',
    'like get gets got getting tell telling give gives given know knows say says said want wants wanted think thinks mean means meant see sees look looks find help helps let lets make makes made take takes took taken go goes went going come comes put keep try tried need needs ask asked explain describe show talk talking heard believe understand wonder interested',
    'still ever already yet again now then today currently actually exactly specifically especially maybe perhaps probably anyway instead etc vs versus eg ie up down out off away back as well far so-called',
  ),
]);

/**
 * Words that ask something about a subject without naming one. A question of these words alone is about what was
 * mentioned before.
 */
export const relationWords = setOf(
  'apply applies cost costs price prices pricing fee fees charge charged charges pay paid free cheap cheaper cheapest expensive available availability work works working open opens close closes opening hours hour start starts started begin begins end ends ended last lasts happen happens happened happening long longer short big bigger large small old new good better best bad worse worst important difference differences different similar',
  'example examples sample type types kind kinds sort sorts option options version versions step steps way ways benefit benefits advantage advantages disadvantage disadvantages pros cons risk risks requirement requirements require required requires objective objectives purpose goal goals reason reasons limit limits limitation limitations feature features detail details information info use uses used using usage create creates created install installed configure configured set setup update change changes add remove cancel buy sell purchase order sign register contact reach',
  'name names number numbers amount percentage rate total date dates day days week weeks month months year years time times place places location located live lives born die died founded built released done possible necessary safe dangerous legal allowed true false normal common popular famous known first second third next previous later earlier soon include includes included including support supports supported affect affects offer offers offered provide provides provided please think recommend recommended suggest separately together alone also',
  'award awards win won recognition author authors written wrote history outcome result results problem problems issue issues thing things stuff part parts people person anyone average averagely usually often called difficult easy hard configure',
);

/** Nouns that may refer to anything: "that process" is whatever was mentioned. */
export const genericNouns = setOf(
  'thing things process option options service services approach method methods system product products feature features information data problem problems issue issues topic subject question type types kind kinds tool tools program programs event events place area project projects plan plans item items case cases idea situation arrangement transaction transactions activity activities rule rules requirement requirements fee fees cost costs charge charges change changes step steps term terms',
);

/** Nouns for the kind of a named thing: "that company" may be any name that was mentioned. */
export const kindNouns = setOf(
  'company companies firm country countries city cities town state place river region person man woman people actor actress author artist singer player team band song movie film book show series game university school organization organisation agency bank brand museum park building bridge device software app application platform tool model drug medicine vaccine',
);

/** "this year", "these days", "this document": no earlier turn explains them. */
export const selfEvident = setOf(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december',
  'year month week day days quarter season morning afternoon evening night time moment weekend summer winter spring fall autumn century decade minute point stage way regard respect case reason sense end',
  'document documents knowledge base site website page workspace company organisation organization team chat conversation question manual handbook guide article text passage list',
);

/** A word with its position in the text. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Whether punctuation separates it from the word before. */
  readonly apart: boolean;
  /** Whether it begins a sentence. */
  readonly opens: boolean;
}

/** Neighbouring words that name something: "Pro plan", "E1042", "capital gain". */
export interface Phrase {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
  /** A code, something written with a capital, or common words. */
  readonly kind: 'CODE' | 'NAME' | 'COMMON';
  /** The function word right before it, "" for none. */
  readonly before: string;
  /** Whether it says more than a relation such as "price" or "how to apply". */
  readonly names: boolean;
}

const wordShape = /[\p{L}\p{N}](?:[\p{L}\p{N}®™]|[.&](?=[\p{L}\p{N}])|[-'’/](?=[\p{L}\p{N}]))*/gu;
const codeShape = /^(?=.*\d)(?=.*\p{L})[\p{L}\d-]+$/u;
/** A name may continue across these: "Prince of Wales". */
const bridges = new Set(['of', 'de', 'von', 'van', 'del', 'der', 'la']);
const determiners = new Set(['the', 'a', 'an', 'my', 'our', 'your', 'this', 'that', 'these', 'those', 'any', 'some']);

export function phraseWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordShape)) {
    const gap = text.slice(words.at(-1)?.end ?? 0, match.index);
    words.push({
      text: match[0],
      lower: match[0].toLowerCase().replaceAll('’', "'"),
      start: match.index,
      end: match.index + match[0].length,
      apart: words.length > 0 && /[^\s®™]/u.test(gap),
      opens: words.length === 0 || /[.!?;:\n]/.test(gap),
    });
  }
  return words;
}

export function isCode(word: string): boolean {
  return codeShape.test(word);
}

const hasCapital = (word: Word) => /\p{Lu}/u.test(word.text) && word.lower !== 'i';

/** Whether the word is written as a name: a capital inside a sentence, or several anywhere. */
export function isName(word: Word): boolean {
  return hasCapital(word) && (!word.opens || /\p{L}.*\p{Lu}/u.test(word.text));
}

const isContent = (word: Word) =>
  !functionWords.has(word.lower) || (isName(word) && word.text.length > 1 && !word.opens && word.lower !== 'i');

/** Everything that a text names, in order of appearance. */
export function phrasesOf(text: string): Phrase[] {
  const words = phraseWords(text);
  const phrases: Phrase[] = [];
  let at = 0;
  while (at < words.length) {
    const end = phraseEnd(words, at);
    if (end > at) phrases.push(toPhrase(text, words, at, end));
    at = Math.max(end, at + 1);
  }
  return phrases;
}

function phraseEnd(words: readonly Word[], from: number): number {
  let at = from;
  while (at < words.length) {
    const word = words[at];
    if (!word || (at > from && word.apart)) break;
    const [before, after] = [words[at - 1], words[at + 1]];
    const bridged =
      at > from && bridges.has(word.lower) && before && after && isName(before) && isName(after) && !after.apart;
    // "Solo plan cost": what is asked about a name is not part of it.
    if (
      !bridged &&
      (!isContent(word) ||
        (!isName(word) && relationWords.has(word.lower) && words.slice(from, at).some((named) => isName(named))))
    )
      break;
    at += 1;
  }
  return at;
}

function toPhrase(text: string, words: readonly Word[], from: number, to: number): Phrase {
  const inside = words.slice(from, to);
  const [first, last] = [inside[0], inside.at(-1)];
  const [start, end] = [first?.start ?? 0, last?.end ?? 0];
  const kind = inside.some((word) => isCode(word.lower))
    ? 'CODE'
    : inside.some((word) => isName(word))
      ? 'NAME'
      : 'COMMON';
  return {
    text: text.slice(start, end),
    start,
    end,
    words: inside,
    kind,
    before: first?.apart ? '' : precedingWord(words, from),
    names: kind !== 'COMMON' || inside.some((word) => !relationWords.has(word.lower)),
  };
}

const people = new Set(['i', 'you', 'we', 'they', 'he', 'she']);
/** A verb comes between one of these and a thing: "how to clean the printer", "I want to visit Oslo". */
const infinitives = new Set([
  'how',
  'want',
  'need',
  'like',
  'wish',
  'plan',
  'able',
  'have',
  'try',
  'trying',
  'possible',
  'required',
  'allowed',
]);

/**
 * A phrase without the verb that it begins with and without surrounding words that name nothing: "printer" from "I
 * clean printer", "estate planning" from "estate planning expensive". Null: nothing is left.
 */
export function coreOf(text: string, phrase: Phrase): Phrase | null {
  const words = phraseWords(text);
  let from = words.findIndex((word) => word.start === phrase.start);
  let to = from + phrase.words.length;
  const isVerb =
    people.has(words[from - 1]?.lower ?? '') ||
    (words[from - 1]?.lower === 'to' && infinitives.has(words[from - 2]?.lower ?? ''));
  const first = words[from];
  if (isVerb && first && !isName(first)) from += 1;
  const empty = (word: Word | undefined) =>
    word !== undefined && !isName(word) && !isCode(word.lower) && relationWords.has(word.lower);
  while (from < to && empty(words[from])) from += 1;
  while (from < to && (empty(words[to - 1]) || /^\p{Ll}+ed$/u.test(words[to - 1]?.text ?? ''))) to -= 1;
  return from < to ? toPhrase(text, words, from, to) : null;
}

/** The word before, skipping an article: "in" for "in the Pro plan". */
function precedingWord(words: readonly Word[], at: number): string {
  const before = words[at - 1]?.lower ?? '';
  const further = words[at - 2]?.lower ?? '';
  return determiners.has(before) && settings.has(further) ? further : before;
}

/**
 * How many letters decide whether two words are the same: enough to distinguish them, few enough that a plural does not
 * matter.
 */
const stemLength = 5;

export function stemOf(word: string): string {
  const bare = word.toLowerCase().replace(/['’]s$/, '');
  return (bare.length > 3 ? bare.replace(/(?:ies|y)$/, 'i').replace(/(?<!s)s$/, '') : bare).slice(0, stemLength);
}

/** Stems of what the text names. */
export function stemsOf(text: string): Set<string> {
  return new Set(
    phraseWords(text)
      .filter((word) => !functionWords.has(word.lower))
      .map((word) => stemOf(word.lower)),
  );
}
