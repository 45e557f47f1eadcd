import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import { newId } from '../../src/db/statement.ts';
import { readJudgedRuns, toLabels } from '../../src/learning/feedback/feedback.ts';
import type { KnowledgeGap } from '../../src/learning/gaps/gap.ts';
import { answerIn } from '../../src/learning/gaps/curateChosen.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { newCaller } from '../agent/bicycleKnowledge.ts';
import { outcomeOf } from '../agent/drain.ts';
import { openTestApp, openTestDatabase, type OpenTestApp, type OpenTestDatabase } from '../support/database.ts';

const editor = newCaller();
const reader: Caller = { ...editor, role: 'READER', accessGroups: [], keyId: newId() };
const other: Caller = { ...reader, keyId: newId() };
const stranger = newCaller();
const question = 'how do i undo a bad csv import';
let opened: OpenTestApp;
let database: OpenTestDatabase;
let refused: Outcome;

const page = (key: string, title: string, text: string) =>
  ({ key, title, text: `# ${title}\n\n${text}`, format: 'MARKDOWN' }) as const;
const ask = (by: Caller, asked = question): Promise<Outcome> =>
  outcomeOf(opened.app.ask(by, { question: asked, caution: 'STRICT' }));
const passageAt = ({ alternatives }: Outcome, position: number): string =>
  alternatives[position]?.passage.chunkId ?? '';
const gapFor = async (by: Caller, chosen?: boolean): Promise<KnowledgeGap | undefined> =>
  (await opened.app.gaps(by, { first: 20, chosen })).nodes.find((gap) => gap.question === question);
const labels = async () => {
  const judged = await readJudgedRuns(database.database, editor);
  return toLabels(judged, { preset: 'CANDOR', embedder: judged[0]?.run.embedder ?? '' }).labels;
};

beforeAll(async () => {
  database = await openTestDatabase();
  opened = await openTestApp({}, database);
  for (const { workspaceId } of [editor, stranger]) await opened.app.workspaces.ensure(workspaceId, 'test');
  await opened.app.ingest(editor, [
    page(
      'import.md',
      'Undo an import',
      'An import can be rolled back for 72 hours. Open the import and choose Roll back.',
    ),
    page('export.md', 'Export products', 'A CSV export holds every product. The file is kept for seven days.'),
    page(
      'orders.md',
      'Cancel orders',
      'An order can be cancelled until it is packed. A cancelled order is refunded within five days.',
    ),
  ]);
  refused = await ask(reader);
});
afterAll(() => opened.close());

describe('choosing what answers', () => {
  it('keeps the passage and its document as a judgement, once, however often it is said', async () => {
    expect(refused).toMatchObject({ type: 'Abstention' });
    expect(refused.alternatives.length).toBeGreaterThan(0);
    const input = { runId: refused.id, passageId: passageAt(refused, 0) };
    const given = await opened.app.feedback.choose(reader, input);
    expect(given).toMatchObject({
      verdict: 'SHOULD_HAVE_ANSWERED',
      passageId: input.passageId,
      documentIds: [refused.alternatives[0]?.passage.documentId],
      answer: null,
      givenBy: reader.keyId,
    });
    expect(await opened.app.feedback.choose(reader, input)).toEqual(given);
    expect(await opened.app.feedback.ofRuns(reader, [refused.id])).toEqual([[given]]);
  });

  it('is a label: the refusal would have been right where its likeliest passage is chosen', async () => {
    expect((await labels()).map(({ right }) => right)).toEqual([true]);
  });

  it('is a line of the exported set, by the sentence that was shown', async () => {
    const { questions } = await opened.app.feedback.exportSet(editor);
    expect(questions).toMatchObject([
      {
        expected: 'answer',
        answers: [],
        evidenceSentences: [refused.alternatives[0]?.sentence],
        relevantDocIds: ['import.md'],
      },
    ]);
  });

  it('says of an answer that it is right, and of a passage beside it that it is not', async () => {
    const answer = await outcomeOf(
      opened.app.ask(reader, { question: 'How long is the file of an export kept?', caution: 'GENEROUS' }),
    );
    expect(answer.type).toBe('Answer');
    expect(await opened.app.feedback.choose(reader, { runId: answer.id })).toMatchObject({
      verdict: 'CORRECT',
      passageId: null,
    });
    const cited = answer.citations[0]?.chunkId ?? '';
    expect(await opened.app.feedback.choose(reader, { runId: answer.id, passageId: cited })).toMatchObject({
      verdict: 'CORRECT',
      passageId: cited,
    });
    const [beside] = answer.alternatives;
    if (beside)
      expect(
        await opened.app.feedback.choose(reader, { runId: answer.id, passageId: beside.passage.chunkId }),
      ).toMatchObject({
        verdict: 'WRONG',
      });
  });

  it('takes only what the run showed: no other passage, no run of others, no answer where there is none', async () => {
    const passageId = passageAt(refused, 0);
    const elsewhere = await ask(editor, 'zyzzyva quokka');
    for (const [by, input] of [
      [reader, { runId: refused.id, passageId: newId() }],
      [reader, { runId: refused.id, passageId: 'no id' }],
      [other, { runId: refused.id, passageId }],
      [stranger, { runId: refused.id, passageId }],
      [editor, { runId: elsewhere.id, passageId }],
    ] as const)
      await expect(opened.app.feedback.choose(by, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(opened.app.feedback.choose(reader, { runId: refused.id })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});

describe('a chosen passage', () => {
  it('makes a gap of the question, with the sentence', async () => {
    expect(await gapFor(editor, true)).toMatchObject({
      reasons: [{ reason: 'PASSAGE_CHOSEN', count: 1 }],
      chosen: [
        {
          passageId: passageAt(refused, 0),
          documentKey: 'import.md',
          sentence: refused.alternatives[0]?.sentence,
          runId: refused.id,
          count: 1,
        },
      ],
    });
    expect(await gapFor(editor, false)).toBeUndefined();
  });

  it('of a document that is hidden meanwhile is neither shown, nor chosen, nor given as an answer', async () => {
    const [document] = await opened.app.knowledge.documentsByKey(editor, ['import.md']);
    const { id = '' } = document ?? {};
    const input = { runId: refused.id, passageId: passageAt(refused, 0) };
    const sees: Caller = { ...reader, runs: 'ALL' };
    await opened.app.knowledge.setState(editor, id, 'DRAFT');
    expect((await gapFor(sees))?.chosen).toEqual([]);
    expect(await gapFor(sees, true)).toBeUndefined();
    await expect(opened.app.feedback.choose(reader, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await opened.app.knowledge.setState(editor, id, 'PUBLISHED');
    expect((await gapFor(sees))?.chosen).toHaveLength(1);
  });

  it('becomes a curated answer for those who may write one, once, which then answers and closes the gap', async () => {
    await expect(opened.app.curateChosen(reader, { runId: refused.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(opened.app.curateChosen(stranger, { runId: refused.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const curated = await opened.app.curateChosen(editor, { runId: refused.id });
    expect(curated).toMatchObject({ question, answer: expect.stringContaining('rolled back for 72 hours') as string });
    expect((await opened.app.curateChosen(editor, { runId: refused.id })).id).toBe(curated.id);
    expect(await ask(reader)).toMatchObject({ type: 'Answer', mode: 'CURATED', text: curated.answer });
    expect(await gapFor(editor)).toBeUndefined();
  });
});

it('a curated answer is the paragraph or list around the sentence, or the row', () => {
  const around = (text: string, shown: string) =>
    answerIn({ text, span: { start: text.indexOf(shown), end: text.indexOf(shown) + shown.length } });
  expect(around('## Fees\n\nOne costs €2. Two cost €3.\n\nNothing else.', 'Two cost €3.')).toBe(
    'One costs €2. Two cost €3.',
  );
  expect(around('## Fees\nOne costs €2.', 'One costs €2.')).toBe('One costs €2.');
  expect(around('Intro.\n\nTo undo it:\n\n1. Open it.\n2. Undo.\n\nEnd.', 'Undo.')).toBe(
    'To undo it:\n\n1. Open it.\n2. Undo.',
  );
  expect(around('Plan: One; Price: €1\nPlan: Two; Price: €2', 'Plan: Two; Price: €2')).toBe('Two: Price €2');
  expect(around(`${'Long words. '.repeat(100)}It is two.`, 'It is two.')).toBe('It is two.');
});
