import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { readRun, saveRun } from '../../src/agent/runs/runs.ts';
import { deleteDocument, readVersions } from '../../src/knowledge/store/documents.ts';
import { createParserProcess } from '../../src/knowledge/formats/process/parserProcess.ts';
import { generateHypotheticals } from '../../src/knowledge/hypotheticals/generate.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { reEmbed } from '../../src/knowledge/ingest/reEmbed.ts';
import { silentLog } from '../../src/log.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { answered, expectProven, outcomeOf } from '../agent/drain.ts';
import { keysOf, search, type SearchChanges } from '../retrieval/search.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { startOpenaiServer, type OpenaiServer } from '../support/openaiServer.ts';

const embedder = createHashedEmbedder();
const parser = createParserProcess();
let open: OpenTestDatabase;
let server: OpenaiServer;
let chat: ChatModel;
let workspace: string;
/** What the model asks about a passage that holds the words. */
let questions: Readonly<Record<string, readonly string[]>> = {};

beforeAll(async () => {
  open = await openTestDatabase();
  server = await startOpenaiServer({
    chat: ({ messages }) => {
      const shown = [
        ...(messages.at(-1)?.content ?? '').matchAll(/<passage number="(\d+)"[^>]*>\n([^<]*)\n<\/passage>/g),
      ];
      return {
        json: {
          items: shown.map(([, number, text = '']) => ({
            number: Number(number),
            questions: Object.entries(questions).flatMap(([words, list]) => (text.includes(words) ? list : [])),
          })),
        },
      };
    },
  });
  chat = openOpenaiChat({ serverUrl: server.url, apiKey: 'key', model: 'test' });
});
afterAll(async () => {
  await parser.close();
  await open.close();
  await server.close();
});
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  await ingest(parts(), workspace, [
    {
      key: 'fee.md',
      text: '# Subscription rules\n\nThe annual charge is nine crowns. It is collected in spring.',
      format: 'MARKDOWN',
    },
    { key: 'bell.md', text: '# Bell\n\nVisitors ring the bell at the gate.', format: 'MARKDOWN' },
    { key: 'gate.md', text: '# Gate\n\nThe gate opens at nine.', format: 'MARKDOWN' },
  ]);
});

const parts = () => ({ database: open.database, embedder, parser, log: silentLog });
const reader = () => ({ workspaceId: workspace, accessGroups: null });
const find = (query: string, changes?: SearchChanges) => search(parts(), workspace, query, changes);
const generate = async (asked: typeof questions) => {
  questions = asked;
  const summary = await generateHypotheticals({ ...parts(), chat }, workspace);
  expect(summary).toMatchObject({
    chunkCount: 3,
    hypotheticalCount: Object.values(asked).flat().length,
    stopped: 'DONE',
  });
};
const countRows = async (table: string) =>
  (
    await open.pool.query<{ total: number }>(`select count(*)::int as total from ${table} where workspace_id = $1`, [
      workspace,
    ])
  ).rows[0]!.total;
const near = { settings: { maxDistance: 0.5 } };

describe('a generated hypothetical', () => {
  it.each(['CANDOR', 'CONSENSUS', 'NAIVE'] as const)(
    'finds its passage by words that only it holds, and shows the passage (%s)',
    async (preset) => {
      expect(keysOf(await find('wozzle price', { ...near, preset }))).toEqual([]);
      await generate({ 'annual charge': ['What is the wozzle price?'] });
      const found = await find('wozzle price', { ...near, preset });
      expect(found.passages.map((passage) => [passage.documentKey, passage.text, passage.sectionPath])).toEqual([
        ['fee.md', 'The annual charge is nine crowns. It is collected in spring.', ['Subscription rules']],
      ]);
      const [version] = await readVersions(open.database, reader(), [found.passages[0]!.versionId]);
      const { start, end } = found.passages[0]!.sourceSpan;
      expect(version?.text.slice(start, end)).toBe(found.passages[0]!.text);
      expect(JSON.stringify(found.passages)).not.toContain('wozzle');
    },
  );

  it.each(['CANDOR', 'CONSENSUS'] as const)('and its passage count once in each arm (%s)', async (preset) => {
    const settings = { maxDistance: 2, fusion: 'RRF' as const };
    const before = await find('gate', { preset, settings });
    await generate({
      'gate opens': ['When does the gate open?', 'Opening time of the gate?', 'Is the gate open late?'],
    });
    const found = await find('gate', { preset, settings });
    for (const order of [found.vectorOrder, found.keywordOrder, found.passages.map(({ chunkId }) => chunkId)])
      expect(new Set(order).size).toBe(order.length);
    expect([found.vectorOrder.toSorted(), found.keywordOrder.toSorted()]).toEqual([
      before.vectorOrder.toSorted(),
      before.keywordOrder.toSorted(),
    ]);
    expect(found.passages.find((passage) => passage.documentKey === 'gate.md')!.score).toBeLessThanOrEqual(2 / 61);
  });

  it('changes the weight of no word, and no score of a passage that it does not speak of', async () => {
    const before = await find('annual gate nine');
    await generate({ 'gate opens': ['Gate, gate: at nine annual?', 'Annual gate?'], 'ring the bell': ['Who sings?'] });
    const found = await find('annual gate nine');
    expect([...found.idf]).toEqual([...before.idf]);
    const scores = (of: typeof found) =>
      Object.fromEntries(
        of.passages
          .filter(({ documentKey }) => documentKey !== 'gate.md')
          .map((passage) => [passage.documentKey, passage.trace.keyword.rawScore]),
      );
    expect(scores(found)).toEqual(scores(before));
  });

  it('has the title of its document no second time', async () => {
    const before = await find('subscription rules');
    await generate({ 'annual charge': ['Who pays?'], 'ring the bell': ['Who sings?'], 'gate opens': ['How late?'] });
    const found = await find('subscription rules');
    expect(found.passages.map((passage) => passage.trace.keyword.rawScore)).toEqual(
      before.passages.map((passage) => passage.trace.keyword.rawScore),
    );
  });

  it('is found by words with accents, analysed as those of its document are', async () => {
    const french = { language: 'fr', format: 'MARKDOWN' } as const;
    await ingest(parts(), workspace, [
      { ...french, key: 'frais.md', text: 'Le chauffage est payé par le locataire, et le compteur est lu en mai.' },
      { ...french, key: 'champs.md', text: 'Les champs de blé sont à droite de la route.' },
    ]);
    questions = { chauffage: ['À qui est le blé ?'] };
    await generateHypotheticals({ ...parts(), chat }, workspace);
    const { passages } = await find('blé', { language: 'fr' });
    expect(passages.map(({ documentKey, trace }) => [documentKey, trace.keyword.rank !== null]).toSorted()).toEqual([
      ['champs.md', true],
      ['frais.md', true],
    ]);
  });

  it('goes with its document', async () => {
    const tables = ['chunk', 'chunk_text', 'posting', 'chunk_window'];
    await generate({ 'annual charge': ['What is the wozzle price?'], 'gate opens': ['How late?'] });
    const { rows } = await open.pool.query<{ document_id: string }>(
      'select document_id from document where workspace_id = $1',
      [workspace],
    );
    for (const { document_id: id } of rows) await deleteDocument(open.database, reader(), id);
    expect(keysOf(await find('wozzle price', near))).toEqual([]);
    expect(await countRows('chunk')).toBe(5);
    await open.pool.query('update document set deleted_at = null where workspace_id = $1', [workspace]);
    for (const { document_id: id } of rows) await deleteDocument(open.database, reader(), id, true);
    expect(await Promise.all(tables.map(countRows))).toEqual([0, 0, 0, 0]);
  });

  it('is left behind with an earlier version', async () => {
    await generate({ 'annual charge': ['What is the wozzle price?'] });
    await ingest(parts(), workspace, [
      { key: 'fee.md', text: '# Subscription rules\n\nThere is no charge.', format: 'MARKDOWN' },
    ]);
    expect(keysOf(await find('wozzle price', near))).toEqual([]);
  });

  it('is embedded again with everything else', async () => {
    await generate({ 'annual charge': ['What is the wozzle price?'] });
    const other = createHashedEmbedder('test:other@1:64');
    await reEmbed({ ...parts(), embedder: other }, workspace);
    const found = await search({ database: open.database, embedder: other }, workspace, 'wozzle price', {
      ...near,
      preset: 'NAIVE',
    });
    expect(keysOf(found)).toEqual(['fee.md']);
    expect(other.calls.filter((text) => text.includes('wozzle'))).toEqual([
      'What is the wozzle price?',
      'wozzle price',
    ]);
  });
});

describe('an answer', () => {
  const agent = (): AgentParts => ({
    ...parts(),
    chat: null,
    reranker: null,
    aliasesIn: () => Promise.resolve([]),
    saveRun: (id, run) => saveRun(open.database, id, run),
  });
  const outcome = (question: string) =>
    outcomeOf(ask(buildGraph(agent()), agent(), checkRequest(reader(), { question })));

  it('cites the passage, and neither it nor its run holds a word of the hypothetical', async () => {
    await generate({ 'annual charge': ['How many crowns is the annual charge, wozzle?', 'Wozzle in spring?'] });
    const answer = answered(await outcome('How many crowns is the annual charge?'));
    expect(answer.text).toContain('The annual charge is nine crowns.');
    await expectProven(answer, (ids) => readVersions(open.database, reader(), ids));
    const run = await readRun(open.database, reader(), answer.id);
    expect(JSON.stringify([answer, run])).not.toMatch(/wozzle/i);
  });

  it('is not made of a hypothetical that its passage does not bear out', async () => {
    await generate({ 'annual charge': ['Does the mayor of Xanthos like purple elephants?'] });
    const found = await outcome('Does the mayor of Xanthos like purple elephants?');
    expect(found).toMatchObject({ type: 'Abstention' });
  });
});
