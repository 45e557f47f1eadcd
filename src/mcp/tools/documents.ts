import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Document } from '../../knowledge/document.ts';
import { findVersion, resolveDocuments } from '../resources.ts';
import { asResult, dataNotice, documentUri, type McpSession, mostNameCharacters } from '../session.ts';

const shownDocument = z.object({
  id: z.string(),
  key: z.string().describe('The document by its own name'),
  title: z.string(),
  url: z.string().nullable(),
  state: z.enum(['PUBLISHED', 'DRAFT']),
  sourceType: z.string(),
  language: z.string().nullable(),
  tags: z.array(z.string()),
  updatedAt: z.string(),
  uri: z.string(),
});

function shown({ id, key, title, url, state, sourceType, language, tags, updatedAt }: Document) {
  return {
    id,
    key,
    title,
    url,
    state,
    sourceType,
    language,
    tags: [...tags],
    updatedAt: updatedAt.toISOString(),
    uri: documentUri(id),
  };
}

const ListContent = z.object({
  documents: z.array(shownDocument),
  totalCount: z.number().int(),
  nextCursor: z.string().nullable().describe('Give it as "after" to continue; null: that is all'),
});

export function registerListDocuments(server: McpServer, session: McpSession): void {
  server.registerTool(
    'list_documents',
    {
      title: 'List the documents',
      description: 'Lists the documents that may be read, last updated first.',
      inputSchema: z.object({
        contains: z.string().max(200).optional().describe('Only documents whose title or key contains this'),
        tags: z
          .array(z.string().max(mostNameCharacters))
          .max(50)
          .optional()
          .describe('Only documents with all of these labels'),
        limit: z.number().int().min(1).max(100).default(50).describe('Documents at most'),
        after: z.string().max(mostNameCharacters).optional().describe('The nextCursor of the page before'),
      }),
      outputSchema: ListContent,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ contains, tags, limit, after }) =>
      asResult(session, async () => {
        const filter = { ...(contains ? { contains } : {}), ...(tags ? { tags } : {}) };
        const page = await session.app.knowledge.listDocuments(session.caller, { first: limit, after }, filter);
        const totalCount = await session.app.knowledge.countDocuments(session.caller, filter);
        const structured: z.infer<typeof ListContent> = {
          documents: page.nodes.map(shown),
          totalCount,
          nextCursor: page.hasNextPage ? page.endCursor : null,
        };
        const lines = page.nodes.map(
          ({ key, title, state }) => `- ${title} (${key})${state === 'DRAFT' ? ', draft' : ''}`,
        );
        return { structured, text: [`${totalCount} documents.`, ...lines].join('\n') };
      }),
  );
}

const ReadContent = z.object({
  document: shownDocument,
  version: z.object({
    id: z.string(),
    number: z.number().int(),
    effectiveFrom: z.string(),
    effectiveUntil: z.string().nullable(),
    isCurrent: z.boolean(),
  }),
  text: z.string().describe('The canonical text from start to end; citations are spans of it'),
  start: z.number().int(),
  end: z.number().int(),
  totalCharacters: z.number().int(),
  nextStart: z.number().int().nullable().describe('Where to continue reading; null: that was all'),
});

const usualCharacters = 20_000;
const mostCharacters = 100_000;

export function registerReadDocument(server: McpServer, session: McpSession): void {
  server.registerTool(
    'read_document',
    {
      title: 'Read a document',
      description: 'Reads the text of a document, or a stretch of it, as Candor understood it.',
      inputSchema: z.object({
        document: z.string().min(1).max(mostNameCharacters).describe('Its key, id or candor://documents/ address'),
        version: z.number().int().min(1).optional().describe('Which version; the one that is valid now when left out'),
        start: z.number().int().min(0).default(0).describe('Character to begin with'),
        maxCharacters: z.number().int().min(1).max(mostCharacters).default(usualCharacters),
      }),
      outputSchema: ReadContent,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ document: name, version: number, start: from, maxCharacters }) =>
      asResult(session, async () => {
        const { app, caller } = session;
        const [document] = await resolveDocuments(app, caller, [name]);
        if (!document) throw new Error('resolveDocuments gives as many as it is asked for');
        const version = await findVersion(app, caller, document, number);
        const total = version.text.length;
        const start = wholeCharacter(version.text, Math.min(from, total));
        const end = wholeCharacter(version.text, Math.min(start + maxCharacters, total));
        const text = version.text.slice(start, end);
        const structured: z.infer<typeof ReadContent> = {
          document: shown(document),
          version: {
            id: version.id,
            number: version.number,
            effectiveFrom: version.effectiveFrom.toISOString(),
            effectiveUntil: version.effectiveUntil?.toISOString() ?? null,
            isCurrent: version.id === document.currentVersionId,
          },
          text,
          start,
          end,
          totalCharacters: total,
          nextStart: end < total ? end : null,
        };
        const more = end < total ? `\n\nGo on with start ${end} of ${total}.` : '';
        return { structured, text: `${document.title} (${document.key}). ${dataNotice}\n\n${text}${more}` };
      }),
  );
}

/** Moves an offset that would split a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const [before, at] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before <= 0xdbff && at >= 0xdc00 && at <= 0xdfff ? offset + 1 : offset;
}
