import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CitationVerification, GroundingReport } from '../../app/app.ts';
import { CandorError } from '../../errors.ts';
import { resolveDocuments } from '../resources.ts';
import {
  asResult,
  dataNotice,
  documentUri,
  signalOf,
  type McpSession,
  type ToolReply,
  mostNameCharacters,
} from '../session.ts';

const status = z.enum(['SUPPORTED', 'UNSUPPORTED', 'CONTRADICTED']);

const textVerified = z.object({
  type: z.literal('Text'),
  claims: z.array(
    z.object({
      text: z.string(),
      status,
      reason: z.string().nullable().describe('Why it is not supported'),
      evidence: z
        .array(z.object({ documentId: z.string(), quote: z.string(), status, uri: z.string() }))
        .describe('What decides it, best first'),
    }),
  ),
  claimCount: z.number().int(),
  supportedCount: z.number().int(),
  complete: z.boolean().describe('False: time or size ended the check before everything was read'),
});

const citationVerified = z.object({
  type: z.literal('Citation'),
  claim: z.string().nullable().describe('Null where the quote is'),
  quote: z.string().nullable().describe('Null: hidden from this key since, or purged'),
  documentId: z.string(),
  uri: z.string(),
  status: status.nullable().describe('The checks made again; null: the version can no longer be read'),
  quoteMatches: z.boolean().nullable(),
  isCurrent: z.boolean().describe('Whether the cited version is the one that is valid now'),
  documentState: z.string(),
  holdsToday: z.boolean().nullable().describe('Whether what is valid now still proves the claim'),
});

const VerifyContent = z.object({ verification: z.discriminatedUnion('type', [textVerified, citationVerified]) });
type VerifyContent = z.infer<typeof VerifyContent>;

const usage = 'Give text and documents, or runId and citation.';

export function registerVerify(server: McpServer, session: McpSession): void {
  server.registerTool(
    'verify',
    {
      title: 'Verify a text or a citation',
      description: `Checks a text against documents, claim by claim (text and documents), or checks whether a citation of an earlier answer still holds today (runId and citation). No model is asked, and nothing is recorded.`,
      inputSchema: z.object({
        text: z.string().max(20_000).optional().describe('What to check, e.g. a draft of your own'),
        documents: z
          .array(z.string().max(mostNameCharacters))
          .max(50)
          .optional()
          .describe('What must prove it: keys, ids or addresses'),
        runId: z.string().max(mostNameCharacters).optional().describe('The runId of an answer'),
        citation: z.number().int().min(1).optional().describe('The number of its citation'),
      }),
      outputSchema: VerifyContent,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ text, documents, runId, citation }, context) =>
      asResult(session, async () => {
        const { app, caller } = session;
        const options = { signal: signalOf(session, context) };
        if (text !== undefined && documents && runId === undefined && citation === undefined) {
          const found = await resolveDocuments(app, caller, documents);
          const request = { text, documentIds: found.map(({ id }) => id) };
          return toGroundingText(await app.grounding.check(caller, request, options));
        }
        if (runId !== undefined && citation !== undefined && text === undefined && !documents)
          return toCitationText(await app.grounding.verifyCitation(caller, { runId, number: citation }, options));
        throw new CandorError('BAD_INPUT', 'It is not clear what to verify.', { remedy: usage });
      }),
  );
}

function toGroundingText({ claims, claimCount, supportedCount, complete }: GroundingReport): ToolReply {
  const structured: VerifyContent = {
    verification: {
      type: 'Text',
      claims: claims.map(({ text, status, reason, evidence }) => ({
        text,
        status,
        reason,
        evidence: evidence.map(({ documentId, quote, status }) => ({
          documentId,
          quote,
          status,
          uri: documentUri(documentId),
        })),
      })),
      claimCount,
      supportedCount,
      complete,
    },
  };
  const lines = claims.map(({ text, status, reason, evidence }) =>
    [
      `${status}: ${text}`,
      ...(reason === null ? [] : [reason]),
      ...evidence.slice(0, 1).map(({ quote }) => `“${quote}”`),
    ].join('\n'),
  );
  const summary = `${supportedCount} of ${claimCount} claims are supported.${complete ? '' : ' Not everything was checked.'}`;
  return { structured, text: [summary, dataNotice, ...lines].join('\n\n') };
}

function toCitationText(verification: CitationVerification): ToolReply {
  const { claim, quote, documentId, status, quoteMatches, isCurrent, documentState, holdsToday } = verification;
  const structured: VerifyContent = {
    verification: {
      type: 'Citation',
      claim,
      quote,
      documentId,
      uri: documentUri(documentId),
      status,
      quoteMatches,
      isCurrent,
      documentState,
      holdsToday,
    },
  };
  const verdict =
    holdsToday === null
      ? 'Whether it holds today cannot be determined.'
      : holdsToday
        ? 'It holds today.'
        : 'It does not hold today.';
  const words = quote === null ? 'The document is gone.' : `${dataNotice}\n“${quote}”`;
  return { structured, text: `${verdict}\n\n${words}` };
}
