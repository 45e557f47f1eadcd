import { contentStems } from '../../knowledge/language/stems.ts';
import { calculationOf } from '../../knowledge/values/calculation.ts';
import { blankAmounts, checkNumbers, sameUnit } from '../checks/numbers.ts';
import { type Evidence, wholeOf } from '../checks/verdict.ts';
import { compare, coverageBy, evidenceOf, type ProvingQuote, statusOf, type Together } from './verifyClaim.ts';

/**
 * A claim that is not crossed (`isCrossed`) against all the sentences that it cites, of whatever passages. An amount that none of them states must follow
 * from theirs by a calculation.
 * @returns undefined if a check refuses it. Nothing is proven so: who belongs to what may differ from sentence to sentence
 */
export function takenTogether(text: string, places: readonly ProvingQuote[]): Together | undefined {
  const evidence = joined(places.map((place) => read(text, place)));
  const whole = wholeOf(evidence);
  const isStated = checkNumbers(text, evidence).outcome === 'PASSED';
  const formula = isStated ? null : (calculationOf(text, whole, sameUnit) ?? null);
  if (places.length < 2 && formula === null) return undefined;
  const verdicts = compare(text, { evidence, isVerbatim: false }, coverageBy(text, evidence)).filter(
    ([name]) => formula === null || (name !== 'NUMBERS' && (name !== 'SCOPE' || !isBare(text))),
  );
  const { status, decided } = statusOf(verdicts);
  if (status !== 'SUPPORTED' && decided) return undefined;
  return {
    checks: verdicts.map(([name, { outcome, detail }]) => ({ name, passed: outcome === 'PASSED', detail })),
    formula,
  };
}

/** A calculation and nothing else is of no narrower case than its amounts. */
const isBare = (text: string): boolean => contentStems(blankAmounts(text)).size === 0;

function read(text: string, { passage, sourceSpan }: ProvingQuote): Evidence {
  const offset = passage.sourceSpan.start;
  return evidenceOf(passage, { start: sourceSpan.start - offset, end: sourceSpan.end - offset }, text).evidence;
}

function joined(all: readonly Evidence[]): Evidence {
  const lines = (part: (evidence: Evidence) => string) =>
    [...new Set(all.map(part))].filter((text) => text !== '').join(' \n ');
  return {
    quote: lines(({ quote }) => quote),
    sentence: lines(({ sentence }) => sentence),
    lead: lines(({ lead }) => lead),
    around: [...new Set(all.flatMap(({ around }) => around))],
    passage: lines(({ passage }) => passage),
  };
}
