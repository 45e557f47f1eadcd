import { harmless, negators } from '../../knowledge/language/negation.ts';
import { hasWord, sameStem, contentStems } from '../../knowledge/language/stems.ts';
import { type Edit, editsOf, nearestSentence } from './edits.ts';
import { contradicted, type Evidence, failed, passed, unproven, type Verdict } from './verdict.ts';

/** Words that deny without a negator. */
const denials =
  /\b(?:lacks?|lacking|fails?|failed|excludes?|excluded|excluding|forbidden|forbids?|prohibit\p{L}*|refuses?|refused|denie[sd]|except|unless|impossible|free of|instead of|rather than|prevents?|avoids?|stops?|un\p{L}{4,}|in(?:valid|eligible|active|complete|correct|sufficient|accessible|visible)|dis\p{L}{4,}|non-?\p{L}{4,}|zero|empty|only)\b/iu;
/** Words of refusal or separation: "rejected" means "not accepted", "separate" means "not the same". */
const rejections =
  /\b(?:reject\p{L}*|declin\p{L}*|bann?(?:ed|s)?|barred|blocked|skip\p{L}*|omit\p{L}*|ignor\p{L}*|left out|offline|separate|independent|exempt|waived)\b/iu;
const exceptions =
  /\b(?:except|excepting|unless|excluding|apart from|other than|with the exception|but not|save for|außer|es sei denn|sauf|à moins|excepto|salvo|a menos)\b/iu;
const restrictions =
  /\b(?:only|solely|exclusively|merely|nur|ausschließlich|seulement|uniquement|exclusivement|solo|sólo|solamente|únicamente|alone|just|no other|nothing but|nobody but)\b/iu;

/** Whether claim and quote both negate, or neither does. Coarse on purpose: double negations are left to a person. */
export function samePolarity(claim: string, quote: string): boolean {
  const denies = /\b(?:except|unless|excluding)\b/i;
  return (
    (negationsOf(claim).length > 0 || denies.test(claim)) === (negationsOf(quote).length > 0 || denies.test(quote))
  );
}

/**
 * Whether a claim affirms what its evidence denies, or the reverse. Considers negators, exceptions, "only" and
 * antonyms.
 */
export function checkPolarity(claim: string, { sentence }: Pick<Evidence, 'sentence'>): Verdict {
  const nearest = saidAsOnly(nearestSentence(sentence, claim));
  const own = withoutImplied(saidAsOnly(claim), nearest);
  const edits = editsOf(nearest, own);
  const verdict = edits ? checkEdits(edits) : checkWords(own, nearest);
  return verdict.outcome === 'CONTRADICTED' && isOtherwise(own, nearest)
    ? unproven('One of claim and quote negates; the other says so in other words.')
    : verdict;
}

/**
 * Rewrites "nobody but the Owner" as "only the Owner", which denies nothing about the Owner, and "not the same" as
 * "different".
 */
function saidAsOnly(text: string): string {
  return text
    .replaceAll(/\b(?:nobody|no[ -]one|none|nothing) (?:but|except|other than|apart from)\b/gi, (words) =>
      /^\p{Lu}/u.test(words) ? 'Only' : 'only',
    )
    .replaceAll(/\bnot the same\b/gi, 'different');
}

/** "If you don't, it is paused" for "you have to; otherwise it is paused". */
function isOtherwise(claim: string, sentence: string): boolean {
  return (
    /\b(?:(?:if|when)\b[^,;.]{1,60}(?:\b(?:not|never|no|nobody|nothing)\b|n['’]t\b)|unless\b|without\b)/i.test(claim) &&
    /\b(?:otherwise|or else|unless)\b/i.test(sentence) &&
    !/\b(?:otherwise|or else|unless)\b/i.test(claim)
  );
}

/**
 * Removes an "only" that adds nothing because the quote gives a number or a limit: "can only be used once" for "works
 * once".
 */
function withoutImplied(claim: string, sentence: string): string {
  if (restrictions.test(sentence)) return claim;
  const limits =
    /\b(?:must|before|until|unless|required?|requires|needs?|at most|up to|maximum|cannot|limited|reserved)\b|n['’]t\b/i.test(
      sentence,
    );
  return limits
    ? claim.replaceAll(/\bonly\s/gi, '')
    : claim.replaceAll(/\bonly\s(?=(?:[\p{L}'’]+\s){0,3}(?:once|one|a single|\d))/giu, '');
}

/** The most words that may be removed from a copy to reverse its meaning: "cannot", "is no longer". */
const longestTurn = 3;

function checkEdits(edits: readonly Edit[]): Verdict {
  // A clause that was left out takes its negation with it.
  const kept = edits.filter((edit) => edit.added.length > 0 || edit.removed.length <= longestTurn);
  const [removed, added] = [
    kept.map(({ removedText }) => removedText).join(' … '),
    kept.map(({ addedText }) => addedText).join(' … '),
  ];
  const turned = edits.flatMap((edit) =>
    edit.removed.flatMap((word) =>
      edit.added
        .filter(
          (other) =>
            isAntonym(word, other) && !edit.removed.includes(other) && negationsOf(`${word} ${other}`).length === 0,
        )
        .map((other) => [word, other] as const),
    ),
  );
  const [turn] = turned;
  if ((negationsOf(removed).length + negationsOf(added).length + turned.length) % 2 === 1) {
    return turn
      ? contradicted(`The claim says “${turn[1]}”, the quote “${turn[0]}”.`)
      : contradicted('One of claim and quote negates, the other does not.');
  }
  if (turn && turned.length > 1 && negationsOf(removed + added).length === 0)
    return contradicted(`The claim says “${turn[1]}”, the quote “${turn[0]}”.`);
  const [from, to] = [directionOf(removed), directionOf(added)];
  if (from !== undefined && to !== undefined && from !== to)
    return contradicted(`The claim says “${to}”, the quote “${from}”.`);
  // A dropped exception is a matter of scope. An exception that is replaced or added is a matter of polarity.
  if (
    exceptions.test(added) !== exceptions.test(removed) &&
    (exceptions.test(added) || edits.some((edit) => exceptions.test(edit.removedText) && edit.added.length > 0))
  )
    return contradicted('One of claim and quote makes an exception, the other does not.');
  if (restrictions.test(added) !== restrictions.test(removed))
    return restrictions.test(added)
      ? contradicted('The claim says “only”, the quote does not.')
      : failed('The claim leaves out “only”.');
  return passed;
}

const upwards = /\b(?:at least|more than|larger|greater|bigger|longer|higher|older|minimum|exceed\w*)\b/i;
const downwards = /\b(?:at most|less|fewer|smaller|shorter|lower|younger|maximum|up to)\b/i;

/** Undefined if the text has words of neither direction or of both. */
function directionOf(text: string): 'more' | 'less' | undefined {
  const plain = text.replaceAll(harmless, ' ');
  if (upwards.test(plain) === downwards.test(plain)) return undefined;
  return upwards.test(plain) ? 'more' : 'less';
}

/** Words that negate on their own. Each counts as one negation. */
const negatives =
  /\b(?:free of|free|gratis|unavailable|invalid|impossible|forbidden|prohibited|excludes?|excluded|refuses?|refused|denied|lacks?|prevents?|unlimited|unused|inactive)\b/giu;
/** Where one statement ends and the next begins. */
const joints =
  /[,;:.]\s|\s(?:and|but|while|whereas|instead of|rather than|unless|except|when|if|until|because|which|who|that|otherwise)\s/i;

function partsOf(text: string): string[] {
  return text.split(joints).filter((part) => contentStems(part).size > 0);
}

const negatedWord = /^(?:un|in|im|ir|non|dis)(?=\p{L}{4})/u;

/** "Inactivity" for "without activity". */
function deniesByPrefix(text: string, other: string): boolean {
  return words(text).some(
    (word) => negatedWord.test(word) && !hasWord(other, word) && hasWord(other, word.replace(negatedWord, '')),
  );
}

/** Whether a word of the claim negates that the quote does not have alongside its own negation. */
function deniesOtherwise(claim: string, quote: string): boolean {
  return (
    deniesByPrefix(claim, quote) ||
    [denials, rejections, negatives].some((shape) =>
      [...claim.matchAll(new RegExp(shape.source, 'giu'))].some(([word]) => !hasWord(quote, word.toLowerCase())),
    )
  );
}

const negationCount = (text: string) => negationsOf(text).length + (text.match(negatives) ?? []).length;

function checkWords(claim: string, quote: string): Verdict {
  return checkClauses(claim.slice(0, longestText), quote.slice(0, longestText));
}

/** Limits the text: the clauses of both texts are compared pairwise. */
const longestText = 1_000;

function checkClauses(claim: string, quote: string): Verdict {
  const [own, stated] = [negationsOf(claim), negationsOf(quote)];
  const turn = oppositeWords(claim, quote);
  if (own.length > 0 === stated.length > 0) {
    if (turn) return contradicted(`The claim says “${turn[0]}”, the quote “${turn[1]}”.`);
    if (own.length > 0 && isTurned(claim, quote))
      return contradicted('One of claim and quote negates, the other does not.');
    if (restrictions.test(claim) && !restrictions.test(quote) && stated.length === 0 && !exceptions.test(quote))
      return unproven('The claim says “only”, the quote does not.');
    return passed;
  }
  if (stated.length === 0) return checkAdded(claim, quote, turn !== undefined);
  if (turn || deniesOtherwise(claim, quote))
    return unproven('One of claim and quote negates; the other may say so in other words.');
  const turned = stated.some(({ targets }) => targets.some((target) => hasWord(claim, target)));
  const unsaid = stated.some(({ targets }) =>
    targets.some((target) => words(claim).some((word) => isAntonym(word, target))),
  );
  return turned && !unsaid ? contradicted('The quote negates, the claim does not.') : passed;
}

/**
 * Whether the claim reverses a quote that negates too: the counts of negations differ by an odd number, both in the
 * matching clauses and in the whole quote.
 */
function isTurned(claim: string, quote: string): boolean {
  const said = partsOf(quote).filter((part) => carried(part, claim) >= 0.5);
  if (said.length === 0) return false;
  const counts = [said.reduce((sum, part) => sum + negationCount(part), 0), negationCount(quote)];
  return counts.every((count) => (count - negationCount(claim)) % 2 !== 0);
}

function carried(part: string, text: string): number {
  const stems = [...contentStems(part)];
  return stems.filter((stem) => hasWord(text, stem)).length / stems.length;
}

/** Words that may express "no longer", "not yet" and the like. */
const ending =
  /\b(?:expires?|ends?|ended|lost|loses?|stops?|closed|until|before|within|instead|rather|different|otherwise|lowest|highest|at most|maximum|largest|heaviest|empty|zero|optional|separate\w*|own|always|every|must|any(?:one)?)\b/i;

/** The claim negates, but no word of the quote does. */
function checkAdded(claim: string, quote: string, turned: boolean): Verdict {
  const denying = partsOf(claim).filter((part) => negationsOf(part).length > 0);
  const near = (part: string) =>
    partsOf(quote).toSorted((left, right) => carried(right, part) - carried(left, part))[0] ?? quote;
  const limits =
    restrictions.test(quote) && !restrictions.test(claim.replaceAll(/\b(?:nobody|nothing|none|no one) but\b/giu, ' '));
  const denied = denying.flatMap((part) => negationsOf(part).flatMap(({ targets }) => targets));
  const explained = (text: string) => isExplained(text, denied);
  const own = denying.filter((part) => new RegExp(negatives.source, 'iu').test(part) === explained(near(part)));
  if (
    own.length > 0 &&
    !turned &&
    !limits &&
    !explained(quote) &&
    !denying.some((part) => words(part).some((word) => words(quote).some((other) => isAntonym(word, other))))
  ) {
    return ending.test(quote) &&
      !own.some((part) => negationsOf(part).some(({ targets }) => targets.some((target) => hasWord(quote, target))))
      ? unproven('The claim negates, the quote does not.')
      : contradicted('The claim negates, the quote does not.');
  }
  const bound = denying.find(
    (part) => carried(part, near(part)) >= 0.5 && !explained(near(part)) && !limits && !turned,
  );
  return bound === undefined
    ? unproven('The claim negates; the quote may say so in other words.')
    : contradicted('The claim negates, the quote does not.');
}

/**
 * Whether a text has another word that negates. A word that the claim denies does not count: "is not closed" does not
 * mean "is closed".
 */
function isExplained(text: string, denied: readonly string[]): boolean {
  const plain = text.replaceAll(/\bonly\b/giu, ' ');
  const found = [
    ...[denials, rejections].flatMap((shape) => [...plain.matchAll(new RegExp(shape.source, 'giu'))]),
    ...plain.matchAll(new RegExp(negatives.source, 'giu')),
  ].map(([word]) => word.toLowerCase());
  return found.some((word) => !denied.some((target) => sameStem(target, word)));
}

/** An antonym pair with one word in the claim and the other in the quote, if neither text has both. */
function oppositeWords(claim: string, quote: string): readonly [string, string] | undefined {
  const [own, stated] = [words(claim), words(quote)];
  for (const word of own.filter((entry) => !stated.includes(entry))) {
    const other = stated.find(
      (entry) =>
        isAntonym(word, entry) &&
        !own.includes(entry) &&
        !stated.some((third) => third !== entry && isAntonym(third, entry)),
    );
    if (other !== undefined && !weak.has(word) && !weak.has(other)) return [word, other];
  }
  return undefined;
}

function words(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/\p{L}{2,}/gu) ?? [])].slice(0, 300);
}

/** Too frequent in other senses to reverse a paraphrased sentence. */
const weak = new Set(
  (
    'on off with without more less most least up down over under right left if unless from until since some none new old open start end first last free long short high low large small same different single multiple add send pass out early late possible limited within ' +
    'before after including except also required optional inside'
  ).split(' '),
);

interface Negation {
  /** The negated words in lower case: the next two content words, or the previous one. */
  readonly targets: readonly string[];
}

function negationsOf(text: string): Negation[] {
  const plain = text.replaceAll(harmless, (phrase) => ' '.repeat(phrase.length));
  return [...plain.matchAll(negators)].map((match) => {
    const after =
      /^[^.;:!?]{0,80}/u.exec(plain.slice(match.index + match[0].length, match.index + match[0].length + 81))?.[0] ??
      '';
    const next = contentWords(after).slice(0, 2);
    return {
      targets: next.length > 0 ? next : contentWords(plain.slice(Math.max(0, match.index - 60), match.index)).slice(-1),
    };
  });
}

function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter((word) => contentStems(word).size > 0);
}

/**
 * Word beginnings with opposite meanings; `=` marks a whole word. The list is short and precise, because each pair
 * reverses a sentence wherever it occurs.
 */
const pairs = (
  'enabl disabl|includ exclud|increas decreas|increas reduc|raise lower|rise fall|rose fell|=before =after|=before =since|=until =after|=until =from|=until =since|=until =before|=earlier =later|=early =late|earliest latest|minimum maximum|=min =max|minimal maximal' +
  '|=above =below|=over =under|=above =under|=over =below|=open =closed|=opens =closes|=opened =closed|=start =end|=starts =ends|=begins =ends|=first =last|=buy =sell|allow forbid|allow prohibit|allow den|permit prohibit|permit forbid|accept reject|accept declin|accept refus|approv reject|grant den' +
  '|internal external|=public =private|=free =paid|=higher =lower|highest lowest|=high =low|=more =less|=more =fewer|=most =least|largest smallest|=larger =smaller|=large =small|longest shortest|=longer =shorter|=long =short|fastest slowest|=faster =slower|=fast =slow|heaviest lightest|=heavier =lighter|oldest newest|oldest youngest|=older =newer|=older =younger|=old =new' +
  '|=upper =lower|=left =right|=on =off|=add =remove|=adds =removes|=added =removed|=import =export|upload download|=send =receive|=sent =received|=lock =unlock|automatic manual|temporar permanent|=always =never|=with =without|inbound outbound|=incoming =outgoing|=online =offline|=gain =lose|=gained =lost|=win =lose|=won =lost|succe fail|=pass =fail' +
  '|positiv negativ|=true =false|=inside =outside|=inside =elsewhere|=weekday =weekend|=weekdays =weekends|=within =after|=within =beyond|=up =down|=input =output|=ascending =descending|=vertical =horizontal|=strong =weak|=single =multiple|=same =different|=best =worst|=better =worse|=cheap =expensive|cheapest =dearest|=encrypt =decrypt|=encrypted =decrypted|=male =female|=some =none' +
  '|optional require|optional mandator|optional compulsor|=allowed =required|=possible =mandatory|=possible =required|=including =except|=including =excluding|=if =unless|unlimited =limited|=north =south|=east =west|=northern =southern|=eastern =western|=husband =wife|=unless =if|=also =except|=appoint =dismiss|=appointed =dismissed|=hired =fired|=attack =defend|=majority =minority|=partly =fully|=partly =completely' +
  '|vor =nach|=avant =après|=antes =después|=mit =ohne|=avec =sans|=con =sin'
)
  .split('|')
  .map((pair) => pair.split(' '));

const prefixes = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non', 'de', 'mis'];

/**
 * Whether replacing one word with the other reverses a sentence: enabled and disabled, before and after, possible and
 * impossible. In lower case.
 */
export function isAntonym(left: string, right: string): boolean {
  return (
    pairs.some(
      ([one = '', other = '']) =>
        (begins(left, one) && begins(right, other)) || (begins(left, other) && begins(right, one)),
    ) ||
    negates(left, right) ||
    negates(right, left)
  );
}

function begins(word: string, stem: string): boolean {
  return stem.startsWith('=') ? word === stem.slice(1) : word.startsWith(stem) && word.length <= stem.length + 5;
}

function negates(long: string, short: string): boolean {
  return short.length >= 4 && prefixes.some((prefix) => long === prefix + short);
}
