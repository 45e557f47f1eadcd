import { itemMark, sentences } from '../../knowledge/sentences.ts';
import { samePolarity } from '../checks/polarity.ts';
import { amountsOf, type Amount } from '../reading/amounts.ts';
import { sameUnit, sameValue } from '../reading/compareAmounts.ts';
import { datesOf, sameDate, type FoundDate } from '../reading/dates.ts';

export interface SentenceDifference {
  readonly kind: 'NUMERIC' | 'TEMPORAL' | 'POLARITY' | 'WORDING' | 'ABSENT';
  /** What each side says instead, for a difference of number, date or polarity. */
  readonly values: readonly [string, string] | null;
}

/**
 * How two sentences about the same differ; undefined when they say the same in the same words, articles, marks and
 * emphasis aside. Words that differ are a difference, whatever they mean: `must` and `may`, or one name for another,
 * are told by nothing else.
 */
export function compareSentences(left: string, right: string): SentenceDifference | undefined {
  if (plainWords(left) === plainWords(right)) return undefined;
  const amounts = differing(
    amountsOf(left),
    amountsOf(right),
    (one, other) => sameUnit(one.unit, other.unit),
    (one, other) => sameUnit(one.unit, other.unit) && sameValue(one, other),
  );
  if (amounts) return { kind: 'NUMERIC', values: amounts };
  const dates = differing(datesOf(left), datesOf(right), isAlike, sameDate);
  if (dates) return { kind: 'TEMPORAL', values: dates };
  if (samePolarity(left, right)) return { kind: 'WORDING', values: null };
  return { kind: 'POLARITY', values: samePolarity(left, 'not') ? ['says not', 'says so'] : ['says so', 'says not'] };
}

/** Words, numbers, and the signs that change what a number means. */
const tokenShape = /(?<![\p{L}\d])-(?=\d)|[<>≤≥=±+°€$£¥%]|[\p{L}\p{M}]+(?:'\p{L}+)?|\d+(?:[.,:]\d+)*/gu;

/** What a text says, in lower case, without articles, emphasis, list marks and punctuation. */
export function plainWords(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(itemMark, '')
    .replaceAll('\u2212', '-')
    .replaceAll('\u2019', "'");
  return (plain.match(tokenShape) ?? []).filter((word) => !/^(?:a|an|the)$/.test(word)).join(' ');
}

/** A value on each side that the other lacks, of one unit. */
function differing<Value extends Amount | FoundDate>(
  left: readonly Value[],
  right: readonly Value[],
  isComparable: (one: Value, other: Value) => boolean,
  isSame: (one: Value, other: Value) => boolean,
): [string, string] | undefined {
  const lacks = (values: readonly Value[], wanted: Value) => !values.some((value) => isSame(value, wanted));
  for (const value of left.filter((entry) => lacks(right, entry))) {
    const other = right.find((entry) => isComparable(value, entry) && lacks(left, entry));
    if (other) return [value.text, other.text];
  }
  return undefined;
}

function isAlike(left: FoundDate, right: FoundDate): boolean {
  return left.yearless === right.yearless;
}

/** Whether a claim is, word for word, one or several neighbouring sentences, items or rows of a text. */
export function isWholeSentence(claim: string, text: string): boolean {
  const wanted = plainWords(claim);
  if (wanted === plainWords(text)) return true;
  const parts = sentences(text).map(({ start, end }) => plainWords(text.slice(start, end)));
  return parts.some((_part, first) => {
    let joined = '';
    for (const part of parts.slice(first)) {
      joined = joined === '' ? part : `${joined} ${part}`;
      if (joined.length >= wanted.length) break;
    }
    return joined === wanted;
  });
}
