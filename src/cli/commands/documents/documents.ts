import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import type { Document, DocumentFilter, DocumentVersion } from '../../../knowledge/document.ts';
import type { Succession } from '../../../knowledge/editions/editions.ts';
import type { SupersessionBasis } from '../../../knowledge/editions/relations.ts';
import { resolveDocuments } from '../../../mcp/resources.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import type { Command, CommandContext, Report } from '../../command.ts';
import { clip, formatTable } from '../../output/table.ts';
import { verbOf } from '../../flags.ts';

const verbs = ['list', 'show', 'publish', 'unpublish', 'replace', 'delete', 'restore'] as const;
const defaultCount = 50;

export const documents: Command = {
  name: 'documents',
  summary: 'List, show, publish, unpublish, replace, delete and restore documents.',
  usage: 'documents [list] [flags]   or   documents show|publish|unpublish|replace|delete|restore DOCUMENT',
  positionals: [0, 2],
  verbs,
  flags: {
    contains: { kind: 'text', value: 'TEXT', summary: 'list: only titles and keys that contain this.' },
    tags: { kind: 'list', value: 'A,B', summary: 'list: only documents with all of these labels.' },
    state: { kind: 'text', value: 'STATE', choices: ['published', 'draft'], summary: 'list: only these.' },
    deleted: { kind: 'switch', summary: 'list: those that were deleted and can be restored.' },
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `list: how many. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'list: continue after a page: its endCursor.' },
    editions: { kind: 'switch', summary: 'list: only those whose names tell a later edition, to be confirmed.' },
    by: { kind: 'text', value: 'DOCUMENT', summary: 'replace: what replaces it; none: nothing does.' },
    purge: { kind: 'switch', summary: 'delete: permanently, with all versions.' },
  },
  examples: [
    'candor documents',
    'candor documents --contains refund --state draft',
    'candor documents show policies/refunds.md',
    'candor documents publish policies/refunds.md',
    'candor documents --editions',
    'candor documents replace prices-2024.csv --by prices-2025.csv',
    'candor documents replace north.md --by none',
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

async function list(app: App, caller: Caller, context: CommandContext): Promise<Report> {
  const { flags, terminal } = context;
  if (flags.isOn('editions')) return editionsFound(app, caller, context);
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

/** What names alone tell, and nobody has confirmed. */
async function editionsFound(app: App, caller: Caller, { terminal }: CommandContext): Promise<Report> {
  const editions = await app.knowledge.unconfirmedEditions(caller);
  const documents = await app.knowledge.documents(
    caller,
    editions.map(({ documentId }) => documentId),
  );
  const wide = Math.max(20, Math.floor((terminal.columns - 20) / 2));
  const rows = editions.map(({ documentId, successorKey, basis }, index) => [
    clip(documents[index]?.key ?? documentId, wide),
    clip(successorKey, wide),
    wordOf(basis),
  ]);
  const table = formatTable([{ title: 'document' }, { title: 'replaced by' }, { title: 'known by' }], rows);
  const hint = 'Confirm with "candor documents replace DOCUMENT --by DOCUMENT", part them with "--by none".';
  return {
    json: { editions: editions.map((edition, index) => ({ ...edition, key: documents[index]?.key ?? null })) },
    text:
      rows.length === 0
        ? 'No unconfirmed editions.'
        : [`${rows.length} unconfirmed editions.`, table, hint].join('\n\n'),
  };
}

const wordOf = (basis: SupersessionBasis): string => basis.toLowerCase().replace('_', ' ');

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
    case 'show': {
      const [[versions = []], [editions]] = await Promise.all([
        app.knowledge.versionsOf(caller, [document.id]),
        app.knowledge.editions(caller, [document.id]),
      ]);
      const replaced = await app.knowledge.documents(caller, editions?.supersedes ?? []);
      const keys = replaced.flatMap((each) => each?.key ?? []);
      return shown(document, versions, { successor: editions?.successor ?? null, supersedes: keys });
    }
    case 'replace':
      return replaceBy(app, caller, document, flags.text('by'));
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

async function replaceBy(app: App, caller: Caller, older: Document, name: string | undefined): Promise<Report> {
  if (name === undefined)
    throw new CandorError('BAD_INPUT', '--by is missing.', {
      remedy: 'Name the document that replaces it, or write "--by none".',
    });
  const [newer] = name === 'none' ? [] : await resolveDocuments(app, caller, [name]);
  const document = await app.knowledge.setSuccessor(caller, older.id, newer?.id ?? null);
  return reportOf(document, newer ? `Replaced by ${newer.key}` : 'Replaced by no other');
}

const reportOf = (document: Document, what: string): Report => ({
  json: { document },
  text: `${what}: ${document.title} (${document.key}).`,
});

/** The editions of a document, by key. */
interface ShownEditions {
  readonly successor: Succession | null;
  readonly supersedes: readonly string[];
}

function shown(
  document: Document,
  versions: readonly DocumentVersion[],
  { successor, supersedes }: ShownEditions,
): Report {
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
    ['replaced by', successor ? `${successor.successorKey} (${wordOf(successor.basis)})` : (supersededBy ?? '')],
    ['replaces', supersedes.join(', ')],
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
    json: { document, successor, supersedes, versions: versions.map(({ text: _text, ...version }) => version) },
    text: text.join('\n\n'),
  };
}
