import { numberWord, ordinalWord, type Token, type NumberRead, stops } from './numerals.ts';
import { isCurrency, isMeasured, measuredUnit, stemOfNoun } from './units.ts';

const qualifiers = new Set([
  'business',
  'working',
  'calendar',
  'full',
  'consecutive',
  'whole',
  'entire',
  'additional',
  'extra',
  'more',
  'further',
  'metric',
  'us',
  'american',
  'square',
  'cubic',
  'british',
  'statute',
]);

/** A unit that ends before token `next`, and how many canonical units it is worth. */
export interface UnitRead {
  readonly name: string;
  readonly factor: number;
  readonly next: number;
}

/** The unit behind a number, with its denominators. */
export function unitAt(tokens: readonly Token[], position: number, read: NumberRead, ahead: string): UnitRead {
  const own = ownUnit(tokens, position, read, ahead);
  if (own.name === 'ordinal' || own.name === '') return own;
  let { name, next } = own;
  for (
    let denominator = denominatorAt(tokens, next, own.name);
    denominator;
    denominator = denominatorAt(tokens, next, own.name)
  ) {
    name += `/${denominator.name}`;
    next = denominator.next;
  }
  return { name, factor: own.factor, next };
}

function ownUnit(tokens: readonly Token[], position: number, read: NumberRead, ahead: string): UnitRead {
  const follows = tokens[position];
  const isOrdinal = read.word
    ? ordinalWord(tokens[read.next - 1]?.lower ?? '') !== undefined
    : follows !== undefined && follows.glued && /^(?:st|nd|rd|th)$/.test(follows.lower);
  if (isOrdinal) return { name: 'ordinal', factor: 1, next: read.word ? position : position + 1 };
  if (/^(?:once|twice|thrice)$/.test(tokens[read.next - 1]?.lower ?? ''))
    return { name: 'time', factor: 1, next: position };
  if (ahead !== '') {
    // "€5 EUR" gives the currency twice.
    const again = measuredUnit(follows?.text ?? '')?.name === ahead;
    return { name: ahead, factor: 1, next: again ? position + 1 : position };
  }
  const hyphen = tokens[position]?.text === '-' && tokens[position + 1]?.glued ? 1 : 0;
  const token = tokens[position + hyphen];
  if (!token || (hyphen === 1 && token.kind !== 'WORD')) return { name: '', factor: 1, next: position };
  const after = tokens[position + hyphen + 1];
  if (token.lower === 'per' && /^cent$/.test(after?.lower ?? ''))
    return { name: '%', factor: 1, next: position + hyphen + 2 };
  if (/^percent(?:age)?$/.test(token.lower) && /^points?$/.test(after?.lower ?? ''))
    return { name: 'percentage point', factor: 1, next: position + hyphen + 2 };
  if (token.text === '°') return degrees(after, position);
  const plain = isPreposition(token, after) ? undefined : measuredUnit(token.text);
  if (plain) return { ...plain, next: position + hyphen + 1 };
  if (token.kind !== 'WORD') return { name: '', factor: 1, next: position };
  return countedAt(tokens, position + hyphen, position);
}

/** Whether a short unit is a word of the sentence: "37,935 in the census", "10 am Main", "5 a day". */
function isPreposition({ text, glued }: Token, after: Token | undefined): boolean {
  return !glued && /^(?:in|an|a|am)$/.test(text) && after?.kind === 'WORD';
}

function degrees(after: Token | undefined, position: number): UnitRead {
  const scale = { c: 'celsius', f: 'fahrenheit' }[after?.lower ?? ''];
  return { name: scale ?? 'degree', factor: 1, next: position + (scale ? 2 : 1) };
}

/**
 * "30 business days", "10 product images", "5 customers": the first plural in up to four words, otherwise the first
 * word.
 */
function countedAt(tokens: readonly Token[], position: number, none: number): UnitRead {
  const words: Token[] = [];
  for (let next = position; next < position + 4; next += 1) {
    const token = tokens[next];
    if (token?.kind !== 'WORD' || stops.has(token.lower) || numberWord(token.lower) !== undefined) break;
    words.push(token);
  }
  const [head] = words;
  if (!head) return { name: '', factor: 1, next: none };
  const second = measuredUnit(words[1]?.text ?? '');
  if (second && (words[1]?.text.length ?? 0) > 2 && qualifiers.has(head.lower)) {
    if (/^(?:business|working)$/.test(head.lower))
      return {
        name: `business ${second.factor === 86_400 ? 'day' : second.factor === 3_600 ? 'hour' : second.name}`,
        factor: 1,
        next: position + 2,
      };
    return {
      ...(/^(?:square|cubic)$/.test(head.lower) ? { name: `${head.lower} ${second.name}`, factor: 1 } : second),
      next: position + 2,
    };
  }
  const plural = words.findIndex(
    (word) => /[^su]s$/.test(word.lower) || /^(?:people|children|men|women)$/.test(word.lower),
  );
  const at = plural === -1 ? 0 : plural;
  return { name: stemOfNoun(words[at]?.text ?? ''), factor: 1, next: position + at + 1 };
}

/** "per month", "/month", "a month", "each year", "monthly". */
function denominatorAt(
  tokens: readonly Token[],
  position: number,
  unit: string,
): { readonly name: string; readonly next: number } | undefined {
  const token = tokens[position];
  const word = tokens[position + 1];
  if (!token) return undefined;
  const often = { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year', annually: 'year' }[
    token.lower
  ];
  if (often !== undefined)
    return isCurrency(unit) || unit === '%' || !isMeasured(unit) ? { name: often, next: position + 1 } : undefined;
  if (token.lower === 'p' && /^\.?a/.test(`${word?.text ?? ''}${tokens[position + 2]?.text ?? ''}`))
    return { name: 'year', next: position + 3 };
  if (token.lower === 'per' && word?.kind === 'NUMBER')
    return { name: word.text.replaceAll(',', ''), next: position + 2 };
  if (word?.kind !== 'WORD') return undefined;
  const divides =
    token.lower === 'per' ||
    token.lower === 'pro' ||
    token.lower === 'par' ||
    (token.text === '/' && (word.glued || !token.glued));
  if (divides) return { name: nameOfDenominator(word.text), next: position + 2 };
  const time = ['second', 'month', 'night'].includes(measuredUnit(word.text)?.name ?? '') && word.text.length > 2;
  return time && /^(?:an?|each|every)$/.test(token.lower) && !['second', 'month'].includes(unit)
    ? { name: nameOfDenominator(word.text), next: position + 2 }
    : undefined;
}

const shortTimes: Readonly<Record<string, string>> = {
  s: 'second',
  sec: 'second',
  min: 'minute',
  h: 'hour',
  hr: 'hour',
  d: 'day',
  wk: 'week',
  mo: 'month',
  yr: 'year',
  annum: 'year',
  stunde: 'hour',
  tag: 'day',
  woche: 'week',
  monat: 'month',
  jahr: 'year',
  jour: 'day',
  semaine: 'week',
  mois: 'month',
  an: 'year',
  head: 'person',
  capita: 'person',
  hundred: '100',
  thousand: '1000',
  million: '1000000',
};

function nameOfDenominator(word: string): string {
  return shortTimes[word.toLowerCase()] ?? stemOfNoun(word);
}
