import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  meanOf,
  openReaderModel,
  type ReaderModel,
  type StretchReading,
  stretchesOf,
} from '../../../src/models/providers/builtin/readerModel.ts';
import { weightsFolder } from '../../../src/models/providers/builtin/weights.ts';
import { openWordPieces, separatorPiece, startPiece } from '../../../src/models/providers/builtin/wordPieces.ts';
import { logit, type PassageReading, type ReadPassage } from '../../../src/models/reader.ts';
import { passageOf, wordsOf } from '../../contracts/reader.ts';

/** What a network gave elsewhere: `best` is the score of the best span, `null` that of none. */
interface Given {
  readonly answer_logit: number;
  readonly null: number;
  readonly best: number;
  readonly span: string;
}

/** Of the first network as it was made, and of the second by onnxruntime 1.32 for Python. */
interface Vector {
  readonly question: string;
  readonly title: string;
  readonly passage: string;
  readonly input_ids: readonly number[];
  readonly 'model_q8_rr.onnx': Given;
  readonly 'second.onnx': Given;
}

async function readBy(model: ReaderModel, question: string, passage: ReadPassage): Promise<PassageReading> {
  return model.readingOf(passage, await model.read(question, passage));
}

describe('the reader over its test vectors', () => {
  const models: ReaderModel[] = [];
  let vectors: readonly Vector[];
  beforeAll(async () => {
    models.push(await openReaderModel(), await openReaderModel(undefined, 'reader/second.onnx'));
    vectors = JSON.parse(await readFile(join(weightsFolder, 'reader/testvectors.json'), 'utf8')) as Vector[];
  });
  afterAll(() => Promise.all(models.map((model) => model.release())));

  test('gives the network the same pieces', async () => {
    const pieces = await openWordPieces();
    expect(vectors).toHaveLength(4);
    for (const { question, title, passage, input_ids: expected } of vectors) {
      const dot = title ? pieces.encode('.').ids : [];
      expect([
        startPiece,
        ...pieces.encode(question).ids,
        separatorPiece,
        ...pieces.encode(title).ids,
        ...dot,
        ...pieces.encode(passage).ids,
        separatorPiece,
      ]).toEqual(expected);
    }
  });

  test.each([
    [0, 'model_q8_rr.onnx'],
    [1, 'second.onnx'],
  ] as const)('network %i finds the same words, as sure of them', async (position, name) => {
    for (const { question, title, passage, [name]: expected } of vectors) {
      const shown = passageOf(title, passage);
      const found = await readBy(models[position] as ReaderModel, question, shown);
      expect(wordsOf(shown, found), question).toBe(expected.span);
      // Room for what int8 differs by between processors.
      expect(Math.abs(logit(found.answerability) - expected.answer_logit), question).toBeLessThan(0.3);
      expect(Math.abs(found.margin - (expected.best - expected.null)), question).toBeLessThan(1);
      expect(found.sentences[0], question).toBeCloseTo(0.5 * found.margin + logit(found.answerability), 3);
    }
  });

  test('both say what lies in the middle, of the stretches that both read', async () => {
    const [first, second] = models as [ReaderModel, ReaderModel];
    const [{ question }] = vectors as [Vector];
    const fillers = Array.from({ length: 40 }, (_, floor) => `The office on floor ${floor} opens for visitors at ten.`);
    const shown = passageOf('Handbook', ...fillers, 'The reset link is valid for 60 minutes.');
    const stretches = await first.read(question, shown);
    const last = stretches.at(-1) as StretchReading;
    expect(last.from).toBeGreaterThan(0);
    const [other] = (await second.read(question, shown, [last])) as [StretchReading];
    const found = [last, other, meanOf(last, other)].map((own) =>
      first.readingOf(shown, [...stretches.slice(0, -1), own]),
    );
    const [alone, apart, both] = found as [PassageReading, PassageReading, PassageReading];
    expect(both.sentences.slice(0, last.from)).toEqual(alone.sentences.slice(0, last.from));
    const scores = [alone, apart].map(({ sentences }) => sentences.at(-1) ?? 0);
    expect(scores[0]).not.toBeCloseTo(scores[1] ?? 0, 1);
    expect(both.sentences.at(-1)).toBeGreaterThan(Math.min(...scores));
    expect(both.sentences.at(-1)).toBeLessThan(Math.max(...scores));
    expect(wordsOf(shown, both)).toBe('60 minutes');
  });
});

describe('a long passage', () => {
  let model: ReaderModel;
  beforeAll(async () => {
    model = await openReaderModel();
  });
  afterAll(() => model.release());
  const fillers = Array.from(
    { length: 60 },
    (_, floor) => `The office on floor ${floor} opens for visitors in the morning and closes in the evening.`,
  );
  const statement = 'The reset link is valid for 60 minutes.';

  test.each([0, 30, 60])('is read to its end: the answer is sentence %i', async (place) => {
    const shown = passageOf('Handbook', ...fillers.slice(0, place), statement, ...fillers.slice(place));
    const { answerability, margin, sentences, ...found } = await readBy(
      model,
      'How long is the reset link valid?',
      shown,
    );
    expect(wordsOf(shown, { answerability, margin, sentences, ...found })).toBe('60 minutes');
    expect(answerability).toBeGreaterThan(0.9);
    expect(sentences).toHaveLength(61);
    expect(sentences.indexOf(Math.max(...sentences))).toBe(place);
  });

  test('of one endless sentence is read as far as it goes, in time', async () => {
    const startedAt = performance.now();
    const { sentences } = await readBy(
      model,
      'How long is the reset link valid?',
      passageOf('Handbook', `The reset link is valid for 60 minutes ${'and so on '.repeat(20_000)}`),
    );
    expect(sentences[0]).toBeGreaterThan(0);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('leaves a question and a title room, however long they are', async () => {
    const shown = passageOf('Handbook of all offices '.repeat(100), ...fillers, statement);
    const { answerability } = await readBy(
      model,
      `How long is the reset link valid? ${'Please tell me. '.repeat(100)}`,
      shown,
    );
    expect(Number.isFinite(answerability)).toBe(true);
  });
});

test('stretches cover every sentence once and in order, and none but a single sentence is too long', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 200 }),
      (sizes, limit) => {
        // A piece is a character here, and a blank stands between two sentences.
        const { sentences } = passageOf('', ...sizes.map((size) => 'x'.repeat(size)));
        const starts = sentences.flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, position) => start + position),
        );
        const stretches = stretchesOf(
          sentences,
          { ids: starts, starts, ends: starts.map((start) => start + 1) },
          limit,
        );
        expect(
          stretches.flatMap(({ from, until }) => sizes.slice(from, until).map((_, position) => from + position)),
        ).toEqual(sizes.map((_, position) => position));
        for (const { from, until } of stretches) {
          const size = sizes.slice(from, until).reduce((sum, own) => sum + own, 0);
          expect(until - from === 1 || size <= limit, `${size} pieces of ${from} to ${until}`).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});
