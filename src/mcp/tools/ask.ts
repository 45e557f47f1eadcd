import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { AskEvent } from '../../agent/events.ts';
import type { Outcome } from '../../agent/outcome.ts';
import { CandorError, errorRemedies, type ErrorCode } from '../../errors.ts';
import { cautions } from '../../workspaces/gate.ts';
import { asResult, signalOf, type Extra, type McpSession } from '../session.ts';
import { outcomeTold } from './outcomeContent.ts';
import { OutcomeContent } from './outcomeSchema.ts';

const inputSchema = {
  question: z.string().min(1).max(2_000).describe('One question, in the words of the person'),
  conversationId: z.string().max(200).optional().describe('The same text for all questions of one conversation'),
  documents: z
    .array(z.string())
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

/** Reads the events to their end, and tells a client that asked for it how far the question is. @throws the fault that ended the run */
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
