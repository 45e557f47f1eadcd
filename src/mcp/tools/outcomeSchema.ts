import { z } from 'zod';

const tier = z
  .enum(['CONFIDENT', 'UNCERTAIN', 'NO_MATCH', 'VERIFICATION_FAILED'])
  .describe('How far the result can be relied on');

/** One citation: a quote that stands in the document, character by character. */
const citation = z.object({
  number: z.number().int().describe('The number in brackets in the answer'),
  status: z.enum(['SUPPORTED', 'UNSUPPORTED', 'CONTRADICTED']).describe('Whether the quote proves the claim'),
  quote: z.string().describe('The exact words of the document'),
  documentId: z.string(),
  documentKey: z.string().describe('The document by its own name'),
  versionId: z.string(),
  sectionPath: z.array(z.string()).describe('Headings that the quote stands under'),
  url: z.string().nullable(),
  updatedAt: z.string().describe('When the document was updated, ISO 8601'),
  isCurrent: z.boolean().describe('Whether the cited version is valid now'),
  uri: z.string().describe('The document as a resource'),
});

const core = {
  runId: z.string().describe('The recorded run; verify and the console take it'),
  tier,
  confidence: z.number().describe('0 to 100'),
  calibrated: z.boolean().describe('Whether the confidence was fitted on questions of this workspace'),
  stopReason: z.string().describe('Why the loop ended'),
  citations: z.array(citation),
  degraded: z.array(z.object({ part: z.string(), message: z.string() })).describe('Parts that did not work'),
};

const answer = z.object({
  type: z.literal('Answer'),
  ...core,
  text: z.string().describe('The answer, with citation numbers in brackets'),
  shortAnswer: z.string().nullable().describe('The exact words that answer, where one sentence has them'),
  mode: z.enum(['EXTRACTIVE', 'GENERATED', 'CURATED']),
  droppedClaims: z
    .array(z.object({ text: z.string(), reason: z.string() }))
    .describe('Sentences left out because no passage proves them'),
  conflicts: z
    .array(
      z.object({
        kind: z.string(),
        resolution: z.string(),
        sides: z.array(z.object({ documentId: z.string(), value: z.string(), quote: z.string() })),
      }),
    )
    .describe('Where documents disagree'),
  notices: z.array(z.string()).describe('What a reader must know about the sources'),
});

const clarification = z.object({
  type: z.literal('Clarification'),
  ...core,
  text: z.string().describe('The clarifying question to put to the person'),
  reason: z.string(),
  options: z.array(
    z.object({
      text: z.string().describe('What a person chooses by'),
      question: z.string().describe('What to ask when it is chosen'),
      documentIds: z.array(z.string()).describe('Documents to read then'),
      preview: z.string().nullable().describe('What would be answered'),
    }),
  ),
});

const abstention = z.object({
  type: z.literal('Abstention'),
  ...core,
  message: z.string().describe('Why the documents do not answer, in the language of the question'),
  reason: z.string(),
  nextSteps: z.array(z.object({ kind: z.string(), text: z.string() })),
  nearest: z
    .array(z.object({ documentId: z.string(), documentKey: z.string(), title: z.string(), text: z.string() }))
    .describe('The nearest passages, which do not answer'),
});

/** The result of `ask`: exactly one of three. In an object of its own, as an output schema must be one at its root. */
export const OutcomeContent = z.object({
  outcome: z.discriminatedUnion('type', [answer, clarification, abstention]),
});
export type OutcomeContent = z.infer<typeof OutcomeContent>;
