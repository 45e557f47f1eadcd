import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { asResult, dataNotice, documentUri, signalOf, type McpSession, mostNameCharacters } from '../session.ts';

const SearchContent = z.object({
  tier: z.enum(['CONFIDENT', 'UNCERTAIN', 'NO_MATCH', 'VERIFICATION_FAILED']),
  confidence: z.number().describe('0 to 100: how likely the passages hold an answer'),
  passages: z.array(
    z.object({
      rank: z.number().int(),
      score: z.number(),
      documentId: z.string(),
      documentKey: z.string(),
      title: z.string(),
      sectionPath: z.array(z.string()),
      text: z.string(),
      span: z.object({ start: z.number().int(), end: z.number().int() }).describe('Where it stands in the version'),
      versionNumber: z.number().int(),
      updatedAt: z.string(),
      url: z.string().nullable(),
      uri: z.string(),
    }),
  ),
  degraded: z.array(z.object({ part: z.string(), message: z.string() })),
});

const label = z.string().max(mostNameCharacters);

/** What the tools that search take as `filter.metadata`; the app checks which ends go together. */
export const metadataSchema = z
  .array(
    z.object({
      name: z.string().max(mostNameCharacters).describe('The name of the field; an unknown one is told the nearest'),
      in: z.array(z.string().max(mostNameCharacters)).max(100).optional().describe('One of these values, exactly'),
      from: z.string().max(30).optional().describe('The least number or the first day (YYYY-MM-DD), inclusive'),
      to: z.string().max(30).optional().describe('The greatest number or the last day, inclusive'),
    }),
  )
  .max(10)
  .optional()
  .describe('Only documents with this metadata, e.g. [{"name":"product","in":["River"]}]; all must hold');

export function registerSearch(server: McpServer, session: McpSession): void {
  server.registerTool(
    'search',
    {
      title: 'Search the documents',
      description:
        'Finds passages by words and by meaning, without answering. Use ask for a question: it checks what it says.',
      inputSchema: z.object({
        query: z.string().min(1).max(2_000).describe('Words or a question'),
        limit: z.number().int().min(1).max(50).optional().describe('Passages at most; 10 when left out'),
        tags: z.array(label).max(50).optional().describe('Only documents with all of these labels'),
        metadata: metadataSchema,
        asOf: z.iso.datetime({ offset: true }).optional().describe('Search the versions that were valid then'),
      }),
      outputSchema: SearchContent,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, limit, tags, metadata, asOf }, context) =>
      asResult(session, async () => {
        const request = {
          query,
          ...(limit === undefined ? {} : { retrieval: { topK: limit } }),
          ...(tags || metadata ? { filter: { ...(tags && { tags }), ...(metadata && { metadata }) } } : {}),
          ...(asOf === undefined ? {} : { asOf: new Date(asOf) }),
        };
        const found = await session.app.search(session.caller, request, { signal: signalOf(session, context) });
        const passages = found.passages.map(
          ({ documentTitle: title, sectionPath, sourceSpan: span, updatedAt, ...passage }) => ({
            rank: passage.rank,
            score: passage.score,
            documentId: passage.documentId,
            documentKey: passage.documentKey,
            title,
            sectionPath: [...sectionPath],
            text: passage.text,
            span,
            versionNumber: passage.versionNumber,
            updatedAt: updatedAt.toISOString(),
            url: passage.url,
            uri: documentUri(passage.documentId),
          }),
        );
        const structured: z.infer<typeof SearchContent> = {
          tier: found.tier,
          confidence: found.confidence.display,
          passages,
          degraded: found.degraded.map(({ part, message }) => ({ part, message })),
        };
        const listed = passages.map(
          ({ rank, title, documentKey, text }) => `${rank}. ${title} (${documentKey})\n${text}`,
        );
        return {
          structured,
          text: passages.length === 0 ? 'Nothing was found.' : [dataNotice, ...listed].join('\n\n'),
          documents: [...new Map(passages.map(({ documentId: id, title }) => [id, { id, title }])).values()],
        };
      }),
  );
}
