import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { finalOutcome } from '../../agent/ask.ts';
import type { AskEvent } from '../../agent/state/events.ts';
import { metadataSchema } from './search.ts';
import { writtenContent, writtenText } from './written.ts';
import type { Citation } from '../../grounding/claim.ts';
import type { Abstention, Alternative, Answer, Clarification, Outcome } from '../../agent/state/outcome.ts';
import { answerWordings, cautions } from '../../workspaces/settings.ts';
import {
  asResult,
  dataNotice,
  documentUri,
  type McpSession,
  signalOf,
  type ToolReply,
  mostNameCharacters,
} from '../session.ts';

const inputSchema = z.object({
  question: z.string().min(1).max(2_000).describe('One question, in the words of the person'),
  conversationId: z.string().max(200).optional().describe('The same text for all questions of one conversation'),
  documents: z
    .array(z.string().max(mostNameCharacters))
    .max(100)
    .optional()
    .describe('Read only these documents, by id; an option of a Clarification names them'),
  metadata: metadataSchema,
  asOf: z.iso.datetime({ offset: true }).optional().describe('Answer from the versions that were valid then'),
  language: z.string().max(35).optional().describe('Language of the answer, e.g. de'),
  caution: z.enum(cautions).optional().describe('How sure an answer must be'),
  wording: z.enum(answerWordings).optional().describe("Whose words the answer's text has"),
});

export function registerAsk(server: McpServer, session: McpSession): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask the documents',
      description:
        "Answers a question from the team's documents. The outcome is an Answer with citations checked against the source, a Clarification (put it to the person), or an Abstention (the documents do not say: pass that on).",
      inputSchema,
      outputSchema: OutcomeContent,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, context) =>
      asResult(session, async () => {
        const { question, conversationId, documents, metadata, asOf, language, caution, wording } = given;
        const request = {
          question,
          conversationId,
          language,
          ...(asOf === undefined ? {} : { asOf: new Date(asOf) }),
          caution,
          wording,
          ...(documents || metadata
            ? { filter: { ...(documents && { documentIds: documents }), ...(metadata && { metadata }) } }
            : {}),
        };
        const events = session.app.ask(session.caller, request, { signal: signalOf(session, context) });
        return toOutcomeText(await finalOutcome(events, (event) => sendProgress(event, context)));
      }),
  );
}

/** Reports progress to a client that asked for it. */
async function sendProgress(event: AskEvent, { mcpReq }: ServerContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress: event.sequence + 1, message: messageOfEvent(event) };
  // A client that has disconnected gets no progress; its signal ends the question.
  await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
}

function messageOfEvent(event: AskEvent): string {
  switch (event.type) {
    case 'Planned':
      return `Planned ${event.plan.queries.length === 1 ? 'one search' : `${event.plan.queries.length} searches`}`;
    case 'Retrieved':
      return `Found ${event.passageCount} passages in round ${event.round}`;
    case 'Reflected':
      return `Read them: confidence ${event.confidence.display.toFixed(0)} of 100`;
    case 'Refined':
      return 'Searching again in other words';
    case 'Provisional':
      return event.claims.every((claim) => 'answerSpan' in claim)
        ? 'A first answer is there; the model writes'
        : 'The model has written another sentence';
    case 'Writing':
      return 'Writing the answer';
    case 'ClaimVerified':
      return `Checked: ${event.claim.text}`;
    case 'Finished':
    case 'Failed':
      return 'Done';
  }
}

const nearestShown = 5;

/** Returns an outcome for a model: structured, and as text that says what may be passed on. */
function toOutcomeText(outcome: Outcome): ToolReply {
  const structured: OutcomeContent = { outcome: contentOf(outcome) };
  const cited = new Map(outcome.citations.map(({ documentId, documentKey }) => [documentId, documentKey]));
  return {
    structured,
    text: outcomeText(outcome),
    documents: [...cited].map(([id, title]) => ({ id, title })),
  };
}

function contentOf(outcome: Outcome): OutcomeContent['outcome'] {
  switch (outcome.type) {
    case 'Answer':
      return { type: 'Answer', ...coreOf(outcome), ...answerOf(outcome) };
    case 'Clarification': {
      const { text, reason, options } = outcome;
      return {
        type: 'Clarification',
        ...coreOf(outcome),
        text,
        reason,
        options: options.map(({ text, question, documentIds, preview }) => ({
          text,
          question,
          documentIds: [...documentIds],
          preview,
        })),
      };
    }
    case 'Abstention':
      return { type: 'Abstention', ...coreOf(outcome), ...abstentionOf(outcome) };
  }
}

function coreOf({ id, tier, confidence, stopReason, citations, alternatives, degraded }: Outcome) {
  return {
    runId: id,
    tier,
    confidence: confidence.display,
    calibrated: confidence.calibration !== null,
    stopReason,
    citations: citations.map((citation) => {
      const { number, status, quote, documentId, documentKey, versionId, url, updatedAt, isCurrent } = citation;
      return {
        number,
        status,
        quote,
        documentId,
        documentKey,
        title: citation.title ?? documentKey,
        versionId,
        sectionPath: [...citation.sectionPath],
        governing: linesOf(citation.governing),
        url,
        updatedAt: updatedAt.toISOString(),
        isCurrent,
        uri: documentUri(documentId),
      };
    }),
    alternatives: alternatives.map(alternativeOf),
    degraded: degraded.map(({ part, message }) => ({ part, message })),
  };
}

function alternativeOf({ passage, sectionPath, governing, sentence, markdown, likelihood, reason }: Alternative) {
  return {
    documentId: passage.documentId,
    documentKey: passage.documentKey,
    title: passage.documentTitle,
    sectionPath: [...sectionPath],
    governing: linesOf(governing),
    sentence,
    markdown,
    likelihood,
    reason,
    uri: documentUri(passage.documentId),
  };
}

/** The lines that govern a quoted place, outermost first. */
const linesOf = (governing: Citation['governing'] = []) => governing.map(({ kind, quote }) => ({ kind, quote }));

function answerOf({ text, shortAnswer, mode, written, droppedClaims, conflicts, notices }: Answer) {
  return {
    text,
    shortAnswer: shortAnswer?.text ?? null,
    mode,
    written: written.map(({ text, wording, formula, citationNumbers }) => ({
      text,
      wording,
      formula,
      citations: [...citationNumbers],
    })),
    droppedClaims: droppedClaims.map(({ text, reason }) => ({ text, reason })),
    conflicts: conflicts.map(({ kind, resolution, sides }) => ({
      kind,
      resolution,
      sides: sides.map(({ documentId, value, quote }) => ({ documentId, value, quote })),
    })),
    notices: notices.map(({ message }) => message),
  };
}

function abstentionOf({ message, suggestion, reason, nextSteps, nearest }: Abstention) {
  return {
    message,
    suggestion: suggestion && alternativeOf(suggestion),
    reason,
    nextSteps: nextSteps.map(({ kind, text }) => ({ kind, text })),
    nearest: nearest.slice(0, nearestShown).map(({ documentId, documentKey, documentTitle, text }) => ({
      documentId,
      documentKey,
      title: documentTitle,
      text,
    })),
  };
}

/** The notice comes first, because an answer, an option or a nearest title is also text of a document. */
function outcomeText(outcome: Outcome): string {
  const head = `${outcome.type} · ${outcome.tier} · confidence ${outcome.confidence.display.toFixed(0)} of 100\n${dataNotice}`;
  return [head, ...bodyOf(outcome)].filter(Boolean).join('\n\n');
}

function bodyOf(outcome: Outcome): string[] {
  switch (outcome.type) {
    case 'Answer':
      return [outcome.text, writtenText(outcome), ...proofsOf(outcome), alternativesOf(outcome)];
    case 'Clarification':
      return [outcome.text, optionsOf(outcome)];
    case 'Abstention':
      return [
        outcome.message,
        'The documents do not answer this. Say so instead of answering from elsewhere.',
        ...(outcome.suggestion
          ? ['What the message begins with is no answer: pass it on as it stands, as unsure.']
          : []),
        outcome.nextSteps.map(({ text }) => `- ${text}`).join('\n'),
        alternativesOf(outcome, outcome.suggestion),
      ];
  }
}

/** @param said what the message begins with */
function alternativesOf({ alternatives }: Outcome, said: Alternative | null = null): string {
  const places = alternatives
    .filter(({ passage }) => passage.chunkId !== said?.passage.chunkId)
    .map(({ passage, sentence }) => `- ${passage.documentTitle} (${passage.documentKey}): “${sentence}”`);
  return places.length === 0 ? '' : ['The answer may stand here; the person must look:', ...places].join('\n');
}

function proofsOf({ citations, conflicts, notices }: Answer): string[] {
  const quotes = citations.map(
    ({ number, quote, documentKey, status, governing }) =>
      `[${number}]${status === 'SUPPORTED' ? '' : ` ${status}`} “${quote}” (${[documentKey, ...linesOf(governing).map((line) => `below “${line.quote}”`)].join(', ')})`,
  );
  const disagreeing = conflicts.map(
    ({ sides }) => `The documents disagree: ${sides.map(({ value }) => value).join(' / ')}`,
  );
  return [quotes.join('\n'), ...disagreeing, ...notices.map(({ message }) => `Note: ${message}`)];
}

function optionsOf({ options }: Clarification): string {
  return options.map(({ text, question }) => `- ${text}: ask “${question}”`).join('\n');
}

const tier = z
  .enum(['CONFIDENT', 'UNCERTAIN', 'NO_MATCH', 'VERIFICATION_FAILED'])
  .describe('How far the result can be relied on');

const governing = z
  .array(z.object({ kind: z.string(), quote: z.string() }))
  .describe(
    'Lines that govern the words and may change what they say, outermost first: never repeat these words without them',
  );

/** One citation: a quote that appears in the document, character by character. */
const citation = z.object({
  number: z.number().int().describe('The number in brackets in the answer'),
  status: z.enum(['SUPPORTED', 'UNSUPPORTED', 'CONTRADICTED']).describe('Whether the quote proves the claim'),
  quote: z.string().describe('The exact words of the document'),
  documentId: z.string(),
  documentKey: z.string().describe('The document by its own name'),
  title: z.string(),
  versionId: z.string(),
  sectionPath: z.array(z.string()).describe('Headings that the quote stands under'),
  governing,
  url: z.string().nullable(),
  updatedAt: z.string().describe('When the document was updated, ISO 8601'),
  isCurrent: z.boolean().describe('Whether the cited version is valid now'),
  uri: z.string().describe('The document as a resource'),
});

const alternative = z.object({
  documentId: z.string(),
  documentKey: z.string(),
  title: z.string(),
  sectionPath: z.array(z.string()).describe('Headings that the sentence stands under'),
  governing,
  sentence: z.string().describe('The sentence that answers best'),
  markdown: z.string().describe('The passage around it'),
  likelihood: z.number().describe('That the answer stands in it, 0 to 1'),
  reason: z.string().describe('Why it is not the answer'),
  uri: z.string().describe('The document as a resource'),
});

const core = {
  runId: z.string().describe('The recorded run; verify and the console take it'),
  tier,
  confidence: z.number().describe('0 to 100'),
  calibrated: z.boolean().describe('Whether the confidence was fitted on questions of this workspace'),
  stopReason: z.string().describe('Why the loop ended'),
  citations: z.array(citation),
  alternatives: z
    .array(alternative)
    .describe('Where the answer may stand instead: show them to the person, do not answer from them'),
  degraded: z.array(z.object({ part: z.string(), message: z.string() })).describe('Parts that did not work'),
};

const answer = z.object({
  type: z.literal('Answer'),
  ...core,
  text: z.string().describe('The answer, with citation numbers in brackets'),
  shortAnswer: z
    .string()
    .nullable()
    .describe('The exact words that answer, where one sentence has them; in a table, the cell'),
  mode: z.enum(['EXTRACTIVE', 'GENERATED', 'CURATED']),
  written: writtenContent,
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
  message: z
    .string()
    .describe(
      'Why the documents do not answer, in the language of the question, behind the suggestion, if there is one',
    ),
  suggestion: alternative.nullable().describe('What may be the answer all the same: not sure, and no answer'),
  reason: z.string(),
  nextSteps: z.array(z.object({ kind: z.string(), text: z.string() })),
  nearest: z
    .array(z.object({ documentId: z.string(), documentKey: z.string(), title: z.string(), text: z.string() }))
    .describe('The nearest passages, which do not answer'),
});

/**
 * The result of `ask`: exactly one of three. Wrapped in an object, because the root of an output schema must be one.
 */
const OutcomeContent = z.object({
  outcome: z.discriminatedUnion('type', [answer, clarification, abstention]),
});
type OutcomeContent = z.infer<typeof OutcomeContent>;
