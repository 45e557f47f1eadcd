import { z } from 'zod';
import type { ConfidenceSignals } from './signals.ts';

/** Signals as they were recorded. */
export const signalsSchema = z.object({
  rrfTop: z.number(),
  inBothArms: z.boolean(),
  keywordNormalized: z.number(),
  idfCoverage: z.number(),
  armOverlap: z.number(),
  vectorDistance: z.number().nullable(),
  margin: z.number(),
  rerankScore: z.number().nullable(),
  questionInformation: z.number(),
  knownWords: z.number(),
  sentenceCoverage: z.number(),
  answerTypePresent: z.boolean(),
  codesMatched: z.boolean(),
  quantityMatched: z.boolean(),
  timeFit: z.number().nullable(),
  answerability: z.number().nullable(),
  answerMargin: z.number().nullable(),
  answerAgreement: z.number().nullable(),
  answerCoverage: z.number().nullable(),
  answerSimilarity: z.number().nullable(),
  answerLead: z.number().nullable(),
  passageSimilarity: z.number().nullable(),
  passageRank: z.number().nullable(),
  headingMatch: z.number().nullable().default(null),
  // A run of before it was asked has none.
  writerFound: z.boolean().nullable().default(null),
} satisfies Record<keyof ConfidenceSignals, z.ZodType>);
