import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import { openSetFolder, writeSet } from '../../src/cli/commands/quality/feedback.ts';
import { newId } from '../../src/db/statement.ts';
import { openCorpus, readQuestions } from '../../src/evaluation/formats/readSet.ts';
import type { Feedback } from '../../src/learning/feedback/feedback.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { outcomeOf } from '../agent/drain.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';

const labels = {
  key: 'labels.md',
  text: '# Labels\n\nA printed label can be voided within 21 days of purchase.\n\nVoided labels are refunded to the card that paid for them.',
  format: 'MARKDOWN',
} as const;
const wages = {
  key: 'wages.md',
  text: '# Wages\n\nThe wage of a courier rises by 4 percent every April.',
  format: 'MARKDOWN',
  accessGroups: ['hr'],
} as const;

let open: OpenTestApp;
const first: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
const second: Caller = { ...first, workspaceId: newId() };
const reader: Caller = { ...first, role: 'READER', accessGroups: [], keyId: newId(), runs: 'ALL' };
const hr: Caller = { ...first, role: 'READER', accessGroups: ['hr'], keyId: newId(), runs: 'ALL' };
let answer: Outcome;
let refusal: Outcome;
let secret: Outcome;
let elsewhere: Outcome;

const ask = (caller: Caller, question: string): Promise<Outcome> => outcomeOf(open.app.ask(caller, { question }));
const documentIdOf = async (caller: Caller, key: string): Promise<string> =>
  (await open.app.knowledge.documentsByKey(caller, [key]))[0]?.id ?? '';
const idsOf = (given: readonly Feedback[]) => given.map(({ runId }) => runId);

beforeAll(async () => {
  open = await openTestApp();
  const { app } = open;
  for (const caller of [first, second]) {
    await app.workspaces.ensure(caller.workspaceId, 'test');
    await app.ingest(caller, [labels]);
  }
  await app.ingest(first, [wages, { ...labels, key: 'draft.md', state: 'DRAFT' }]);
  answer = await ask(reader, 'Within how many days can a printed label be voided?');
  refusal = await ask(reader, 'Who repairs the printer in the label room?');
  secret = await ask(hr, 'By how much does the wage of a courier rise every April?');
  elsewhere = await ask(second, 'Within how many days can a printed label be voided?');
});
afterAll(() => open.close());

describe('recordFeedback', () => {
  it('keeps a judgement with its documents, its answer and its comment', async () => {
    expect(answer.type).toBe('Answer');
    const documentId = await documentIdOf(reader, 'labels.md');
    const given = await open.app.feedback.record(reader, {
      runId: answer.id,
      verdict: 'INCOMPLETE',
      documentIds: [documentId, documentId],
      answer: ' 21 days, and the card is refunded ',
      comment: '  ',
    });
    expect(given).toMatchObject({
      runId: answer.id,
      question: answer.question,
      outcome: 'ANSWER',
      verdict: 'INCOMPLETE',
      documentIds: [documentId],
      answer: '21 days, and the card is refunded',
      comment: null,
      givenBy: reader.keyId,
    });
  });

  it('replaces what the same key said, keeps what others say', async () => {
    const [before] = (await open.app.feedback.ofRuns(reader, [answer.id]))[0] ?? [];
    await open.app.feedback.record(first, { runId: answer.id, verdict: 'WRONG' });
    await open.app.feedback.record(first, { runId: answer.id, verdict: 'CORRECT' });
    const again = await open.app.feedback.record(reader, { runId: answer.id, verdict: 'CORRECT' });
    expect(again).toMatchObject({ id: before?.id, answer: null, documentIds: [] });
    const [given] = await open.app.feedback.ofRuns(first, [answer.id]);
    expect(given?.map(({ verdict, givenBy }) => [verdict, givenBy])).toEqual([
      ['CORRECT', reader.keyId],
      ['CORRECT', null],
    ]);
  });

  it.each([
    ['SHOULD_HAVE_ANSWERED', () => answer],
    ['WRONG', () => refusal],
    ['INCOMPLETE', () => refusal],
    ['SHOULD_HAVE_REFUSED', () => refusal],
  ] as const)('refuses %s where it does not fit', async (verdict, of) => {
    await expect(open.app.feedback.record(first, { runId: of().id, verdict })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'verdict' },
      remedy: expect.stringMatching(/^Of an? .* say CORRECT, /) as string,
    });
  });

  it('names documents that are not there for the caller: unknown, of a group, and drafts for a reader', async () => {
    const [draft, grouped] = [await documentIdOf(first, 'draft.md'), await documentIdOf(first, 'wages.md')];
    const unknown = newId();
    await expect(
      open.app.feedback.record(reader, {
        runId: answer.id,
        verdict: 'CORRECT',
        documentIds: [draft, grouped, unknown],
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', details: { documents: [draft, grouped, unknown] } });
    expect(
      await open.app.feedback.record(first, { runId: answer.id, verdict: 'CORRECT', documentIds: [draft, grouped] }),
    ).toMatchObject({ documentIds: [draft, grouped] });
  });

  it.each([
    ['answer', 4_001],
    ['comment', 2_001],
  ])('bounds the %s', async (field, length) => {
    await expect(
      open.app.feedback.record(first, { runId: answer.id, verdict: 'CORRECT', [field]: 'x'.repeat(length) }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field } });
    await expect(
      open.app.feedback.record(first, { runId: answer.id, verdict: 'CORRECT', [field]: 'a\u0000b' }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('knows no run of another workspace, nor one whose asker could see more', async () => {
    for (const [caller, run] of [
      [second, answer],
      [first, elsewhere],
      [reader, secret],
    ] as const) {
      await expect(open.app.feedback.record(caller, { runId: run.id, verdict: 'CORRECT' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await expect(open.app.feedback.record(first, { runId: 'no id', verdict: 'CORRECT' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('what is read of judgements', () => {
  beforeAll(async () => {
    await open.app.feedback.record(hr, { runId: secret.id, verdict: 'CORRECT', answer: '4 percent' });
    await open.app.feedback.record(second, { runId: elsewhere.id, verdict: 'CORRECT' });
  });

  it('stays in the workspace, and follows what the reader may see of the run and of what its judge saw', async () => {
    const all = async (caller: Caller) => (await open.app.feedback.list(caller, { first: 100 })).nodes;
    expect(idsOf(await all(second))).toEqual([elsewhere.id]);
    expect(idsOf(await all(first)).sort()).toEqual([answer.id, answer.id, secret.id].sort());
    expect(idsOf(await all(hr)).sort()).toEqual([answer.id, secret.id].sort());
    // What the administrator said of the reader's own run may tell of documents that the reader does not see.
    expect((await all(reader)).map(({ runId, givenBy }) => [runId, givenBy])).toEqual([[answer.id, reader.keyId]]);
    expect(await open.app.feedback.ofRuns(reader, [secret.id, elsewhere.id])).toEqual([[], []]);
  });

  it('comes in pages, newest first', async () => {
    const page = await open.app.feedback.list(first, { first: 1 });
    expect(page).toMatchObject({ hasNextPage: true, nodes: [{ runId: secret.id }] });
    const rest = await open.app.feedback.list(first, { first: 100, after: page.endCursor ?? '' });
    expect(idsOf(rest.nodes)).toEqual([answer.id, answer.id]);
    await expect(open.app.feedback.list(first, { first: 101 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it("queues what nobody has judged, and nobody else's runs", async () => {
    const queue = await open.app.feedback.queue(reader, 10);
    expect(queue.nodes.map(({ run }) => run.id)).toEqual([refusal.id]);
    expect(queue).toMatchObject({
      unjudgedCount: 1,
      nodes: [{ run: { outcome: 'ABSTENTION', question: refusal.question }, similarCount: 0 }],
    });
    expect((await open.app.feedback.queue(second, 10)).nodes).toEqual([]);
    await expect(open.app.feedback.queue(first, 0)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('the exported set', () => {
  it('is read by the evaluation: questions, their documents and what to expect', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'candor-')), 'set');
    await open.app.feedback.record(first, { runId: refusal.id, verdict: 'CORRECT' });
    const set = await open.app.feedback.exportSet(first);
    await openSetFolder(folder);
    expect(await writeSet(folder, set, new AbortController().signal)).toBe(2);
    expect((await readdir(folder)).sort()).toEqual(['corpus.jsonl', 'questions.jsonl']);
    const questions = await readQuestions(folder);
    expect(
      Object.fromEntries(questions.map(({ id, expected, relevantDocIds }) => [id, [expected, ...relevantDocIds]])),
    ).toEqual({
      [answer.id]: ['answer', 'draft.md', 'wages.md'],
      [refusal.id]: ['abstain'],
      [secret.id]: ['answer', 'wages.md'],
    });
    const documents = [];
    for await (const source of (await openCorpus(folder)).documents) documents.push(source);
    expect(documents.map(({ key, format }) => [key, format]).sort()).toEqual([
      ['labels.md', 'MARKDOWN'],
      ['wages.md', 'MARKDOWN'],
    ]);
    expect(await readFile(join(folder, 'corpus.jsonl'), 'utf8')).toContain(
      'A printed label can be voided within 21 days',
    );
    await expect(openSetFolder(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('is not empty') as string,
    });
    await rm(folder, { recursive: true });
  });

  it('has what its reader may see', async () => {
    const { questions, documents } = await open.app.feedback.exportSet(reader);
    expect(questions.map(({ id }) => id)).toEqual([answer.id]);
    const keys = [];
    for await (const { id } of documents) keys.push(id);
    expect(keys).toEqual(['labels.md']);
  });
});
