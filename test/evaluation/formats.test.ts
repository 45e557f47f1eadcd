import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCorpus, readQuestions } from '../../src/evaluation/formats/readSet.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-formats-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, content: string | readonly object[]): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(
    join(folder, name),
    typeof content === 'string' ? content : content.map((line) => JSON.stringify(line)).join('\n'),
  );
}

async function documentsOf(path: string, split?: string): Promise<DocumentInput[]> {
  const found: DocumentInput[] = [];
  for await (const document of (await openCorpus(path, undefined, undefined, split)).documents) found.push(document);
  return found;
}

describe('a set in our own layout', () => {
  it('is read as it is', async () => {
    await put('questions.jsonl', [
      { id: 'q1', question: 'How long?', expected: 'answer', answerable: true, answers: ['a week'] },
    ]);
    await put('corpus.jsonl', [{ id: 'd1', title: 'Rules', text: 'It takes a week.' }]);
    expect(await readQuestions(folder)).toMatchObject([{ id: 'q1', answers: ['a week'], type: 'all' }]);
    expect(await documentsOf(folder)).toMatchObject([{ key: 'd1', title: 'Rules', text: 'It takes a week.' }]);
  });
});

describe('BEIR', () => {
  beforeEach(async () => {
    await put('corpus.jsonl', [
      { _id: 'd1', title: 'Ships', text: 'A ship floats.', metadata: {} },
      { _id: 'd2', title: '', text: 'A stone sinks.' },
      { id: 'no' },
    ]);
    await put('queries.jsonl', [
      { _id: 'q1', text: 'what floats' },
      { _id: 'q2', text: 'what sinks' },
      { _id: 'q3', text: 'not judged' },
    ]);
    await put('qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td2\t1\nq1\td1\t2\nq1\td9\t0\n');
    await put('qrels/train.tsv', 'q2\td2\t1\r\n');
  });

  it('takes the judged queries with grades, best document first, and no unjudged one', async () => {
    expect(await readQuestions(folder)).toEqual([
      expect.objectContaining({
        id: 'q1',
        question: 'what floats',
        expected: 'retrieve',
        answerable: true,
        relevantDocIds: ['d1', 'd2'],
        relevance: { d1: 2, d2: 1 },
      }),
    ]);
  });

  it('takes the split that is named, with or without a heading', async () => {
    expect(await readQuestions(folder, undefined, 'train')).toMatchObject([{ id: 'q2', relevantDocIds: ['d2'] }]);
    await expect(readQuestions(folder, undefined, 'dev')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('no part "dev"') as string,
    });
  });

  it('reads its documents without writing beside them, and tells bad lines', async () => {
    const before = await readdir(folder, { recursive: true });
    const corpus = await openCorpus(folder);
    const keys: string[] = [];
    for await (const { key, text, title } of corpus.documents)
      keys.push(`${key} ${title ?? 'untitled'}: ${text ?? ''}`);
    expect(keys).toEqual(['d1 Ships: A ship floats.', 'd2 untitled: A stone sinks.']);
    expect(corpus.skipped).toEqual([{ path: 'corpus.jsonl:3', reason: 'not {"_id","title","text"}' }]);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it.each([
    ['a score that is no number', 'q1\td1\tmuch', /:2:/],
    ['too few columns', 'q1\td1', /:2:/],
    ['judgements of no query', 'q9\td1\t1', /No query/],
  ])('refuses %s', async (_name, line, message) => {
    await put('qrels/test.tsv', `query-id\tcorpus-id\tscore\n${line}\n`);
    await expect(readQuestions(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });

  it('refuses a folder without judgements', async () => {
    await rm(join(folder, 'qrels'), { recursive: true });
    await expect(readQuestions(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('qrels/*.tsv') as string,
    });
  });
});

describe('SQuAD 2.0', () => {
  const squad = {
    version: 'v2.0',
    data: [
      {
        title: 'Lake_Town',
        paragraphs: [
          {
            context: 'The mill was built in 1820.',
            qas: [
              {
                id: 'a',
                question: ' When was the mill built?',
                is_impossible: false,
                answers: [
                  { text: '1820', answer_start: 22 },
                  { text: '1820', answer_start: 22 },
                  { text: 'in 1820', answer_start: 19 },
                ],
              },
            ],
          },
          {
            context: 'The dam is of stone.',
            qas: [
              {
                id: 'b',
                question: 'Who built the dam?',
                is_impossible: true,
                answers: [],
                plausible_answers: [{ text: 'stone' }],
              },
            ],
          },
        ],
      },
    ],
  };

  it('makes a document of each paragraph and abstains where it is impossible', async () => {
    await put('dev-v2.0.json', JSON.stringify(squad));
    for (const path of [folder, join(folder, 'dev-v2.0.json')]) {
      expect(await readQuestions(path)).toEqual([
        expect.objectContaining({
          id: 'a',
          question: 'When was the mill built?',
          expected: 'answer',
          answers: ['1820', 'in 1820'],
          relevantDocIds: ['Lake_Town#1'],
        }),
        expect.objectContaining({
          id: 'b',
          expected: 'abstain',
          answerable: false,
          answers: [],
          relevantDocIds: ['Lake_Town#2'],
        }),
      ]);
      expect(await documentsOf(path)).toMatchObject([
        { key: 'Lake_Town#1', title: 'Lake Town', text: 'The mill was built in 1820.' },
        { key: 'Lake_Town#2' },
      ]);
    }
  });

  it('numbers the paragraphs of an article that comes in parts', async () => {
    await put(
      'dev-v2.0.json',
      JSON.stringify({
        data: [...squad.data, { title: 'Lake_Town', paragraphs: [{ context: 'The well is deep.', qas: [] }] }],
      }),
    );
    expect((await documentsOf(folder)).map(({ key }) => key)).toEqual(['Lake_Town#1', 'Lake_Town#2', 'Lake_Town#3']);
  });

  it('prefers dev, and takes what --split names for questions and documents alike', async () => {
    await put(
      'train-v2.0.json',
      JSON.stringify({
        data: [
          {
            title: 'Other',
            paragraphs: [
              { context: 'Ice melts.', qas: [{ id: 'c', question: 'What melts?', answers: [{ text: 'Ice' }] }] },
            ],
          },
        ],
      }),
    );
    await put('dev-v2.0.json', JSON.stringify(squad));
    expect(await readQuestions(folder)).toHaveLength(2);
    expect(await readQuestions(folder, undefined, 'train')).toMatchObject([{ id: 'c' }]);
    expect(await documentsOf(folder, 'train')).toMatchObject([{ key: 'Other#1' }]);
  });

  it.each([
    ['another JSON', '{"rows":[]}', 'no JSON of SQuAD 2.0'],
    ['no JSON', 'text', 'no JSON of SQuAD 2.0'],
    ['no question', '{"data":[]}', 'holds no questions'],
  ])('refuses %s', async (_name, text, message) => {
    await put('set.json', text);
    await expect(readQuestions(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('what is no set', () => {
  it('is told with what was looked for', async () => {
    for (const path of [folder, join(folder, 'missing')]) {
      await expect(readQuestions(path)).rejects.toMatchObject({
        code: 'BAD_INPUT',
        remedy: expect.stringMatching(/questions\.jsonl.*BEIR.*SQuAD/) as string,
      });
    }
    await put('notes.txt', 'hello');
    await expect(readQuestions(join(folder, 'notes.txt'))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('neither a folder nor a JSON file') as string,
    });
  });
});

describe('what is no file where a set has one', () => {
  it.each(['questions.jsonl', 'corpus.jsonl', 'queries.jsonl', 'dev.json'])('a folder %s is named', async (name) => {
    await mkdir(join(folder, name));
    await expect(readQuestions(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: `Cannot read ${join(folder, name)}: it is no file.`,
    });
  });

  it('a folder of judgements that has the name of a file is none', async () => {
    await put('queries.jsonl', [{ _id: 'q1', text: 'How long?' }]);
    await put('corpus.jsonl', [{ _id: 'd1', text: 'A week.' }]);
    await mkdir(join(folder, 'qrels', 'test.tsv'), { recursive: true });
    await expect(readQuestions(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('also needs corpus.jsonl and qrels/*.tsv') as unknown,
    });
  });

  it('a link to nowhere is named, and so is what is neither file nor folder', async () => {
    await symlink(join(folder, 'nowhere'), join(folder, 'questions.jsonl'));
    await expect(readQuestions(folder)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(readQuestions('/dev/null')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'Cannot read /dev/null: it is neither a file nor a folder.',
    });
  });
});
