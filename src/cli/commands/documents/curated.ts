import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import type { CuratedAnswer, CuratedFilter } from '../../../knowledge/document.ts';
import { resolveDocuments } from '../../../mcp/resources.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import type { Command, CommandContext, Report } from '../../command.ts';
import { clip, formatTable, wrap } from '../../output/table.ts';
import { verbOf } from '../../flags.ts';

const verbs = ['list', 'show', 'save', 'confirm', 'expire', 'delete'] as const;
const defaultCount = 50;
const pageSize = 100;

export const curated: Command = {
  name: 'curated',
  summary: 'List, show, save, confirm, expire and delete curated answers.',
  usage:
    'curated [list] [flags]   or   curated save QUESTION --answer TEXT [flags]   or   curated show|confirm|expire|delete ID',
  positionals: [0, 2],
  verbs,
  flags: {
    stale: { kind: 'switch', summary: 'list: only those whose sources have changed.' },
    expired: { kind: 'switch', summary: 'list: only those that are no longer offered.' },
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `list: how many. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'list: continue after a page: its endCursor.' },
    answer: { kind: 'text', value: 'TEXT', summary: 'save: the answer.' },
    also: {
      kind: 'list',
      value: 'QUESTION,QUESTION',
      summary: 'save: another wording of the question; repeatable.',
    },
    source: {
      kind: 'list',
      value: 'KEY,KEY',
      summary: 'save: its source documents, by key or id; repeatable.',
    },
    id: { kind: 'uuid', value: 'ID', summary: 'save: replace this one instead of creating a new one.' },
    until: {
      kind: 'instant',
      value: 'DATE',
      summary: 'save, expire: when it stops being offered. Default of expire: now.',
    },
  },
  examples: [
    'candor curated --stale',
    'candor curated save "Can I bring a dog?" --answer "Yes, on Fridays." --source policies/office.md',
    'candor curated confirm 01900000-0000-7000-8000-000000000001',
    'candor curated expire 01900000-0000-7000-8000-000000000001 --until 2027-01-01',
    'candor curated delete 01900000-0000-7000-8000-000000000001',
  ],
  notes:
    'A curated answer is given as it stands, before anything is searched. confirm says that a person has checked it against its sources as they are now.',
  async run(context) {
    const [verb, name] = verbOf(context.positionals, verbs, curated.usage);
    const answer = context.flags.text('answer');
    if (verb === 'save' && answer === undefined)
      throw new CandorError('BAD_INPUT', '--answer is missing.', {
        remedy: 'Write candor curated save QUESTION --answer TEXT.',
      });
    return context.withApp(async (app, caller) => {
      context.print(
        verb === 'list'
          ? await list(app, caller, context)
          : verb === 'save'
            ? await save(app, caller, context, name, answer ?? '')
            : await act(app, caller, context, verb, name),
      );
      return 0;
    });
  },
};

async function list(app: App, caller: Caller, { flags, terminal }: CommandContext): Promise<Report> {
  const filter: CuratedFilter = {
    ...(flags.isOn('stale') ? { stale: true } : {}),
    ...(flags.isOn('expired') ? { expired: true } : {}),
  };
  const page = { first: flags.integer('first') ?? defaultCount, after: flags.text('after') };
  const { nodes, hasNextPage, endCursor } = await app.knowledge.listCurated(caller, page, filter);
  const more = hasNextPage && endCursor ? `\n\nMore: --after ${endCursor}` : '';
  const none = 'No curated answers. "candor curated save QUESTION --answer TEXT" writes one.';
  const text = nodes.length > 0 ? tableOf(nodes, terminal.columns) + more : none;
  return { json: { nodes, pageInfo: { hasNextPage, endCursor } }, text };
}

function tableOf(nodes: readonly CuratedAnswer[], columns: number): string {
  const wide = Math.max(20, Math.floor((columns - 66) / 2));
  const rows = nodes.map((each) => [
    clip(each.question, wide),
    clip(each.answer, wide),
    standingOf(each),
    each.updatedAt.toISOString().slice(0, 10),
    each.id,
  ]);
  return formatTable(
    [{ title: 'question' }, { title: 'answer' }, { title: 'state' }, { title: 'saved' }, { title: 'id' }],
    rows,
  );
}

function standingOf({ expiresAt, staleSources }: CuratedAnswer): string {
  if (expiresAt !== null && expiresAt <= new Date()) return 'expired';
  return staleSources.length > 0 ? 'stale' : 'offered';
}

async function save(
  app: App,
  caller: Caller,
  { flags }: CommandContext,
  question: string,
  answer: string,
): Promise<Report> {
  const sources = await resolveDocuments(app, caller, flags.list('source') ?? []);
  const saved = await app.knowledge.saveCurated(caller, {
    id: flags.text('id'),
    question,
    answer,
    alternatives: flags.list('also'),
    sourceDocumentIds: sources.map(({ id }) => id),
    expiresAt: flags.instant('until'),
  });
  return { json: { curatedAnswer: saved }, text: `Saved: ${clip(saved.question, 60)} (${saved.id}).` };
}

async function act(
  app: App,
  caller: Caller,
  { flags, terminal }: CommandContext,
  verb: 'show' | 'confirm' | 'expire' | 'delete',
  id: string,
): Promise<Report> {
  if (verb === 'confirm') {
    const confirmed = await app.knowledge.confirmCurated(caller, id);
    return { json: { curatedAnswer: confirmed }, text: `Confirmed: ${clip(confirmed.question, 60)}.` };
  }
  if (verb === 'delete') {
    await app.knowledge.deleteCurated(caller, id);
    return { json: { deleted: id }, text: `Curated answer ${id} is deleted.` };
  }
  const found = await find(app, caller, id);
  if (verb === 'show') return { json: { curatedAnswer: found }, text: curatedText(found, terminal.columns) };
  const expired = await expire(app, caller, found, flags.instant('until'));
  return {
    json: { curatedAnswer: expired },
    text: `No longer offered from ${expired.expiresAt?.toISOString() ?? 'now'} on: ${clip(expired.question, 60)}.`,
  };
}

/**
 * Saving pins the sources to what they say today, which would hide that they have changed: only a person who has looked
 * at them may do that.
 */
async function expire(app: App, caller: Caller, found: CuratedAnswer, until: Date | undefined): Promise<CuratedAnswer> {
  if (until !== undefined && found.staleSources.length > 0)
    throw new CandorError('BAD_INPUT', 'Its sources have changed since it was saved.', {
      details: { id: found.id },
      remedy: `Check it and run "candor curated confirm ${found.id}", or leave --until out to end it now.`,
    });
  const { id, question, alternatives, answer, sourceDocumentIds } = found;
  const gone = new Set(
    found.staleSources.flatMap((source) => (source.reason === 'DELETED' ? [source.documentId] : [])),
  );
  return app.knowledge.saveCurated(caller, {
    id,
    question,
    alternatives,
    answer,
    sourceDocumentIds: sourceDocumentIds.filter((sourceId) => !gone.has(sourceId)),
    // The app accepts only a time in the future, so the answer expires a second from now.
    expiresAt: until ?? new Date(Date.now() + 1_000),
  });
}

/**
 * The app offers only a list; a team has hundreds at most.
 * @throws NOT_FOUND
 */
async function find(app: App, caller: Caller, id: string): Promise<CuratedAnswer> {
  for (let after: string | undefined; ;) {
    const page = await app.knowledge.listCurated(caller, { first: pageSize, after }, {});
    const found = page.nodes.find((each) => each.id === id.toLowerCase());
    if (found) return found;
    if (!page.hasNextPage || page.endCursor === null)
      throw new CandorError('NOT_FOUND', `There is no curated answer ${id} in this workspace.`, {
        details: { id },
        remedy: '"candor curated" lists them with their ids.',
      });
    after = page.endCursor;
  }
}

function curatedText(each: CuratedAnswer, columns: number): string {
  const { id, question, alternatives, answer, staleSources, expiresAt } = each;
  return [
    wrap(question, columns),
    ...(alternatives.length > 0 ? [alternatives.map((other) => wrap(`or: ${other}`, columns, '    ')).join('\n')] : []),
    wrap(answer, columns),
    [
      `${standingOf(each)}${expiresAt ? `, until ${expiresAt.toISOString()}` : ''}`,
      ...staleSources.map(({ title, documentId, reason }) => `Source ${reason.toLowerCase()}: ${title ?? documentId}`),
      id,
    ].join('\n'),
  ].join('\n\n');
}
