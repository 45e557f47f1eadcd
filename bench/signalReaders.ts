import type { RecordedSignals } from '../src/evaluation/runRecord.ts';

/** The signals as numbers, in the units in which src/confidence/score.ts weighs them. */
export const signalReaders: Readonly<Record<string, (signals: RecordedSignals) => number>> = {
  rrfTop: ({ rrfTop }) => rrfTop,
  inBothArms: ({ inBothArms }) => Number(inBothArms),
  keywordNormalized: ({ keywordNormalized }) => keywordNormalized,
  idfCoverage: ({ idfCoverage }) => idfCoverage,
  armOverlap: ({ armOverlap }) => armOverlap,
  // An arm that gave nothing counts 0.
  similarity: ({ vectorDistance }) => (vectorDistance === null ? 0 : Math.min(1, Math.max(0, 1 - vectorDistance))),
  margin: ({ margin }) => margin,
  questionInformation: ({ questionInformation }) => Math.log1p(questionInformation),
  knownWords: ({ knownWords }) => knownWords,
  sentenceCoverage: ({ sentenceCoverage }) => sentenceCoverage,
  answerTypePresent: ({ answerTypePresent }) => Number(answerTypePresent),
  codesMatched: ({ codesMatched }) => Number(codesMatched),
  quantityMatched: ({ quantityMatched }) => Number(quantityMatched),
  timeFit: ({ timeFit }) => timeFit ?? 0.6,
};
