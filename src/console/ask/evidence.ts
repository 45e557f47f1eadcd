import type { words } from '../words/words.ts';
import type { Confidence } from './outcome.ts';

export interface Evidence {
  readonly name: keyof typeof words.signals;
  /** A share from 0 to 1, or whether it is so. */
  readonly value: number | boolean;
}

/** The signals that a person can make sense of, those that weigh most first. What was not looked at is left out. */
export function evidenceOf(signals: Confidence['signals']): readonly Evidence[] {
  const { vectorDistance } = signals;
  const all: readonly (readonly [Evidence['name'], number | boolean | null])[] = [
    ['answerability', signals.answerability],
    ['sentenceCoverage', signals.answerCoverage ?? signals.sentenceCoverage],
    ['idfCoverage', signals.idfCoverage],
    ['keywordNormalized', signals.keywordNormalized],
    ['similarity', vectorDistance === null ? null : Math.max(0, 1 - vectorDistance)],
    ['knownWords', signals.knownWords],
    ['answerAgreement', signals.answerAgreement],
    ['margin', signals.margin],
    ['armOverlap', signals.armOverlap],
    ['rerankScore', signals.rerankScore],
    ['timeFit', signals.timeFit],
    ['inBothArms', signals.inBothArms],
    ['answerTypePresent', signals.answerTypePresent],
    ['writerFound', signals.writerFound],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
