import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { AskEvent } from '../../agent/events.ts';
import type { Abstention, Answer, Clarification, Outcome } from '../../agent/outcome.ts';
import { CandorError, type ErrorCode, errorRemedies } from '../../errors.ts';
import { cautions } from '../../workspaces/gate.ts';
import {
  asResult,
  dataNotice,
  documentUri,
  type Extra,
  type McpSession,
  signalOf,
  type Told,
  mostNameCharacters,
} from '../session.ts';
import { OutcomeContent } from './outcomeSchema.ts';

const inputSchema = {
  question: z.string().min(1).max(2_000).describe('One question, in the words of the person'),
  conversationId: z.string().max(200).optional().describe('The same text for all questions of one conversation'),
  documents: z
    .array(z.string().max(mostNameCharacters))
    .max(100)
    .optional()
    .describe('Read only these documents, by id; an option of a Clarification names them'),
  asOf: z.iso.datetime({ offset: true }).optional().describe('Answer from the versions that were valid then'),
  language: z.string().max(35).optional().describe('Language of the answer, e.g. de'),
  caution: z.enum(cautions).optional().describe('How sure an answer must be'),
};

export function registerAsk(server: McpServer, session: McpSession): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask the documents',
      description:
        "Answers a question from the team's documents. The outcome is an Answer with citations checked against the source, a Clarification (put it to the person), or an Abstention (the documents do not say: tell the person so).",
      inputSchema,
      outputSchema: OutcomeContent,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given, extra) =>
      asResult(session, async () => {
        const { question, conversationId, documents, asOf, language, caution } = given;
        const request = {
          question,
          conversationId,
          language,
          ...(asOf === undefined ? {} : { asOf: new Date(asOf) }),
          caution,
          ...(documents ? { filter: { documentIds: documents } } : {}),
        };
        const events = session.app.ask(session.caller, request, { signal: signalOf(session, extra) });
        return outcomeTold(await finalOutcome(events, extra));
      }),
  );
}

/**
 * Reads the events to their end, and tells a client that asked for it how far the question is. @throws the fault that
 * ended the run
 */
async function finalOutcome(events: AsyncIterable<AskEvent>, extra: Extra): Promise<Outcome> {
  for await (const event of events) {
    if (event.type === 'Finished') return event.outcome;
    if (event.type === 'Failed')
      throw new CandorError(toCode(event.code), event.message, {
        remedy: event.remedy,
        details: { runId: event.runId },
      });
    await tellProgress(event, extra);
  }
  throw new CandorError('INTERNAL', 'The question ended without an outcome.');
}

async function tellProgress(event: AskEvent, extra: Extra): Promise<void> {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress: event.sequence + 1, message: messageOfEvent(event) };
  // A client that has left is told nothing; its signal ends the question.
  await extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
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
      return 'A first answer is there; the model writes';
    case 'Writing':
      return 'Writing the answer';
    case 'ClaimVerified':
      return `Checked: ${event.claim.text}`;
    case 'Finished':
    case 'Failed':
      return 'Done';
  }
}

function toCode(code: string): ErrorCode {
  return Object.hasOwn(errorRemedies, code) ? (code as ErrorCode) : 'INTERNAL';
}

const nearestShown = 5;

/** An outcome for a model: typed, and as text that says what may be told on. */
function outcomeTold(outcome: Outcome): Told {
  const structured: OutcomeContent = { outcome: contentOf(outcome) };
  const cited = new Map(outcome.citations.map(({ documentId, documentKey }) => [documentId, documentKey]));
  return {
    structured,
    text: textOf(outcome),
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

function coreOf({ id, tier, confidence, stopReason, citations, degraded }: Outcome) {
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
        versionId,
        sectionPath: [...citation.sectionPath],
        url,
        updatedAt: updatedAt.toISOString(),
        isCurrent,
        uri: documentUri(documentId),
      };
    }),
    degraded: degraded.map(({ part, message }) => ({ part, message })),
  };
}

function answerOf({ text, shortAnswer, mode, droppedClaims, conflicts, notices }: Answer) {
  return {
    text,
    shortAnswer: shortAnswer?.text ?? null,
    mode,
    droppedClaims: droppedClaims.map(({ text, reason }) => ({ text, reason })),
    conflicts: conflicts.map(({ kind, resolution, sides }) => ({
      kind,
      resolution,
      sides: sides.map(({ documentId, value, quote }) => ({ documentId, value, quote })),
    })),
    notices: notices.map(({ message }) => message),
  };
}

function abstentionOf({ message, reason, nextSteps, nearest }: Abstention) {
  return {
    message,
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

/** The notice comes first: also an answer, an option or a nearest title is words of a document. */
function textOf(outcome: Outcome): string {
  const head = `${outcome.type} · ${outcome.tier} · confidence ${outcome.confidence.display.toFixed(0)} of 100\n${dataNotice}`;
  return [head, ...bodyOf(outcome)].filter(Boolean).join('\n\n');
}

function bodyOf(outcome: Outcome): string[] {
  switch (outcome.type) {
    case 'Answer':
      return [outcome.text, ...proofsOf(outcome)];
    case 'Clarification':
      return [outcome.text, optionsOf(outcome)];
    case 'Abstention':
      return [
        outcome.message,
        'The documents do not answer this. Say so instead of answering from elsewhere.',
        outcome.nextSteps.map(({ text }) => `- ${text}`).join('\n'),
      ];
  }
}

function proofsOf({ citations, conflicts, notices }: Answer): string[] {
  const quotes = citations.map(
    ({ number, quote, documentKey, status }) =>
      `[${number}]${status === 'SUPPORTED' ? '' : ` ${status}`} “${quote}” (${documentKey})`,
  );
  const disagreeing = conflicts.map(
    ({ sides }) => `The documents disagree: ${sides.map(({ value }) => value).join(' / ')}`,
  );
  return [quotes.join('\n'), ...disagreeing, ...notices.map(({ message }) => `Note: ${message}`)];
}

function optionsOf({ options }: Clarification): string {
  return options.map(({ text, question }) => `- ${text}: ask “${question}”`).join('\n');
}
