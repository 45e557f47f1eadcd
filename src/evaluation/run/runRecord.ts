import { z } from 'zod';
import { signalsSchema } from '../../confidence/signalsSchema.ts';
import { CandorError } from '../../errors.ts';
import { readJsonl } from '../../knowledge/ingest/readJsonl.ts';

/** Files of before a signal was computed lack it. */
const Signals = signalsSchema.extend({
  questionInformation: z.number().default(0),
  knownWords: z.number().default(0),
  sentenceCoverage: z.number().default(0),
  answerTypePresent: z.boolean().default(false),
  codesMatched: z.boolean().default(false),
  quantityMatched: z.boolean().default(false),
  timeFit: z.number().nullable().default(null),
  answerability: z.number().nullable().default(null),
  answerMargin: z.number().nullable().default(null),
  answerAgreement: z.number().nullable().default(null),
  answerCoverage: z.number().nullable().default(null),
  answerSimilarity: z.number().nullable().default(null),
  answerLead: z.number().nullable().default(null),
  passageSimilarity: z.number().nullable().default(null),
  passageRank: z.number().nullable().default(null),
});

/** One line of a runs file: one question asked with one preset. Document ids are document keys. */
export const RunRecord = z.object({
  questionId: z.string(),
  preset: z.string(),
  /** `Fault`: the run broke; then `error` says how, and the record counts in no figure but the faults. */
  outcome: z.enum(['Answer', 'Clarification', 'Abstention', 'Fault']),
  tier: z.string().nullable(),
  confidence: z.number().nullable(),
  signals: Signals.nullable(),
  /** Whether the evidence left a condition of the question unmet in the last round, which holds the confidence below the gate whatever the signals say. */
  held: z.boolean().default(false),
  stopReason: z.string().nullable(),
  reason: z.string().nullable(),
  text: z.string(),
  citations: z.array(
    z.object({
      documentId: z.string(),
      quote: z.string(),
      start: z.number(),
      end: z.number(),
      status: z.string(),
      /** The quote is what stands at the span in the stored version. */
      valid: z.boolean(),
    }),
  ),
  /** Best first, each document once, 30 at most. */
  retrieved: z.array(z.string()),
  rounds: z.number(),
  millis: z.number(),
  /** Read and written by a chat model. */
  tokens: z.number().default(0),
  /** US dollars; null when no price is configured. */
  cost: z.number().nullable().default(null),
  /** Of an answer: the claims that it makes, and those that the checks hold for supported. */
  claims: z.object({ count: z.number(), supported: z.number() }).default({ count: 0, supported: 0 }),
  mode: z.string().nullable(),
  conflictCount: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** Of what makes no claim. */
export const noClaims: RunRecord['claims'] = { count: 0, supported: 0 };

/** A run that said and found nothing. */
export const emptyRecord: Omit<RunRecord, 'questionId' | 'preset' | 'outcome'> = {
  tier: null,
  confidence: null,
  signals: null,
  held: false,
  stopReason: null,
  reason: null,
  text: '',
  citations: [],
  retrieved: [],
  rounds: 0,
  millis: 0,
  tokens: 0,
  cost: null,
  claims: noClaims,
  mode: null,
  conflictCount: 0,
  error: null,
};

export type RecordedSignals = z.infer<typeof Signals>;

/**
 * The records of a runs file.
 * @throws BAD_INPUT that names the first bad line
 */
export async function readRunRecords(path: string): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  for await (const line of readJsonl(path)) {
    const parsed = 'problem' in line ? undefined : RunRecord.safeParse(line.value);
    if (!parsed?.success)
      throw new CandorError('BAD_INPUT', `${path}:${line.number} is not a line of a runs file.`, {
        details: { path, line: line.number },
      });
    records.push(parsed.data);
  }
  return records;
}
