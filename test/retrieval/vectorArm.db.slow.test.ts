import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, vectorText } from '../../src/db/statement.ts';
import { deleteDocument, setState } from '../../src/knowledge/store/documents.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { maxPerChunk } from '../../src/knowledge/hypotheticals/store.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { insertHypotheticals, insertHypotheticalTexts } from '../../src/knowledge/hypotheticals/hypotheticals.sql.ts';
import { reEmbed } from '../../src/knowledge/ingest/reEmbed.ts';
import { storeWindows } from '../../src/knowledge/store/storeVersions.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { SearchFilter } from '../../src/retrieval/passage.ts';
import { vectorArm } from '../../src/retrieval/arms/searchArms.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
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
const document = (
  key: string,
  first: number,
  count: number,
  more: Partial<Omit<DocumentInput, 'text' | 'bytes'>> = {},
): DocumentInput => ({
  key,
  format: 'MARKDOWN',
  language: 'en',
  text: Array.from({ length: count }, (_, part) => `# Part ${first + part}\n\n${sentence(first + part)}`).join('\n\n'),
  ...more,
});

// Real vectors: those that count hashed words are positive in every component, and signs tell nothing about them.
let embedder: Embedder;
let open: OpenTestDatabase;
let workspace: string;
beforeAll(async () => {
  [open, embedder] = await Promise.all([openTestDatabase(), openTestEmbedder()]);
  workspace = await newWorkspace(open.database);
  await take(
    workspace,
    ...Array.from({ length: documentCount }, (_, number) =>
      document(`${number}.md`, number * sectionsEach, sectionsEach),
    ),
  );
  // A dozen that no question is about.
  await take(workspace, document('few.md', 5_000, 12, { tags: ['few'] }));
}, 300_000);
afterAll(() => Promise.all([open.close(), embedder.close()]));

const take = async (into: string, ...documents: readonly DocumentInput[]) => {
  const { results } = await ingest(
    { database: open.database, embedder, parser: inlineParser, log: silentLog },
    into,
    documents,
  );
  expect(results.filter(({ error }) => error)).toEqual([]);
  return results.map(({ documentId }) => documentId!);
};
const questions = Array.from(
  { length: 12 },
  (_, index) =>
    `When does the ${subjects[(index * 5) % 12]!} of the ${places[(index * 7) % 12]!} rest in the ${times[index % 10]!}?`,
);

interface Changes {
  readonly filter?: SearchFilter;
  readonly asOf?: Date;
  readonly of?: string;
  readonly accessGroups?: readonly string[];
  readonly howMany?: number;
}

/** The passages that the arm finds, best first. */
async function arm(
  question: string,
  { filter = {}, asOf = new Date(), of = workspace, accessGroups, howMany = limit }: Changes = {},
): Promise<string[]> {
  const scope = { database: open.database, workspaceId: of, asOf, filter, accessGroups: accessGroups ?? null };
  const hits = await vectorArm(scope, {
    vector: await embedder.embedQuery(question),
    model: embedder.fingerprint,
    limit: howMany,
    maxDistance: 2,
  });
  return hits.map(({ chunkId }) => chunkId);
}

/** The best of all that is published, each window compared, by a statement of the test's own. */
async function exact(question: string, tag?: string, keys?: readonly string[]): Promise<string[]> {
  const { rows } = await open.pool.query<{ id: string }>(
    `
    select c.parent_id as id, min(w.embedding <#> $2::halfvec) as distance
    from chunk_window w join chunk c using (workspace_id, chunk_id) join document_version v using (workspace_id, version_id) join document d on d.workspace_id = w.workspace_id and d.document_id = c.document_id
    where w.workspace_id = $1 and v.effective_until is null and d.state = 'PUBLISHED' and d.deleted_at is null and ($3::text is null or $3 = any (d.tags)) and ($4::text[] is null or d.key = any ($4))
    group by 1 order by 2, 1 limit $5`,
    [workspace, vectorText(await embedder.embedQuery(question)), tag ?? null, keys ?? null, limit],
  );
  return rows.map(({ id }) => id);
}

const documentOf = async (chunkIds: readonly string[]) => {
  const { rows } = await open.pool.query<{ key: string }>(
    'select distinct key from chunk join document using (workspace_id, document_id) where workspace_id = $1 and chunk_id = any ($2)',
    [workspace, chunkIds],
  );
  return rows.map(({ key }) => key);
};

it('finds nearly all of the best of 1,032 chunks', async () => {
  const kept = { ten: 0, thirty: 0 };
  for (const question of questions) {
    const [found, best] = [await arm(question), await exact(question)];
    expect(found).toHaveLength(limit);
    kept.thirty += best.filter((id) => found.includes(id)).length / limit / questions.length;
    kept.ten += best.slice(0, 10).filter((id) => found.includes(id)).length / 10 / questions.length;
  }
  expect(kept.ten).toBeGreaterThanOrEqual(0.98);
  expect(kept.thirty).toBeGreaterThanOrEqual(0.95);
});

it('asked for all, gives the order of the exact scan', async () => {
  expect((await arm(questions[0]!, { howMany: 200 })).slice(0, limit)).toEqual(await exact(questions[0]!));
});

it('returns through a narrow filter as many as there are, and the same as the exact scan', async () => {
  for (const question of questions.slice(0, 3)) {
    const found = await arm(question, { filter: { tags: ['few'] } });
    expect(found).toHaveLength(12);
    expect(found).toEqual(await exact(question, 'few'));
  }
  expect(await arm(questions[0]!, { filter: { tags: ['none'] } })).toEqual([]);
});

it('returns through a wide filter as many as are asked for', async () => {
  const keys = Array.from({ length: 5 }, (_, number) => `${number}.md`);
  const { rows } = await open.pool.query<{ id: string }>(
    'select document_id as id from document where workspace_id = $1 and key = any ($2)',
    [workspace, keys],
  );
  // 300 chunks are fewer than are chosen: the order is the exact one.
  expect(await arm(questions[1]!, { filter: { documentIds: rows.map(({ id }) => id) } })).toEqual(
    await exact(questions[1]!, undefined, keys),
  );
});

it('to who may read a few documents among many gives all of these', async () => {
  await open.pool.query(`update document set access_groups = '{board}' where workspace_id = $1 and key <> 'few.md'`, [
    workspace,
  ]);
  try {
    for (const question of questions.slice(0, 3))
      expect(await arm(question, { accessGroups: ['guests'] })).toEqual(await exact(question, 'few'));
    expect(await arm(questions[0]!, { accessGroups: ['board'] })).toEqual(await arm(questions[0]!));
  } finally {
    await open.pool.query(`update document set access_groups = '{}' where workspace_id = $1`, [workspace]);
  }
});

it('chooses the same from all chunks as from those that may be read', async () => {
  for (const question of questions.slice(0, 3))
    expect(await arm(question, { filter: { keyPrefix: '' } })).toEqual(await arm(question));
});

it('searches vectors of any length: 1,536 components, and the model that the workspace has now', async () => {
  const [long, of] = [createHashedEmbedder('test:hashed@1:1536', 1_536), await newWorkspace(open.database)];
  await ingest(
    { database: open.database, embedder: long, parser: inlineParser, log: silentLog },
    of,
    Array.from({ length: 12 }, (_, number): DocumentInput => ({
      key: `${number}.md`,
      format: 'PLAIN_TEXT',
      text: sentence(number),
    })),
  );
  const found = async (by: Embedder) =>
    (
      await vectorArm(
        { database: open.database, workspaceId: of, asOf: new Date(), filter: {}, accessGroups: null },
        { vector: await by.embedQuery(sentence(7)), model: by.fingerprint, limit, maxDistance: 2 },
      )
    ).map(({ chunkId }) => chunkId);
  const codes = async () =>
    (
      await open.pool.query<{ model: string; bits: number }>(
        'select distinct model, length(code_0) as bits from chunk_code where workspace_id = $1',
        [of],
      )
    ).rows;
  expect(await codes()).toEqual([{ model: long.fingerprint, bits: 1_536 }]);
  const before = await found(long);
  expect(before).toHaveLength(12);
  await reEmbed({ database: open.database, embedder }, of);
  expect(await codes()).toEqual([{ model: embedder.fingerprint, bits: embedder.dimensions }]);
  expect(await found(embedder)).toHaveLength(12);
  expect((await found(embedder))[0]).toBe(before[0]);
  expect(await found(long)).toEqual([]);
});

describe('what may not be found', () => {
  it('is left out at once: purged, deleted, unpublished, superseded; and nothing shortens the result', async () => {
    const before = new Date();
    const [question = ''] = questions;
    const keys = await documentOf((await arm(question)).slice(0, 20));
    const { rows } = await open.pool.query<{ id: string; key: string }>(
      'select document_id as id, key from document where workspace_id = $1 and key = any ($2) order by key',
      [workspace, keys],
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    const [purged, deleted, hidden, superseded] = rows;
    const reader = { workspaceId: workspace, accessGroups: null };
    await deleteDocument(open.database, reader, purged!.id, true);
    await deleteDocument(open.database, reader, deleted!.id);
    await setState(open.database, reader, hidden!.id, 'DRAFT');
    const { rows: old } = await open.pool.query<{ chunk_id: string }>(
      'select chunk_id from chunk where workspace_id = $1 and document_id = $2',
      [workspace, superseded!.id],
    );
    await take(workspace, {
      key: superseded!.key,
      format: 'MARKDOWN',
      language: 'en',
      text: `# Heron\n\n${question} It rests all day long.`,
    });

    const found = await arm(question);
    expect(found).toHaveLength(limit);
    const outdated = new Set(old.map(({ chunk_id: id }) => id));
    expect(found.filter((id) => outdated.has(id))).toEqual([]);
    // What came last is read before each search: the new version is nearest.
    expect((await documentOf(found.slice(0, 1)))[0]).toBe(superseded!.key);
    for (const gone of [purged, deleted, hidden]) expect(await documentOf(found)).not.toContain(gone!.key);
    expect((await arm(question, { asOf: before })).some((id) => outdated.has(id))).toBe(true);
  });
});

it('passages with many windows do not crowd others out: as many are found as are asked for', async () => {
  const crowded = await newWorkspace(open.database);
  // 24 passages of several windows about herons, with ten questions about herons each, have 264 chunks, and those of a few passages are the nearest.
  const about = (passage: number) =>
    Array.from(
      { length: 14 },
      (_, day) =>
        `On day ${day} the heron of gate ${passage} rests from ${times[day % 10]!} until the ${times[(day + passage) % 10]!} comes, as a heron does.`,
    ).join(' ');
  const texts = Array.from({ length: 36 }, (_, passage) =>
    passage < 24 ? about(passage) : `Invoice ${passage} is paid by the office in ${places[passage % 12]!} street.`,
  );
  await take(
    crowded,
    ...texts.map((text, passage): DocumentInput => ({
      key: `${100 + passage}.txt`,
      text,
      format: 'PLAIN_TEXT',
      language: 'en',
    })),
  );
  const { rows } = await open.pool.query<{ id: string }>(
    `select chunk_id as id from chunk join document using (workspace_id, document_id) where workspace_id = $1 order by key`,
    [crowded],
  );
  expect(rows).toHaveLength(36);
  const drafts = rows.slice(0, 24).flatMap(({ id }, passage) =>
    Array.from({ length: maxPerChunk }, (_, position) => ({
      id: newId(),
      parent: id,
      position,
      text: `When does the heron of gate ${passage} rest on day ${position}?`,
    })),
  );
  const vectors = await embedder.embedDocuments(drafts.map(({ text }) => text));
  const ids = drafts.map(({ id }) => id);
  await open.database.inWorkspace(crowded, async (transaction) => {
    await transaction.query(insertHypotheticals, {
      workspaceId: crowded,
      ids,
      parentIds: drafts.map(({ parent }) => parent),
      positions: drafts.map(({ position }) => position),
      maxPerChunk,
    });
    await transaction.query(insertHypotheticalTexts, {
      workspaceId: crowded,
      ids,
      texts: drafts.map(({ text }) => text),
      tokenCounts: drafts.map(() => 6),
      analysedTexts: drafts.map(({ text }) => text),
    });
    await storeWindows(
      transaction,
      crowded,
      embedder.fingerprint,
      ids,
      drafts.map(({ text }, index) => [{ window: { start: 0, end: text.length, text }, vector: vectors[index]! }]),
    );
  });
  // 12 chunks are chosen for each hit, and a passage has eleven at most.
  expect(new Set(await arm('When does the heron rest?', { of: crowded })).size).toBe(30);
  expect(new Set(await arm('When does the heron rest on day 3?', { of: crowded, howMany: 10 })).size).toBe(10);
});
