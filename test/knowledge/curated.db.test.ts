import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import { deleteCurated, pageOfCurated, saveCurated } from '../../src/knowledge/curated/curated.ts';
import type { CuratedAnswerInput } from '../../src/knowledge/document.ts';
import { createParserProcess } from '../../src/knowledge/formats/process/parserProcess.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import { search } from '../retrieval/search.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';

let open: OpenTestDatabase;
let workspace: string;
let source: string;
const embedder = createHashedEmbedder();
const parser = createParserProcess();
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(async () => {
  await parser.close();
  await open.close();
});
beforeEach(async () => {
  workspace = await newWorkspace(open.database);
  const { results } = await ingest({ database: open.database, embedder, parser, log: silentLog }, workspace, [
    { key: 'a.md', text: 'The office opens at nine. Visitors ring the bell.', format: 'MARKDOWN' },
  ]);
  source = results[0]!.documentId!;
});

const readCurated = async (id = workspace) =>
  (await pageOfCurated(open.database, { workspaceId: id, accessGroups: null }, { first: 100 }, {})).nodes;
const save = (input: CuratedAnswerInput) => saveCurated(open.database, embedder, workspace, input);
const hours: CuratedAnswerInput = {
  question: ' When does the office open? ',
  alternatives: ['Opening hours of the office'],
  answer: ' At nine. ',
};
const wordings = async (id: string) =>
  (
    await open.pool.query<{ wording: string }>(
      'select wording from curated_window where curated_id = $1 order by ordinal',
      [id],
    )
  ).rows.map(({ wording }) => wording);
const matchesOf = async (query: string) =>
  (await search({ database: open.database, embedder }, workspace, query)).curated;
/** What is given without anybody reading it. */
const matches = async (query: string) =>
  (await matchesOf(query)).flatMap(({ answer, byMeaningAlone }) => (byMeaningAlone ? [] : [answer.answer]));

it('is saved with its wordings and sources, trimmed, and listed last saved first', async () => {
  const first = await save({ ...hours, sourceDocumentIds: [source, source] });
  const second = await save({ question: 'Who rings?', answer: 'Visitors.' });
  expect(first).toMatchObject({
    question: 'When does the office open?',
    answer: 'At nine.',
    sourceDocumentIds: [source],
  });
  expect((await readCurated()).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await readCurated())[1]).toEqual(first);
  expect(await wordings(first.id)).toEqual(['When does the office open?', 'Opening hours of the office']);
});

it('is found by its question and by an alternative, and not by another question in the same words', async () => {
  await save(hours);
  expect(await matches('When does the office open?')).toEqual(['At nine.']);
  expect(await matches('opening hours of the office')).toEqual(['At nine.']);
  expect(await matches('Does a visitor ring the bell?')).toEqual([]);
});

it('is found by its own words in another language, by accents and by codes', async () => {
  const found = async (question: string, language: string) =>
    (await search({ database: open.database, embedder }, workspace, question, { language })).curated.map(
      ({ answer, byMeaningAlone }) => [answer.answer, byMeaningAlone],
    );
  await ingest({ database: open.database, embedder, parser, log: silentLog }, workspace, [
    { key: 'b.md', text: 'Die Büros öffnen um neun. Besucher läuten.', language: 'de', format: 'MARKDOWN' },
    { key: 'c.md', text: 'The café of room BP-4 opens at ten.', language: 'en', format: 'MARKDOWN' },
  ]);
  await save({ question: 'Welche Büros öffnen?', answer: 'Keine.' });
  await save({ question: 'Which café is in BP-4?', answer: 'The small one.' });
  expect(await found('Welche Büros öffnen?', 'de')).toEqual([['Keine.', false]]);
  expect(await found('Which cafe is in BP4?', 'en')).toEqual([['The small one.', false]]);
});

it('is left to a reader where only its vector is near, with the wording that is', async () => {
  await save(hours);
  expect(await matchesOf('opening hours of the harbour office in Whitsun week')).toMatchObject([
    { wording: 'Opening hours of the office', byMeaningAlone: true, answer: { answer: 'At nine.' } },
  ]);
});

it('is replaced whole by its id', async () => {
  const { id } = await save({ ...hours, sourceDocumentIds: [source] });
  const changed = await save({ id, question: 'Who rings the bell?', answer: 'Visitors.' });
  expect(changed.id).toBe(id);
  expect(await readCurated()).toEqual([{ ...changed, alternatives: [], sourceDocumentIds: [] }]);
  expect(await wordings(id)).toEqual(['Who rings the bell?']);
  expect(await matches('When does the office open?')).toEqual([]);
});

it('is refused with an id or a source that this workspace does not have, and nothing is written', async () => {
  const { id } = await save(hours);
  const elsewhere = await newWorkspace(open.database);
  const before = await readCurated();
  for (const unknown of [newId(), 'x']) {
    await expect(save({ ...hours, id: unknown })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      save({ ...hours, id, answer: 'Changed.', sourceDocumentIds: [source, unknown] }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', details: { sourceDocumentIds: [unknown] } });
    await expect(deleteCurated(open.database, workspace, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  await expect(saveCurated(open.database, embedder, elsewhere, { ...hours, id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(
    saveCurated(open.database, embedder, elsewhere, { ...hours, sourceDocumentIds: [source] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(deleteCurated(open.database, elsewhere, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await readCurated()).toEqual(before);
  expect(await readCurated(elsewhere)).toEqual([]);
});

it.each([
  ['question', { ...hours, question: ' ' }],
  ['question', { ...hours, question: 'x'.repeat(2_001) }],
  ['answer', { ...hours, answer: '' }],
  ['answer', { ...hours, answer: 'x'.repeat(10_001) }],
  ['alternatives', { ...hours, alternatives: [''] }],
  ['alternatives', { ...hours, alternatives: Array.from({ length: 21 }, () => 'a') }],
])('is refused with an unusable %s', async (field, input) => {
  await expect(save(input)).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field } });
});

it('is deleted with its wordings; its sources stay', async () => {
  const { id } = await save({ ...hours, sourceDocumentIds: [source] });
  await deleteCurated(open.database, workspace, id);
  expect([await readCurated(), await wordings(id), await matches('When does the office open?')]).toEqual([[], [], []]);
  expect((await open.pool.query('select 1 from document where document_id = $1', [source])).rowCount).toBe(1);
});

it('claims the model of an empty workspace, and is refused in one that is not there', async () => {
  const empty = await newWorkspace(open.database);
  await saveCurated(open.database, embedder, empty, hours);
  expect((await open.pool.query('select embedder from workspace where workspace_id = $1', [empty])).rows).toEqual([
    { embedder: embedder.fingerprint },
  ]);
  await expect(saveCurated(open.database, embedder, newId(), hours)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
