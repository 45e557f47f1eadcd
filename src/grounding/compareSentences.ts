import { contentStems } from './checks/coverage.ts';
import { datesOf, withoutDates } from './checks/dates.ts';
import { numbersOf } from './checks/numbers.ts';
import { samePolarity } from './checks/polarity.ts';

export interface SentenceDifference {
  readonly kind: 'NUMERIC' | 'TEMPORAL' | 'POLARITY' | 'WORDING' | 'ABSENT';
  /** What each side says instead, for a difference of number, date or polarity. */
  readonly values: readonly [string, string] | null;
}

/**
 * How two sentences about the same differ; undefined when they say the same in the same words, articles, marks and emphasis aside.
 * Words that differ are a difference, whatever they mean: `must` and `may`, or one name for another, are told by nothing else.
 */
export function compareSentences(left: string, right: string): SentenceDifference | undefined {
  if (plainWords(left) === plainWords(right)) return undefined;
  const amounts = differing(amountsOf(withoutDates(left)), amountsOf(withoutDates(right)));
  if (amounts) return { kind: 'NUMERIC', values: amounts };
  const dates = differing(datesOf(left).map((date) => ({ ...date, unit: 'date' })), datesOf(right).map((date) => ({ ...date, unit: 'date' })));
  if (dates) return { kind: 'TEMPORAL', values: dates };
  if (samePolarity(left, right)) return { kind: 'WORDING', values: null };
  return { kind: 'POLARITY', values: samePolarity(left, 'not') ? ['says not', 'says so'] : ['says so', 'says not'] };
}

/** Words, numbers, and the signs that change what a number means. */
const tokenShape = /(?<![\p{L}\d])-(?=\d)|[<>≤≥=±+°€$£¥%]|[\p{L}\p{M}]+(?:'\p{L}+)?|\d+(?:[.,:]\d+)*/gu;

/** What a text says, in lower case, without articles, emphasis, list marks and punctuation. */
export function plainWords(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/^\s*(?:[-*]|\d+\.) +/, '').replaceAll('\u2212', '-').replaceAll('\u2019', "'");
  return (plain.match(tokenShape) ?? []).filter((word) => !/^(?:a|an|the)$/.test(word)).join(' ');
}

interface Value {
  readonly text: string;
  readonly value: string;
  readonly unit: string;
}

/** A value on each side that the other lacks, of one unit. */
function differing(left: readonly Value[], right: readonly Value[]): [string, string] | undefined {
  const lacks = (values: readonly Value[], wanted: Value) => values.every((value) => value.unit !== wanted.unit || value.value !== wanted.value);
  for (const value of left.filter((entry) => lacks(right, entry))) {
    const other = right.find((entry) => entry.unit === value.unit && lacks(left, entry));
    if (other) return [value.text, other.text];
  }
  return undefined;
}

const amountShape = /(?<![\p{L}\d])([€$£¥])?\s?(\d+(?:[.,:]\d+)*)(?:\s?([%€$£¥])|\s((?:(?:business|working|calendar|full)\s)?\p{L}+))?/gu;

/** Numbers with their unit: a sign on either side, else the word behind. */
function amountsOf(text: string): Value[] {
  return [...text.matchAll(amountShape)].map(([, before, digits = '', behind, word = '']) => {
    const sign = before ?? behind;
    const known = contentStems(word).size > 0 ? word : '';
    const unit = sign ?? (digits.includes(':') ? 'time' : known.toLowerCase().replace(/s$/, ''));
    const shown = before ? `${before}${digits}` : behind ? `${digits}${behind}` : `${digits} ${known}`.trim();
    return { text: digits.includes(':') && !sign ? digits : shown, value: numbersOf(digits)[0] ?? digits, unit };
  });
}
