import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import type { Document, DocumentFilter, DocumentVersion } from '../../../knowledge/document.ts';
import { resolveDocuments } from '../../../mcp/resources.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import type { Command, CommandContext, Report } from '../../command.ts';
import { clip, formatTable } from '../../output/table.ts';
import { verbOf } from '../../flags.ts';

const verbs = ['list', 'show', 'publish', 'unpublish', 'delete', 'restore'] as const;
const defaultCount = 50;

export const documents: Command = {
  name: 'documents',
  summary: 'List, show, publish, unpublish, delete and restore documents.',
  usage: 'documents [list] [flags]   or   documents show|publish|unpublish|delete|restore DOCUMENT',
  positionals: [0, 2],
  verbs,
  flags: {
    contains: { kind: 'text', value: 'TEXT', summary: 'list: only titles and keys that contain this.' },
    tags: { kind: 'list', value: 'A,B', summary: 'list: only documents with all of these labels.' },
    state: { kind: 'text', value: 'STATE', choices: ['published', 'draft'], summary: 'list: only these.' },
    deleted: { kind: 'switch', summary: 'list: those that were deleted and can be restored.' },
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `list: how many. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'list: continue after a page: its endCursor.' },
    purge: { kind: 'switch', summary: 'delete: permanently, with all versions.' },
  },
  examples: [
    'candor documents',
    'candor documents --contains refund --state draft',
    'candor documents show policies/refunds.md',
    'candor documents publish policies/refunds.md',
    'candor documents delete policies/refunds.md',
    'candor documents restore 01900000-0000-7000-8000-000000000001',
  ],
  notes:
    'DOCUMENT is a key or an id; a deleted one has its id alone. "candor show" prints the text, "candor ingest" takes documents in.',
  async run(context) {
    const [verb, name] = verbOf(context.positionals, verbs, documents.usage);
    return context.withApp(async (app, caller) => {
      context.print(verb === 'list' ? await list(app, caller, context) : await act(app, caller, context, verb, name));
      return 0;
    });
  },
};

async function list(app: App, caller: Caller, { flags, terminal }: CommandContext): Promise<Report> {
  const state = flags.text('state');
  const filter: DocumentFilter = {
    contains: flags.text('contains'),
    tags: flags.list('tags'),
    ...(state === undefined ? {} : { state: state === 'draft' ? 'DRAFT' : 'PUBLISHED' }),
    ...(flags.isOn('deleted') ? { deleted: true } : {}),
  };
  const page = { first: flags.integer('first') ?? defaultCount, after: flags.text('after') };
  const { nodes, hasNextPage, endCursor } = await app.knowledge.listDocuments(caller, page, filter);
  const totalCount = await app.knowledge.countDocuments(caller, filter);
  const more = hasNextPage && endCursor ? [`More: --after ${endCursor}`] : [];
  const text = [`${totalCount} documents.`, ...(nodes.length > 0 ? [tableOf(nodes, terminal.columns)] : []), ...more];
  return { json: { nodes, totalCount, pageInfo: { hasNextPage, endCursor } }, text: text.join('\n\n') };
}

function tableOf(nodes: readonly Document[], columns: number): string {
  const wide = Math.max(20, Math.floor((columns - 70) / 2));
  const rows = nodes.map(({ id, key, title, state, updatedAt, deletedAt }) => [
    clip(key, wide),
    clip(title, wide),
    deletedAt ? 'deleted' : state.toLowerCase(),
    (deletedAt ?? updatedAt).toISOString().slice(0, 10),
    id,
  ]);
  return formatTable(
    [{ title: 'key' }, { title: 'title' }, { title: 'state' }, { title: 'date' }, { title: 'id' }],
    rows,
  );
}

async function act(
  app: App,
  caller: Caller,
  { flags }: CommandContext,
  verb: Exclude<(typeof verbs)[number], 'list'>,
  name: string,
): Promise<Report> {
  // A deleted document cannot be looked up by key; its id is in the list of deleted documents.
  if (verb === 'restore') return reportOf(await app.knowledge.restoreDocument(caller, name), 'Restored');
  const [document] = await resolveDocuments(app, caller, [name]);
  if (!document) throw new CandorError('INTERNAL', 'resolveDocuments gives as many as it is asked for.');
  switch (verb) {
    case 'show':
      return shown(document, (await app.knowledge.versionsOf(caller, [document.id]))[0] ?? []);
    case 'publish':
      return reportOf(await app.knowledge.setState(caller, document.id, 'PUBLISHED'), 'Published');
    case 'unpublish':
      return reportOf(await app.knowledge.setState(caller, document.id, 'DRAFT'), 'Unpublished, a draft now');
    case 'delete': {
      const purge = flags.isOn('purge');
      await app.knowledge.deleteDocument(caller, document.id, purge);
      const undo = purge ? 'It is gone for good.' : `"candor documents restore ${document.id}" brings it back.`;
      return {
        json: { deleted: document, purged: purge },
        text: `Deleted: ${document.title} (${document.key}). ${undo}`,
      };
    }
  }
}

const reportOf = (document: Document, what: string): Report => ({
  json: { document },
  text: `${what}: ${document.title} (${document.key}).`,
});

function shown(document: Document, versions: readonly DocumentVersion[]): Report {
  const { title, key, id, state, sourceType, language, author, tags, accessGroups, supersededBy, trust, url } =
    document;
  const facts = [
    ['id', id],
    ['state', state.toLowerCase()],
    ['written in', [sourceType, ...(language ? [language] : [])].join(', ')],
    ['author', author ?? ''],
    ['tags', tags.join(', ')],
    ['readers', accessGroups.length > 0 ? accessGroups.join(', ') : 'everybody'],
    ['trust', trust.toLowerCase()],
    ['replaced by', supersededBy ?? ''],
    ['address', url ?? ''],
  ].filter(([, value]) => value);
  const rows = versions.map((version) => [
    String(version.number),
    version.effectiveFrom.toISOString().slice(0, 10),
    version.effectiveUntil?.toISOString().slice(0, 10) ?? '–',
    version.text.length.toLocaleString('en'),
    String(version.chunkCount),
    version.id === document.currentVersionId ? 'valid now' : '',
  ]);
  const table = formatTable(
    [
      { title: 'version', align: 'right' },
      { title: 'from' },
      { title: 'until' },
      { title: 'characters', align: 'right' },
      { title: 'chunks', align: 'right' },
      { title: '' },
    ],
    rows,
  );
  const text = [
    `${title} (${key})`,
    facts.map(([name = '', value = '']) => `${name.padEnd(12)}${value}`).join('\n'),
    table,
  ];
  return {
    json: { document, versions: versions.map(({ text: _text, ...version }) => version) },
    text: text.join('\n\n'),
  };
}
