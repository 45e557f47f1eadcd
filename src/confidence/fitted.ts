import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A linear model by the names of what it weighs. */
const linearModel = z.object({ intercept: z.number(), weights: z.record(z.string(), z.number()) });

/**
 * `suggestFrom`: the likelihood from which the first passage of a refusal is suggested, at most .5. Null: nothing is
 * known of refusals, and none is.
 */
const placeModel = z.object({
  intercept: z.number(),
  share: z.number(),
  odds: z.number(),
  suggestFrom: z.number().max(0.5).nullable(),
});

const topicModel = z.object({ intercept: z.number(), score: z.number(), similarity: z.number(), from: z.number() });

const fittedSchema = z.object({
  /**
   * The embedder that `meant` belongs to: where no reader reads the language, it compares the sentences one by one.
   * `read` and `unread` were fitted with the English embedder.
   */
  meantBy: z.string(),
  /** Of the fit, ISO 8601. */
  date: z.iso.date(),
  /** SHA-256 of the features that it was made from, in hexadecimal. */
  data: z.string().regex(/^[\da-f]{64}$/),
  /** Which sentence answers: log odds by the features of src/grounding/sentences/features.ts. */
  chooser: z.object({ read: linearModel, unread: linearModel, meant: linearModel.extend({ quoteFrom: z.number() }) }),
  /**
   * The least share of a sentence that is quoted behind the best one: 0..1; `surely`, beside one that is CONFIDENT; of
   * `meant`, its own.
   */
  quoteFrom: z.object({ unsurely: z.number(), surely: z.number() }),
  /** How sure: log odds by the signals of src/confidence/signals.ts, each taken from its mean. */
  confidence: z.object({
    read: linearModel.extend({ means: z.record(z.string(), z.number()) }),
    unread: linearModel.extend({ means: z.record(z.string(), z.number()) }),
    meant: linearModel.extend({ means: z.record(z.string(), z.number()) }),
  }),
  /**
   * That the answer stands in a passage: log odds by the logarithm of its share of the chooser's probability, and by
   * the log odds that the question was answered.
   */
  alternatives: z.object({
    read: placeModel,
    unread: placeModel,
    meant: placeModel,
    /** The least of a passage that is shown: .1 or more. */
    floor: z.number().min(0.1),
    /**
     * That the documents are about what is asked, by the chooser's log odds of its best sentence and the similarity of
     * the nearest; and from which probability on anything is shown: an off-topic question has none (`npm run fit topic`).
     */
    topic: z.object({ read: topicModel, unread: topicModel, meant: topicModel }),
  }),
  /** The confidence of retrieval alone below which nothing is read: 0..1. */
  hopelessBelow: z.number(),
  /** The confidence from which questions are answered, by caution, and from which CONFIDENT begins: 0..1. */
  gates: z.object({ STRICT: z.number(), BALANCED: z.number(), GENEROUS: z.number() }),
  confidentFrom: z.number(),
});

type Fitted = z.infer<typeof fittedSchema>;
export type Chooser = Fitted['chooser']['read'];
export type ConfidenceModel = Fitted['confidence']['read'];

/**
 * What `npm run fit` learned, with its card in weights/answers/MODEL.md: which sentence answers, how sure, and where else. Data, so
 * that another fit changes no code.
 */
export const fitted: Fitted = fittedSchema.parse(
  JSON.parse(readFileSync(new URL('../../weights/answers/fitted.json', import.meta.url), 'utf8')),
);
