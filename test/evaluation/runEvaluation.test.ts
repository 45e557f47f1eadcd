import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readQuestions } from '../../src/evaluation/formats/readSet.ts';
import { runEvaluation, type EvaluationPlan, type EvaluationResult } from '../../src/evaluation/run/runEvaluation.ts';
import { RunRecord } from '../../src/evaluation/run/runRecord.ts';
import { createShelfApp, type ShelfApp } from '../support/cliApp.ts';
import { runOf } from '../support/fake/outcomes.ts';
import { passageOf } from '../support/fake/stored.ts';

let folder: string;
let app: ShelfApp;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-eval-'));
  app = createShelfApp();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (name: string, lines: readonly unknown[]) =>
  writeFile(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'));
const ask = (id: string, question: string, more: object = {}) => ({
  id,
  question,
  expected: 'answer',
  answerable: true,
  ...more,
});

async function evaluate(
  changes: Partial<EvaluationPlan> = {},
  signal = new AbortController().signal,
): Promise<EvaluationResult> {
  const questions = await readQuestions(folder);
  const plan: EvaluationPlan = {
    folder,
    corpusPath: undefined,
    curatedPath: undefined,
    questions,
    presets: ['NAIVE', 'CANDOR'],
    rows: null,
    useModel: false,
    ...changes,
  };
  return runEvaluation(app, plan, {
    signal,
    onIngest: () => undefined,
    onRecord: () => undefined,
    onSearch: () => undefined,
  });
}

describe('runEvaluation', () => {
  it('asks each question with each preset and removes its workspace', async () => {
    await put('corpus.jsonl', [
      { id: 'd1', text: 'Refunds take fourteen days.' },
      { id: 'd2', text: 'Refunds of labels take days.' },
    ]);
    await put('questions.jsonl', [
      ask('q1', 'How many days do refunds take?', { asOf: '2024-01-01' }),
      ask('q2', 'nothing'),
    ]);
    const { records, documentCount } = await evaluate();
    expect(records.map(({ questionId, preset, outcome }) => `${questionId} ${preset} ${outcome}`)).toEqual([
      'q1 naive Answer',
      'q1 candor Answer',
      'q2 naive Abstention',
      'q2 candor Abstention',
    ]);
    expect(documentCount).toBe(2);
    expect(records[0]).toMatchObject({
      retrieved: ['d1', 'd2'],
      rounds: 1,
      citations: [{ documentId: 'd1', start: 0, end: 27, status: 'SUPPORTED', valid: true }],
    });
    expect(records.every((record) => RunRecord.safeParse(record).success)).toBe(true);
    expect(app.removed).toEqual([...app.shelves.keys()]);
    expect(app.requests[0]).toMatchObject({ preset: 'NAIVE', asOf: new Date('2024-01-01'), budget: { maxTokens: 0 } });
  });

  it('ranks what was judged last before what the question itself found, where several texts were searched', async () => {
    await put('corpus.jsonl', [{ id: 'd1', text: 'Refunds take fourteen days.' }]);
    await put('questions.jsonl', [ask('q1', 'How many days do refunds take?')]);
    const retrievedOf = async (queries: readonly string[]) => {
      app.runs.find = (_caller, id) =>
        Promise.resolve({
          ...runOf(id),
          steps: [],
          queries,
          passages: [passageOf('d3', 1), passageOf('d2', 2)],
          candidates: [passageOf('d1', 1), passageOf('d3', 2)],
        });
      return (await evaluate({ presets: ['CANDOR'] })).records[0]?.retrieved;
    };
    expect(await retrievedOf(['How many?', 'Which days?'])).toEqual(['d3.md', 'd2.md', 'd1.md']);
    expect(await retrievedOf(['How many?'])).toEqual(['d1.md', 'd3.md']);
  });

  it('gives a corpus file its own workspace and filters by the documents of a question', async () => {
    await put('corpus.jsonl', [
      { id: 'd1', text: 'Refunds take fourteen days.' },
      { id: 'd2', text: 'Refunds take thirty days, refunds.' },
    ]);
    await put('other.jsonl', [{ id: 'd1', text: 'Refunds take forever here.' }]);
    await put('questions.jsonl', [
      ask('q1', 'refunds take days', { corpusDocIds: ['d2'] }),
      ask('q2', 'refunds take', { corpusFile: 'other.jsonl', corpusDocIds: ['d1'] }),
    ]);
    const { records } = await evaluate({ presets: ['CANDOR'] });
    expect(records.map(({ text, retrieved }) => [text, retrieved])).toEqual([
      ['Refunds take thirty days, refunds. [1]', ['d2']],
      ['Refunds take forever here. [1]', ['d1']],
    ]);
    expect(app.removed).toHaveLength(2);
  });

  it('records a fault and goes on', async () => {
    await put('corpus.jsonl', [{ id: 'd1', text: 'Refunds take fourteen days.' }]);
    await put('questions.jsonl', [ask('q1', 'break'), ask('q2', 'too long'), ask('q3', 'refunds')]);
    const { records } = await evaluate({ presets: ['CANDOR'] });
    expect(records.map(({ outcome, error }) => [outcome, error?.code])).toEqual([
      ['Fault', 'DATABASE_FAILED'],
      ['Fault', 'BAD_INPUT'],
      ['Answer', undefined],
    ]);
  });

  it('loads curated answers and reports bad documents', async () => {
    await put('corpus.jsonl', [{ id: 'd1', text: 'Refunds.' }, { id: 'd2', text: 'bad' }, { id: 'd3' }]);
    await put('curated.jsonl', [{ id: 'c1', question: 'Who?', answer: 'Me.', sources: ['d1'] }]);
    await put('questions.jsonl', [ask('q1', 'refunds')]);
    const { failedDocuments } = await evaluate({ curatedPath: join(folder, 'curated.jsonl') });
    expect(failedDocuments).toHaveLength(2);
    expect([...app.shelves.values()][0]?.curated).toMatchObject([
      { question: 'Who?', sourceDocumentIds: ['id of d1'] },
    ]);
  });

  it('removes the workspace when it is stopped, and names what it cannot use', async () => {
    await put('corpus.jsonl', [{ id: 'd1', text: 'Refunds.' }]);
    await put('curated.jsonl', [{ question: 'Who?', answer: 'Me.', sources: ['missing'] }]);
    await put('questions.jsonl', [ask('q1', 'refunds')]);
    await expect(evaluate({}, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(app.removed).toHaveLength(1);
    await expect(evaluate({ curatedPath: join(folder, 'curated.jsonl') })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { line: 1 },
    });
    await put('questions.jsonl', [ask('q1', 'x'), { id: 'q2' }]);
    await expect(evaluate()).rejects.toMatchObject({ code: 'BAD_INPUT', details: { line: 2 } });
  });
});
