import type pg from 'pg';
import { expect } from 'vitest';
import type { App } from '../../../../src/app/app.ts';
import type { Database } from '../../../../src/db/database.ts';
import { ingest } from '../../../../src/knowledge/ingest/ingest.ts';
import { deleteDocument } from '../../../../src/knowledge/store/documents.ts';
import { silentLog } from '../../../../src/log.ts';
import { asked, createDraw, hiddenFor, type Parts, searched } from '../../../retrieval/hiddenDocuments.ts';
import { createHashedEmbedder } from '../../../support/hashedEmbedder.ts';
import { inlineParser } from '../../../support/parser.ts';
import { everyRow } from '../everyRow.ts';
import { readerOf, type Tenant } from './scene.ts';

export interface Place {
  readonly database: Database;
  readonly pool: pg.Pool;
  readonly app: App;
}

/** Restores the backup of another place, and compares every row of every table. */
export async function expectSameRows(from: Place, to: Place, file: string, tenants: readonly Tenant[]): Promise<void> {
  const ids = tenants.map(({ id }) => id);
  await from.app.backups.backup(file, { workspaceIds: ids });
  const before = await everyRow(from.pool, ids);
  await to.app.backups.restore(file, { replace: false });
  expect(await everyRow(to.pool, ids)).toEqual(before);
  for (const { admin } of tenants) expect(await to.app.audit.verify(admin)).toMatchObject({ holds: true });
}

/** What a reader of one group is told by some searches and an ask. */
async function told(parts: Parts, workspace: string, questions: readonly string[]): Promise<unknown> {
  const accessGroups = readerOf(workspace).accessGroups ?? undefined;
  const answers: unknown[] = [await asked(parts, workspace, questions[0] ?? '', accessGroups)];
  for (const question of questions) answers.push(await searched(parts, workspace, question, accessGroups));
  return answers;
}

/**
 * The differential test of hidden documents, in workspaces that have lived: a reader is told the same on the copy as
 * where it comes from (if its engine is the same), the same beside further hidden documents that were chosen against the questions, and the same
 * when everything that the reader may not see is purged.
 */
export async function expectNothingTold(
  from: Place,
  to: Place,
  tenants: readonly Tenant[],
  { seed, questionsOfEach }: { readonly seed: number; readonly questionsOfEach: number },
): Promise<number> {
  const draw = createDraw(seed);
  let compared = 0;
  for (const { id, admin } of tenants) {
    const questions = Array.from({ length: questionsOfEach }, (_, nth) =>
      nth % 3 === 0 ? draw.answerable() : draw.question(),
    );
    const [there, here] = [partsOf(from), partsOf(to)];
    const expected = await told(here, id, questions);
    const same = async (when: string) => {
      expect(await told(here, id, questions), `seed ${seed}, ${id}, ${when}`).toEqual(expected);
      compared += questions.length + 1;
    };
    // The two engines add the parts of a vector's product in another order: .368403614 and .368403375.
    if (from.database.kind === to.database.kind) expect(await told(there, id, questions)).toEqual(expected);
    await addHidden(here, id, hiddenFor(questions, draw));
    await same('beside more hidden documents');
    await purgeHidden(to.app, admin);
    await same('without hidden documents');
  }
  return compared;
}

const partsOf = ({ database }: Place): Parts => ({ database, embedder: createHashedEmbedder() });

async function addHidden(
  { database, embedder }: Parts,
  workspaceId: string,
  hidden: ReturnType<typeof hiddenFor>,
): Promise<void> {
  const { results } = await ingest(
    { database, embedder, parser: inlineParser, log: silentLog },
    workspaceId,
    hidden.map(({ document }) => document),
  );
  const reader = { workspaceId, accessGroups: null };
  for (const [nth, { how }] of hidden.entries())
    if (how === 'DELETED' || how === 'PURGED')
      await deleteDocument(database, reader, results[nth]?.documentId ?? '', how === 'PURGED');
}

async function purgeHidden(app: App, admin: Tenant['admin']): Promise<void> {
  const list = async (caller: Tenant['admin'], deleted = false): Promise<string[]> => {
    const ids: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await app.knowledge.listDocuments(caller, { first: 100, after }, { deleted });
      ids.push(...page.nodes.map(({ id }) => id));
      if (!page.hasNextPage) return ids;
      after = page.endCursor ?? undefined;
    }
  };
  const open = new Set(await list(readerOf(admin.workspaceId)));
  const hidden = [...(await list(admin)), ...(await list(admin, true))].filter((id) => !open.has(id));
  for (const id of hidden) await app.knowledge.deleteDocument(admin, id, true);
}
