import { describe, expect, test } from 'vitest';
import { answersAmong, isNear, isOffTopic, readRivals, touchesNothing } from '../../src/agent/evidence/evidence.ts';
import type { RankedSentence } from '../../src/grounding/sentences/rankSentences.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { passage, ranked } from '../grounding/passage.ts';
import { evidenceOf } from './askState.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

/** A sentence that a reader gave this score, alone in its document or beside others. */
const scored = (document: string, answers: number | null, text = `It is told in ${document}.`): RankedSentence => ({
  ...ranked(text, document),
  answers,
});
const under = (document: string, title: string, ...sectionPath: readonly string[]): Passage =>
  passage('It is told here.', { documentId: document, documentTitle: title, sectionPath });
const documentsOf = (rivals: readonly RankedSentence[]) => rivals.map(({ candidate }) => candidate.passage.documentId);
const lexemes = (...words: readonly string[]) => words.map((word) => [word, 2] as const);

/** Whose answers rival each other. @param words content words of the question, as the index has them */
const rivalsOf = (
  query: string,
  words: readonly string[],
  sentences: readonly RankedSentence[],
  passages: readonly Passage[] = [under('red', 'Boats', 'Prices'), under('green', 'Clubs', 'Prices')],
) =>
  documentsOf(readRivals({ ...evidenceOf(passages), query: readQuestion(query), idf: lexemes(...words) }, sentences));

describe('a question that names nothing in particular', () => {
  const two = [scored('red', 3), scored('green', 0.2)];

  test('may mean any of two documents that answer it, best first', () => {
    expect(rivalsOf('How much does it cost?', ['cost'], two.toReversed())).toEqual(['red', 'green']);
    expect(rivalsOf('Opening hours?', ['hour'], two)).toEqual(['red', 'green']);
    expect(rivalsOf('How much does it cost a day?', ['cost', 'day'], two)).toEqual(['red', 'green']);
  });

  test('means the one document that answers it', () => {
    expect(rivalsOf('How much does it cost?', ['cost'], [scored('red', 3), scored('green', -1.1)])).toEqual([]);
    expect(
      rivalsOf('How much does it cost?', ['cost'], [scored('red', 3), scored('red', 2, 'It is told in red, too.')]),
    ).toEqual([]);
    expect(rivalsOf('How much does it cost?', ['cost'], [scored('red', 3), scored('green', null)])).toEqual([]);
    expect(rivalsOf('How much does it cost?', ['cost'], [])).toEqual([]);
  });

  test('has the best sentence of each document for a rival', () => {
    const rivals = readRivals(
      { ...evidenceOf([]), query: readQuestion('How much does it cost?'), idf: lexemes('cost') },
      [scored('red', 1, 'Less.'), scored('green', 2), scored('red', 4, 'More.')],
    );
    expect(rivals.map(({ candidate }) => candidate.text)).toEqual(['More.', 'It is told in green.']);
  });
});

describe('a question of two words that names something', () => {
  test('takes three documents that are about as sure', () => {
    expect(rivalsOf('What does parking cost?', ['park', 'cost'], [scored('red', 4), scored('green', 3)])).toEqual([]);
    expect(
      rivalsOf('What does parking cost?', ['park', 'cost'], [scored('red', 4), scored('green', 3), scored('blue', 2)]),
    ).toEqual(['red', 'green', 'blue']);
    expect(
      rivalsOf(
        'What does parking cost?',
        ['park', 'cost'],
        [scored('red', 4), scored('green', 3), scored('blue', 1.9)],
      ),
    ).toEqual([]);
    expect(
      rivalsOf(
        'What does parking cost?',
        ['park', 'cost'],
        [scored('red', 1.5), scored('green', 1.4), scored('blue', -0.4)],
      ),
    ).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    ['more words', 'What does parking a bike cost?', ['park', 'bike', 'cost']],
    ['a code', 'What does BP4 do?', ['bp4']],
    ['no known word', 'What is it?', []],
  ])('has no rivals with %s', (_what, query, words) => {
    expect(rivalsOf(query, words, [scored('red', 4), scored('green', 4), scored('blue', 4)])).toEqual([]);
  });
});

describe('what is headed by the question is what is meant', () => {
  const answers = [scored('red', 3), scored('green', 3)];

  test.each<[string, string, readonly Passage[]]>([
    ['a section', 'what is an  OAR', [under('red', 'Boats', 'Handbook', 'What is an oar?'), under('green', 'Clubs')]],
    [
      'a section above the last',
      'What is an oar?',
      [under('green', 'Clubs'), under('red', 'Boats', 'What is an oar?', 'Wooden ones')],
    ],
    [
      'a section that shares its passage with others',
      'What is an oar?',
      [under('green', 'Clubs'), { ...under('red', 'Boats'), text: 'A boat floats.\n\n## What is an oar?\n\nA pole.' }],
    ],
    ['a document', 'What is an oar?', [under('green', 'Clubs'), under('red', 'What is an oar')]],
  ])('%s', (_what, query, passages) => {
    expect(rivalsOf(query, ['oar'], answers, passages)).toEqual([]);
  });

  test('and not what only begins with it, nor a heading without words', () => {
    expect(
      rivalsOf('What is an oar?', ['oar'], answers, [
        under('red', 'Boats', 'What is an oar made of?'),
        under('green', 'Clubs'),
      ]),
    ).toEqual(['red', 'green']);
    expect(rivalsOf('?', ['oar'], answers, [under('red', '!'), under('green', '—')])).toEqual(['red', 'green']);
    expect(
      rivalsOf('What is an oar?', ['oar'], answers, [
        { ...under('red', 'Boats'), text: 'What is an oar?\nWho knows.' },
        under('green', 'Clubs'),
      ]),
    ).toEqual(['red', 'green']);
  });
});

test('a sentence may answer unless a reader says that it does not, or left it unread beside others', () => {
  const mayAnswer = (...answers: readonly (number | null)[]) => {
    const ranked = answers.map((each) => scored('red', each));
    return ranked.map(answersAmong(ranked));
  };
  expect(mayAnswer(null, -1, 3, -1.1, -20)).toEqual([false, true, true, false, false]);
  expect(mayAnswer(null, null)).toEqual([true, true]);
});

describe('what the documents are about', () => {
  const at = (coverage: number, similarity: number | null) => {
    const one = passage('It is told here.', { coverage });
    return {
      ...evidenceOf([{ ...one, trace: { ...one.trace, vector: { ...one.trace.vector, rawScore: similarity } } }]),
      idf: lexemes('capital', 'mongolia'),
    };
  };

  test('is something else only where neither the words nor the meaning is near', () => {
    expect([at(0.1, 0.1), at(0.1, 0.3), at(0.3, 0.1), at(0.3, 0.3)].map(isOffTopic)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(isOffTopic({ ...at(0.1, 0.1), idf: [] })).toBe(false);
  });

  test('is not known where there is no meaning to compare', () => {
    expect(isOffTopic(at(0, null))).toBe(false);
    expect(isOffTopic(evidenceOf([]))).toBe(false);
  });

  test('is nothing where no word is known and the nearest meaning is that of any text', () => {
    expect(
      [0.3, 0.33, 0.35, null].map((similarity) => touchesNothing({ ...at(0, similarity), keywordOrder: [] })),
    ).toEqual([true, true, false, true]);
    expect(touchesNothing({ ...at(0, 0.3), keywordOrder: ['chunk'] })).toBe(false);
  });

  test('is near where it is close in meaning, or less close with a quarter of the words', () => {
    expect(
      [at(0.25, null), at(0.1, 0.27), at(0.25, 0.18), at(0.1, 0.25), at(0.9, 0.17), at(0.1, null)].map(isNear),
    ).toEqual([true, true, true, false, false, false]);
    expect(isNear(evidenceOf([]))).toBe(false);
  });
});
