import { withoutAccents } from '../../knowledge/words.ts';
import { numberWord, scan, type Token } from '../reading/numerals.ts';
import { measuredUnit } from '../reading/units.ts';
import { contentStems, sameStem } from '../words/stems.ts';
import { isSynonym } from '../words/synonyms.ts';
import { type Evidence, failed, passed, undecided, type Verdict } from '../claims/claim.ts';

const longest = 80;
const preposition = /^(?:of|in|by|per|from|to|for|on|at|with|via|through|under|outside|inside|without)$/;
const determiner = /^(?:a|an|the|each|every|all|any|its|your|our|their|no|this|that)$/;
/** Words that are not followed by a noun. */
const beforeVerb =
  /^(?:to|can|may|must|will|shall|should|could|would|might|not|never|cannot|is|are|was|were|be|been|being|you|we|they|it|who|which|has|have|had|does|do|did|also|then|always|only|and|or|but|n't)$/;
const verbal = /(?:ed|ing|ly|able|ible|ous|ful|less)$/;
const vague =
  /^(?:each|every|several|over|across|kind|type|way|thing|part|case|time|end|start|day|days|role|plan|plans|rest|total|amount|sum|number|level|place|date|period|moment|user|users|person|people|someone|anyone|everyone|company|shops?|length|size|weight|form|state|status|page|pages|option|value|limit|step|copy|new|another|once|already|both|earlier|later|next|same|other|own|further|extra|up|out|off|down|back|ahead|away|provided|even|nobody|yourself|itself|themselves|place|outside|around|between|during|after|before|until|within|because|since|while|also|still|half|self|least|most)$/;

interface Place {
  readonly word: string;
  readonly before: string;
  readonly after: string;
  /** The preposition before the noun and its article; '' for none. */
  readonly on: string;
  /** Follows an article or begins the text. */
  readonly isThing: boolean;
}

/**
 * A noun of a claim in exactly the place of another one: "newsletter endpoints" for "webhook endpoints", "by chat" for
 * "by email". Or the only noun that the quote lacks, for the only noun that the claim lacks.
 */
export function checkSiblings(claim: string, { sentence, passage, retold, kept }: Evidence): Verdict {
  const [said, quoted] = [plain(claim), plain(sentence)];
  const [own, told] = [nounsOf(said), nounsOf(quoted)];
  const [claimWords, sentenceWords] = [wordsOf(said), wordsOf(quoted)];
  const known = namedThings(plain(passage.slice(0, longestPassage)));
  const strange = own.filter(({ word }) => !retold?.has(word) && !sentenceWords.some((other) => isForm(word, other)));
  const lost = told.filter(
    ({ word }) => known.has(word) && !kept?.has(word) && !claimWords.some((other) => isForm(word, other)),
  );
  for (const place of strange) {
    const other = lost.find((candidate) => samePlace(place, candidate));
    if (other) return failed(`The claim has “${place.word}” in the place of “${other.word}”.`);
  }
  const things = strange.filter(({ on, isThing }) => isThing || on !== '');
  const [thing, missing] = [things[0], lost[0]];
  const isExchange =
    thing && missing && things.length === 1 && lost.length === 1 && isPlural(thing.word) === isPlural(missing.word);
  // Often only a paraphrase: failing these would have refused one more of 49 true claims.
  return isExchange ? undecided(`The claim is about “${thing.word}”, the quote about “${missing.word}”.`) : passed;
}

/** Words that follow an article or a preposition anywhere in a passage, and plurals. Excludes verbs. */
function namedThings(passage: string): Set<string> {
  const tokens = scan(passage);
  return new Set(
    tokens.flatMap(({ lower }, position) => {
      const before = tokens[position - 1]?.lower ?? '';
      return determiner.test(before) || preposition.test(before) || isPlural(lower) ? [lower] : [];
    }),
  );
}

const longestPassage = 4_000;
const plain = (text: string) => withoutAccents(text.slice(0, longestPassage));
const isPlural = (word: string) => /[^su]s$/.test(word);
/** "rents" with "rental" and "renter": the first four letters of words of at most seven letters. */
const sharesRoot = (left: string, right: string) =>
  left.slice(0, 4) === right.slice(0, 4) && Math.max(left.length, right.length) <= 7;
const isForm = (left: string, right: string) =>
  sameStem(left, right) ||
  sharesRoot(left, right) ||
  isSynonym(left, right) ||
  (left.length > 4 && right.includes(left)) ||
  (right.length > 4 && left.includes(right));
const near = (left: string, right: string) => left !== '' && right !== '' && (left === right || sameStem(left, right));

function samePlace(left: Place, right: Place): boolean {
  return near(left.after, right.after) || near(left.before, right.before) || (left.on !== '' && left.on === right.on);
}

function wordsOf(text: string): string[] {
  return scan(text)
    .slice(0, longest)
    .filter(({ kind }) => kind === 'WORD')
    .map(({ lower }) => lower);
}

function nounsOf(text: string): Place[] {
  const tokens = scan(text).slice(0, longest);
  return tokens.flatMap((token, position): Place[] => {
    if (!isNoun(token, tokens[position - 1])) return [];
    const at = determiner.test(tokens[position - 1]?.lower ?? '') ? position - 1 : position;
    const ahead = tokens[at - 1];
    return [
      {
        word: token.lower,
        before: tellingOf(tokens[position - 1]),
        after: follower(tokens, position + 1),
        on: ahead && preposition.test(ahead.lower) ? ahead.lower : '',
        isThing: at !== position || position === 0,
      },
    ];
  });
}

/** The next content word in the same part of the sentence. Words such as "up to" are skipped. */
function follower(tokens: readonly Token[], from: number): string {
  for (let position = from; position < Math.min(tokens.length, from + 4); position += 1) {
    const token = tokens[position];
    if (!token || (token.kind === 'SIGN' && !/[€$£:]/.test(token.text))) return '';
    const telling = tellingOf(token);
    if (telling !== '') return telling;
  }
  return '';
}

function tellingOf(token: Token | undefined): string {
  if (!token || token.kind === 'SIGN') return '';
  const number = numberWord(token.lower);
  if (number !== undefined) return String(number);
  return token.kind === 'NUMBER'
    ? token.text.replaceAll(',', '')
    : contentStems(token.lower).size > 0 && !/^(?:outside|up|at|most|least|only)$/.test(token.lower)
      ? token.lower
      : '';
}

function isNoun({ kind, lower }: Token, before: Token | undefined): boolean {
  if (
    kind !== 'WORD' ||
    lower.length < 4 ||
    lower.includes("'") ||
    beforeVerb.test(lower) ||
    preposition.test(lower) ||
    contentStems(lower).size === 0 ||
    vague.test(lower) ||
    measuredUnit(lower) !== undefined ||
    numberWord(lower) !== undefined
  )
    return false;
  return !(before && beforeVerb.test(before.lower)) && !verbal.test(lower);
}
