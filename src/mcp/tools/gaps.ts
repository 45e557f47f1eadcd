import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { asResult, signalOf, type McpSession, mostNameCharacters } from '../session.ts';

const GapsContent = z.object({
  gaps: z.array(
    z.object({
      question: z.string().describe("The group's representative question"),
      count: z.number().int().describe('How often it was asked'),
      lastAskedAt: z.string(),
      reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
      missing: z.array(z.string()).describe('What was named and stands in no document'),
      nearestDocuments: z.array(z.object({ documentId: z.string(), documentKey: z.string() })),
      chosen: z
        .array(z.object({ documentId: z.string(), documentKey: z.string(), sentence: z.string(), runId: z.string() }))
        .describe('What people chose as the answer'),
      exampleRunIds: z.array(z.string()),
    }),
  ),
  totalCount: z.number().int(),
  unansweredCount: z.number().int(),
  runCount: z.number().int().describe('Newest runs that were looked at'),
  nextCursor: z.string().nullable(),
});

const dayMillis = 86_400_000;

export function registerGaps(server: McpServer, session: McpSession): void {
  server.registerTool(
    'gaps',
    {
      title: 'What the documents do not answer',
      description: 'Questions the documents could not answer, grouped by similarity, most asked first.',
      inputSchema: z.object({
        days: z.number().int().min(1).max(3_650).optional().describe('Only questions of the last so many days'),
        limit: z.number().int().min(1).max(100).default(20).describe('Gaps at most'),
        after: z.string().max(mostNameCharacters).optional().describe('The nextCursor of the page before'),
      }),
      outputSchema: GapsContent,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ days, limit, after }, context) =>
      asResult(session, async () => {
        const page = await session.app.gaps(session.caller, {
          first: limit,
          after,
          since: days === undefined ? undefined : new Date(Date.now() - days * dayMillis),
          signal: signalOf(session, context),
        });
        const structured: z.infer<typeof GapsContent> = {
          gaps: page.nodes.map(
            ({ question, count, lastAskedAt, reasons, missing, nearestDocuments, chosen, exampleRunIds }) => ({
              question,
              count,
              lastAskedAt: lastAskedAt.toISOString(),
              reasons: reasons.map(({ reason, count }) => ({ reason, count })),
              missing: missing.map(({ text }) => text),
              nearestDocuments: nearestDocuments.map(({ documentId, documentKey }) => ({ documentId, documentKey })),
              chosen: chosen.map(({ documentId, documentKey, sentence, runId }) => ({
                documentId,
                documentKey,
                sentence,
                runId,
              })),
              exampleRunIds: [...exampleRunIds],
            }),
          ),
          totalCount: page.totalCount,
          unansweredCount: page.unansweredCount,
          runCount: page.runCount,
          nextCursor: page.hasNextPage ? page.endCursor : null,
        };
        const lines = page.nodes.map(({ count, question }) => `- ${count}× ${question}`);
        const summary = `${page.unansweredCount} of the newest ${page.runCount} questions went unanswered.`;
        return { structured, text: [summary, ...lines].join('\n') };
      }),
  );
}
