import { languageOfQuestion } from '../../knowledge/language/language.ts';
import { hasCapitalNouns } from '../../knowledge/language/otherLanguage.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { isMeasured } from '../../knowledge/values/units.ts';
import { valuesOf } from '../../knowledge/values/values.ts';
import { codesOf } from '../../retrieval/question/namedFacts.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { foreignAddresses } from '../injection/addresses.ts';
import { sameUnit } from './numbers.ts';

/** Words behind another one of their sentence: a capital there marks a name. */
const inner = /(?<=[\p{L}\p{M}\d,;:)"'’] ["“'‘(]?)\p{L}[\p{L}\p{M}\d]*/gu;
/** With a smaller share of its letters, a text is of another script, and what is Latin in it is a name. */
const mostlyLatin = 0.7;
/** In a text of another script, letters and words grow together. */
const latinCode = /^[\p{Script=Latin}\p{N}\p{P}\p{S}]+$/u;

interface Cited {
  readonly passage: Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'>;
  readonly quote: string;
}

/**
 * Whether a text in another language than what it cites keeps its numbers, days, units, codes, addresses and names: all
 * that can be compared without knowing either language. What it says of them is not compared.
 */
export function keepsValues(claim: string, cited: readonly Cited[]): boolean {
  const whole = cited
    .flatMap(({ quote, passage }) => [quote, passage.documentTitle, ...passage.sectionPath])
    .join(' \n ');
  const stated = new Set(valuesOf(whole).flatMap(({ keys, indexed }) => [...keys, ...indexed]));
  const codes = new Set(codesOf(whole).map(({ value }) => value));
  return (
    valuesOf(claim, languageOfQuestion(claim)).every(({ keys }) => keys.some((key) => stated.has(key))) &&
    keepsUnits(claim, whole) &&
    codesOf(claim).every(({ value, text }) => !latinCode.test(text) || codes.has(value) || whole.includes(text)) &&
    foreignAddresses(claim, whole).length === 0 &&
    keepsNames(claim, whole, cited.map(({ passage }) => passage.text).join(' \n '))
  );
}

/** Whether no number has changed its unit, where both are known. */
function keepsUnits(claim: string, whole: string): boolean {
  const known = (text: string) => amountsOf(text).filter(({ unit }) => isMeasured(unit));
  const stated = known(whole);
  return known(claim).every(({ text, unit }) => {
    const digits = digitsIn(text);
    const same = stated.filter((other) => digitsIn(other.text) === digits);
    return same.length === 0 || same.some((other) => sameUnit(other.unit, unit));
  });
}

const digitsIn = (text: string): string => text.replaceAll(/[^\d]/gu, '');

/** Whether each name stands in what is cited; where every noun has a capital, that none comes from beside it. */
function keepsNames(claim: string, whole: string, passages: string): boolean {
  const [letters, latin] = [claim.match(/\p{L}/gu) ?? [], claim.match(/[\p{Script=Latin}\p{M}]{2,}/gu) ?? []];
  if (latin.join('').length < mostlyLatin * letters.length) return latin.every((word) => holds(whole, word));
  const names = (claim.match(inner) ?? []).filter((word) => /^\p{Lu}/u.test(word) && !holds(whole, word));
  const [first = ''] = claim.match(/\p{Lu}[\p{L}\p{M}\d]*/u) ?? [];
  // A capital at the beginning marks a name that the passage has elsewhere.
  if (!holds(whole, first) && holds(passages, first)) return false;
  return hasCapitalNouns(languageOfQuestion(claim)) ? !names.some((name) => holds(passages, name)) : names.length === 0;
}

const holds = (text: string, word: string): boolean => text.split(/[^\p{L}\p{M}\d]+/u).includes(word);
