import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { newId } from '../../src/db/id.ts';
import { deleteDocument } from '../../src/knowledge/deletion.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { setState } from '../../src/knowledge/documents.ts';
import { maxPerChunk } from '../../src/knowledge/hypotheticals/store.ts';
import { ingest } from '../../src/knowledge/ingest.ts';
import { insertHypotheticals } from '../../src/knowledge/sql/insertHypotheticals.ts';
import { insertHypotheticalTexts } from '../../src/knowledge/sql/insertHypotheticalTexts.ts';
import { storeWindows, vectorText } from '../../src/knowledge/storeVersion.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { SearchFilter } from '../../src/retrieval/passage.ts';
import { searchVector } from '../../src/retrieval/sql/searchVector.ts';
import { vectorArm } from '../../src/retrieval/vectorArm.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { inlineParser } from '../support/parser.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';

const limit = 30;
const sectionsEach = 60;
const documentCount = 17;
const subjects = 'heron otter badger stork zebra lion wolf bear crane beaver falcon marten'.split(' ');
const places = 'meadow river hill swamp garden harbour forest island valley desert cliff orchard'.split(' ');
const habits = 'sleeps rests swims hunts plays hides waits digs sings builds climbs bathes'.split(' ');
const times = 'morning noon evening winter spring summer autumn midnight dusk dawn'.split(' ');
const sentence = (index: number) =>
  `The ${subjects[index % 12]!} of the ${places[Math.floor(index / 12) % 12]!} ${habits[(index * 7 + Math.floor(index / 144)) % 12]!} in the ${times[(index * 3 + Math.floor(index / 50)) % 10]!} near gate ${index}.`;
const document = (key: string, first: number, count: number, more: Partial<Omit<DocumentInput, 'text' | 'bytes'>> = {}): DocumentInput =>
  ({ key, format: 'MARKDOWN', language: 'en', text: Array.from({ length: count }, (_, part) => `# Part ${first + part}\n\n${sentence(first + part)}`).join('\n\n'), ...more });

// Real vectors: those that count hashed words are positive in every component, and signs tell nothing about them.
let embedder: Embedder;
let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  [open, embedder] = await Promise.all([openTestDatabase(), openTestEmbedder()]);
  workspace = await newWorkspace(open.database);
  await take(workspace, ...Array.from({ length: documentCount }, (_, number) => document(`${number}.md`, number * sectionsEach, sectionsEach)));
  // A dozen that no question is about.
  await take(workspace, document('few.md', 5_000, 12, { tags: ['few'] }));
}, 300_000);
afterAll(() => Promise.all([open.close(), embedder.close()]));

const take = async (into: string, ...documents: readonly DocumentInput[]) => {
  const { results } = await ingest({ database: open.database, embedder, parser: inlineParser, log: silentLog }, into, documents);
  expect(results.filter(({ error }) => error)).toEqual([]);
  return results.map(({ documentId }) => documentId!);
};
const questions = Array.from({ length: 12 }, (_, index) => `When does the ${subjects[(index * 5) % 12]!} of the ${places[(index * 7) % 12]!} rest in the ${times[index % 10]!}?`);

interface Scan {
  readonly hits: readonly string[];
  /** Windows that each statement compared; null: all. */
  readonly compared: readonly (number | null)[];
}

interface Changes {
  readonly filter?: SearchFilter;
  readonly asOf?: Date;
  readonly of?: string;
}

/** What the arm finds, and how many windows it had compared. */
async function arm(question: string, { filter = {}, asOf = new Date(), of = workspace }: Changes = {}): Promise<Scan> {
  const compared: (number | null)[] = [];
  const database: Database = { ...open.database, inWorkspace: (id, work, options) => open.database.inWorkspace(id, (transaction) => work({
    query: (statement, values) => {
      if (statement.name === searchVector.name) compared.push((values[8] as readonly string[] | null)?.length ?? null);
      return transaction.query(statement, values);
    },
  }), options) };
  const hits = await vectorArm({ database, workspaceId: of, asOf, filter, accessGroups: null }, { vector: await embedder.embedQuery(question), model: embedder.fingerprint, limit, maxDistance: 2 });
  return { hits: hits.map(({ chunkId }) => chunkId), compared };
}

/** The best of all, each window compared. */
async function exact(question: string, { filter = {}, asOf = new Date() }: Changes = {}): Promise<string[]> {
  const vector = vectorText(await embedder.embedQuery(question));
  const rows = await open.database.inWorkspace(workspace, (transaction) => transaction.query(searchVector, [workspace, embedder.fingerprint, vector, limit, 2, asOf, null, JSON.stringify(filter), null, null]));
  return rows.map((row) => row.parent_id);
}

const documentOf = async (chunkIds: readonly string[]) => {
  const { rows } = await open.pool.query<{ key: string }>('select distinct key from chunk join document using (workspace_id, document_id) where workspace_id = $1 and chunk_id = any ($2)', [workspace, chunkIds]);
  return rows.map(({ key }) => key);
};

it('finds nearly all of the best 30 of 1,032 chunks, and compares a part of them', async () => {
  let [kept, total] = [0, 0];
  for (const question of questions) {
    const [found, best] = [await arm(question), await exact(question)];
    expect(found.hits).toHaveLength(limit);
    expect(found.compared).toEqual([10 * limit]);
    kept += found.hits.filter((id) => best.includes(id)).length;
    total += best.length;
  }
  expect(kept / total).toBeGreaterThanOrEqual(0.95);
});

it('returns through a narrow filter as many as there are, and the same as the exact scan', async () => {
  const filter = { tags: ['few'] };
  for (const question of questions.slice(0, 3)) {
    const found = await arm(question, { filter });
    expect(found.hits).toHaveLength(12);
    expect(found.hits).toEqual(await exact(question, { filter }));
    expect(found.compared.at(-1)).toBeNull();
  }
  expect((await arm(questions[0]!, { filter: { tags: ['none'] } })).hits).toEqual([]);
});

it('returns through a wide filter as many as are asked for', async () => {
  const keys = Array.from({ length: 5 }, (_, number) => `${number}.md`);
  const { rows } = await open.pool.query<{ id: string }>('select document_id as id from document where workspace_id = $1 and key = any ($2)', [workspace, keys]);
  const filter = { documentIds: rows.map(({ id }) => id) };
  const [found, best] = [await arm(questions[1]!, { filter }), await exact(questions[1]!, { filter })];
  expect(found.hits).toHaveLength(limit);
  expect(found.hits.filter((id) => best.includes(id)).length).toBeGreaterThanOrEqual(0.95 * limit);
});

describe('what may not be found', () => {
  it('is left out at once: purged, deleted, unpublished, superseded; and nothing shortens the result', async () => {
    const before = new Date();
    const [question = ''] = questions;
    const keys = await documentOf((await arm(question)).hits.slice(0, 20));
    const { rows } = await open.pool.query<{ id: string; key: string }>('select document_id as id, key from document where workspace_id = $1 and key = any ($2) order by key', [workspace, keys]);
    expect(rows.length).toBeGreaterThanOrEqual(4);
    const [purged, deleted, hidden, superseded] = rows;
    const reader = { workspaceId: workspace, accessGroups: null };
    await deleteDocument(open.database, reader, purged!.id, true);
    await deleteDocument(open.database, reader, deleted!.id);
    await setState(open.database, reader, hidden!.id, 'DRAFT');
    const { rows: old } = await open.pool.query<{ chunk_id: string }>('select chunk_id from chunk where workspace_id = $1 and document_id = $2', [workspace, superseded!.id]);
    await take(workspace, { key: superseded!.key, format: 'MARKDOWN', language: 'en', text: `# Heron\n\n${question} It rests all day long.` });

    const found = await arm(question);
    expect(found.hits).toHaveLength(limit);
    expect(found.compared).toEqual([10 * limit]);
    const outdated = new Set(old.map(({ chunk_id: id }) => id));
    expect(found.hits.filter((id) => outdated.has(id))).toEqual([]);
    // What came last is read before each search: the new version is nearest.
    expect((await documentOf(found.hits.slice(0, 1)))[0]).toBe(superseded!.key);
    for (const gone of [purged, deleted, hidden]) expect(await documentOf(found.hits)).not.toContain(gone!.key);
    expect((await arm(question, { asOf: before })).hits.some((id) => outdated.has(id))).toBe(true);
  });
});

it('passages with many windows do not crowd others out: as many are found as are asked for', async () => {
  const crowded = await newWorkspace(open.database);
  // 24 passages of several windows about herons, with ten questions about herons each, have more windows than the 300 that are chosen.
  const about = (passage: number) => Array.from({ length: 14 }, (_, day) => `On day ${day} the heron of gate ${passage} rests from ${times[day % 10]!} until the ${times[(day + passage) % 10]!} comes, as a heron does.`).join(' ');
  const texts = Array.from({ length: 36 }, (_, passage) => (passage < 24 ? about(passage) : `Invoice ${passage} is paid by the office in ${places[passage % 12]!} street.`));
  await take(crowded, ...texts.map((text, passage): DocumentInput => ({ key: `${100 + passage}.txt`, text, format: 'PLAIN_TEXT', language: 'en' })));
  const { rows } = await open.pool.query<{ id: string }>(`select chunk_id as id from chunk join document using (workspace_id, document_id) where workspace_id = $1 order by key`, [crowded]);
  expect(rows).toHaveLength(36);
  const drafts = rows.slice(0, 24).flatMap(({ id }, passage) => Array.from({ length: maxPerChunk }, (_, position) => ({ id: newId(), parent: id, position, text: `When does the heron of gate ${passage} rest on day ${position}?` })));
  const vectors = await embedder.embedDocuments(drafts.map(({ text }) => text));
  const ids = drafts.map(({ id }) => id);
  await open.database.inWorkspace(crowded, async (transaction) => {
    await transaction.query(insertHypotheticals, [crowded, ids, drafts.map(({ parent }) => parent), drafts.map(({ position }) => position), maxPerChunk]);
    await transaction.query(insertHypotheticalTexts, [crowded, ids, drafts.map(({ text }) => text), drafts.map(() => 6), drafts.map(({ text }) => text)]);
    await storeWindows(transaction, crowded, embedder.fingerprint, ids, drafts.map(({ text }, index) => [{ window: { start: 0, end: text.length, text }, vector: vectors[index]! }]));
  });
  const windows = await open.pool.query('select 1 from chunk_window join chunk using (workspace_id, chunk_id) where workspace_id = $1 and coalesce(parent_id, chunk_id) = any ($2)', [crowded, rows.slice(0, 24).map(({ id }) => id)]);
  expect(windows.rowCount).toBeGreaterThan(10 * limit);
  const found = await arm('When does the heron rest?', { of: crowded });
  expect(new Set(found.hits).size).toBe(limit);
});
