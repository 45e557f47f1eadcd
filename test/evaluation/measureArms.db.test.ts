import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { armFigures, type RowFigures } from '../../src/evaluation/arms/armFigures.ts';
import { allRows } from '../../src/evaluation/arms/measureArms.ts';
import { readQuestions } from '../../src/evaluation/formats/readSet.ts';
import type { SetQuestion } from '../../src/evaluation/question.ts';
import { runEvaluation, type EvaluationResult } from '../../src/evaluation/run/runEvaluation.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';

const documents = [
  {
    id: 'refunds',
    title: 'Refunds',
    text: 'Money is paid back within fourteen days of the return. The parcel must be complete.',
  },
  {
    id: 'parcels',
    title: 'Parcels',
    text: 'A parcel to an island takes nine days. Parcels that weigh more than thirty kilograms travel by freight.',
  },
  { id: 'E1042', title: 'Fault E1042', text: 'The pump has run dry. Fill the tank and press reset.' },
  { id: 'E1043', title: 'Fault E1043', text: 'The pump is blocked. Remove the filter and rinse it.' },
  { id: 'holidays', title: 'Holidays', text: 'Everybody has thirty days off a year. Ask your lead two weeks ahead.' },
];
const questions = [
  { id: 'code', question: 'What is fault E1042?', relevantDocIds: ['E1042'], language: 'en' },
  { id: 'days', question: 'How many days until money is paid back?', relevantDocIds: ['refunds'], language: 'en' },
  {
    id: 'later',
    question: 'And how long does that take there?',
    standaloneQuestion: 'How many days until a parcel is on an island?',
    relevantDocIds: ['parcels'],
    language: 'en',
  },
  { id: 'gap', question: 'When am I allowed on vacation?', relevantDocIds: ['holidays'], language: 'en' },
  {
    id: 'only',
    question: 'Which fault is a blocked pump?',
    relevantDocIds: ['E1043'],
    corpusDocIds: ['E1043', 'holidays'],
  },
  {
    id: 'spanish',
    question: '¿Cuántos días tarda un paquete a una isla?',
    relevantDocIds: ['parcels'],
    language: 'es',
  },
  { id: 'off', question: 'Who founded Rome?', answerable: false, expected: 'abstain' },
];

let folder: string;
let opened: OpenTestApp;
let read: readonly SetQuestion[];
let result: EvaluationResult;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-arms-'));
  const put = (name: string, lines: readonly object[]) =>
    writeFile(join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'));
  await put('corpus.jsonl', documents);
  await put(
    'questions.jsonl',
    questions.map((question) => ({ answerable: true, expected: 'retrieve', ...question })),
  );
  opened = await openTestApp();
  read = await readQuestions(folder);
  result = await runEvaluation(
    opened.app,
    {
      folder,
      corpusPath: undefined,
      curatedPath: undefined,
      questions: read,
      presets: [],
      rows: allRows,
      useModel: false,
    },
    {
      signal: new AbortController().signal,
      onIngest: () => undefined,
      onRecord: () => undefined,
      onSearch: () => undefined,
    },
  );
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const retrieved = (row: string, questionId: string) =>
  result.arms?.records.find((record) => record.row === row && record.questionId === questionId)?.retrieved;

describe('measureArms', () => {
  it('searches each question that can be scored in every way, and asks none', () => {
    const ways = [...allRows.map(({ name }) => name), 'MiniSearch'];
    expect(result.records).toEqual([]);
    expect(result.arms?.rows).toEqual(ways);
    expect(result.arms?.missing).toEqual([]);
    expect(result.arms?.records.map(({ questionId, row }) => `${questionId} ${row}`).sort()).toEqual(
      questions
        .filter(({ id }) => id !== 'off')
        .flatMap(({ id }) => ways.map((way) => `${id} ${way}`))
        .sort(),
    );
    expect(result.arms?.records.filter(({ error }) => error !== null)).toEqual([]);
  });

  it('lets each way be the first one of a question in turn', () => {
    const firstOf = (questionId: string) =>
      result.arms?.records.find((record) => record.questionId === questionId)?.row;
    expect(['code', 'days', 'later'].map(firstOf)).toEqual(['vector arm', 'keyword arm', 'RRF 1:1']);
  });

  it('keeps of the keyword arm only what shares a word', () => {
    expect(retrieved('keyword arm', 'code')?.[0]).toBe('E1042');
    expect(retrieved('keyword arm', 'code')).not.toContain('holidays');
    expect(retrieved('MiniSearch', 'code')).toContain('E1042');
    expect(retrieved('RRF 1:1', 'code')).toContain('E1042');
  });

  it('asks for the rewrite, and reads only the documents of a question', () => {
    expect(retrieved('candor', 'later')?.[0]).toBe('parcels');
    expect(retrieved('MiniSearch', 'later')?.[0]).toBe('parcels');
    for (const row of result.arms?.rows ?? [])
      expect(['E1043', 'holidays']).toEqual(expect.arrayContaining([...(retrieved(row, 'only') ?? [])]));
    expect(retrieved('candor', 'only')?.[0]).toBe('E1043');
    expect(retrieved('MiniSearch', 'only')?.[0]).toBe('E1043');
  });

  it('finds the lexical gap of the set, in the language of its documents', () => {
    expect([...(result.arms?.lexicalGap ?? [])]).toEqual(['gap']);
  });

  it('makes figures that a row of a candidate arm is told apart by', () => {
    const figures = result.arms && armFigures(read, result.arms);
    const row = (name: string): RowFigures | undefined => figures?.rows.find((candidate) => candidate.row === name);
    expect(figures).toMatchObject({ questions: 6, leftOut: 1, rewritten: 1 });
    expect(row('candor')).toMatchObject({ questions: 6, lexicalGap: { questions: 1 }, faults: 0 });
    expect(row('candor')?.byLanguage.map(({ language, questions: count }) => [language, count])).toEqual([
      ['en', 4],
      ['es', 1],
    ]);
    expect(row('candor')?.ndcgAt10).toBeGreaterThanOrEqual(row('vector arm')?.ndcgAt10 ?? 1);
    expect(row('candor')?.latency.p50).toBeGreaterThan(0);
  });
});
