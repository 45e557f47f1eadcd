import { describe, expect, test } from 'vitest';
import type { Citation } from '../../../src/grounding/claim.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { shortAnswerOf } from '../../../src/grounding/claims/shortAnswer.ts';
import { noVoids } from '../../../src/grounding/place/voids.ts';
import { ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const text = 'The reset link is valid for “60 minutes”, and works once.';
/** The sentence stands at 100 of its version. */
const offset = 100;

function read(words: string | null, more: Partial<RankedSentence> = {}): RankedSentence {
  const sentence = ranked(text, 'document-1');
  const start = offset + text.indexOf(words ?? '');
  return {
    ...sentence,
    candidate: { ...sentence.candidate, sourceSpan: { start: offset, end: offset + text.length } },
    answers: 2,
    words: words === null ? null : { start, end: start + words.length },
    ...more,
  };
}

function cited(sentence: RankedSentence): Citation {
  const {
    passage: { documentId, versionId, chunkId },
    sourceSpan,
  } = sentence.candidate;
  return {
    number: 3,
    documentId,
    documentKey: 'a',
    versionId,
    chunkId,
    quote: text,
    sourceSpan,
    answerSpan: { start: 0, end: text.length },
    sectionPath: [],
    url: null,
    updatedAt: new Date(0),
    ageDays: 0,
    isCurrent: true,
    status: 'SUPPORTED',
    support: 1,
    checks: [],
  };
}

const question = 'How long is the reset link valid?';
const asOf = new Date('2026-06-01T00:00:00Z');
const shortOf = (sentence: RankedSentence, asked = question, citations = [cited(sentence)]) =>
  shortAnswerOf(readQuestion(asked), [sentence], citations, { asOf, voids: noVoids });

describe('shortAnswerOf', () => {
  test('the words that answer, without the marks around them, at their place in the source', () => {
    const start = offset + text.indexOf('60');
    expect(shortOf(read('“60 minutes”,'))).toEqual({
      text: '60 minutes',
      row: null,
      column: null,
      sourceSpan: { start, end: start + 10 },
      citationNumber: 3,
    });
  });

  test.each([
    ['no reader found words', read(null), question],
    ['the reader takes it for no answer', read('60 minutes', { answers: -1 }), question],
    ['none read it', read('60 minutes', { answers: null }), question],
    ['yes or no is asked', read('60 minutes'), 'Is the reset link valid for an hour?'],
    ['what to do is asked', read('60 minutes'), 'How do I get a reset link?'],
    ['only marks are left', read('”,'), question],
  ])('none where %s', (_, sentence, asked) => {
    expect(shortOf(sentence, asked)).toBeNull();
  });

  test('of a row the cell that is asked for, with its row and its column', () => {
    const start = offset + text.indexOf('once');
    const asked = { row: 'Reset link', column: 'Works', text: 'once', sourceSpan: { start, end: start + 4 } };
    expect(shortOf(read('60 minutes', { asked, answers: -1 }))).toEqual({
      text: 'once',
      row: 'Reset link',
      column: 'Works',
      sourceSpan: { start, end: start + 4 },
      citationNumber: 3,
    });
  });

  test('none of a row whose column is not told, whatever words the reader found', () => {
    expect(shortOf(read('60 minutes', { asked: null }))).toBeNull();
  });

  test('none where the sentence is not cited, or only a part of it', () => {
    const sentence = read('60 minutes');
    const citation = cited(sentence);
    expect(shortOf(sentence, question, [])).toBeNull();
    expect(shortOf(sentence, question, [{ ...citation, versionId: 'another' }])).toBeNull();
    expect(shortOf(sentence, question, [{ ...citation, sourceSpan: { start: offset, end: offset + 20 } }])).toBeNull();
  });

  test('none of nothing, and none of what is no shorter than a sentence', () => {
    expect(shortAnswerOf(readQuestion(question), [], [], { asOf, voids: noVoids })).toBeNull();
    const long = `${'word '.repeat(30)}end`;
    const sentence = ranked(long, 'document-1');
    const whole = { ...sentence, answers: 2, words: { start: 0, end: long.length } };
    expect(
      shortAnswerOf(
        readQuestion(question),
        [whole],
        [{ ...cited(whole), quote: long, sourceSpan: { start: 0, end: long.length } }],
        {
          asOf,
          voids: noVoids,
        },
      ),
    ).toBeNull();
  });
});

describe('what changes a value belongs to it', () => {
  function shortIn(sentence: string, words: string, asked: string): string | null {
    const best = ranked(sentence, 'document-1');
    const start = best.candidate.sourceSpan.start + sentence.indexOf(words);
    const found = { ...best, answers: 2, words: { start, end: start + words.length } };
    const { sourceSpan } = best.candidate;
    return (
      shortAnswerOf(readQuestion(asked), [found], [{ ...cited(found), quote: sentence, sourceSpan }], {
        asOf,
        voids: noVoids,
      })?.text ?? null
    );
  }

  test.each<readonly [string, string, string, string, string | null]>([
    ['a sign', 'The store is kept at -70 °C.', '70 °C', 'At what temperature is the store kept?', '-70 °C'],
    ['a point', 'A dose is .25 mg of it.', '25 mg', 'How much is a dose?', '.25 mg'],
    ['a minus before a number', 'The offset is -500.', '500', 'What is the offset?', '-500'],
    [
      'a bound',
      'The lift carries not more than 6 persons.',
      '6 persons',
      'How many does the lift carry?',
      'not more than 6 persons',
    ],
    [
      'a bound with a capital',
      'Up to 12 guests may sleep here.',
      '12 guests',
      'How many guests may sleep here?',
      'Up to 12 guests',
    ],
    ...['<', '>', '≤', '≥', '~', '≈', '<=', '>='].map(
      (sign) => [sign, `The noise is ${sign} 70 dB.`, '70 dB', 'What is the noise?', `${sign} 70 dB`] as const,
    ),
    ['one of several things: none', 'You need:\n- a saw\n- a vice', 'a saw', 'What are the tools that I need?', null],
    ['no dash of a list', 'It is on:\n- 12 July', '- 12 July', 'When is it?', '12 July'],
    ['what its sentence denies', 'It does not cost 12 euros.', '12 euros', 'What does it cost?', null],
    ['the rest of a number', 'It holds 1,500 litres.', '500 litres', 'How much does it hold?', '1,500 litres'],
    ['both ends of a range', 'It takes 12-15 days.', '15 days', 'How long does it take?', '12-15 days'],
    ['the unit', 'You get 10 codes.', '10', 'How many codes do I get?', '10 codes'],
    ['a year that is over: none', 'Until 2020 the fare was 12 euros.', '12 euros', 'How much is the fare?', null],
    [
      'a year that is not over',
      'From 2026 the fare is 15 euros.',
      '15 euros',
      'How much is the fare?',
      'From 2026 the fare is 15 euros',
    ],
    [
      'a condition',
      'If the target is missed, 500 euros are paid.',
      '500 euros',
      'How much is the bonus?',
      'If the target is missed, 500 euros',
    ],
  ])('%s', (_, sentence, words, asked, wanted) => {
    expect(shortIn(sentence, words, asked)).toBe(wanted);
  });

  test.each([
    [
      'a year that is asked for',
      'In 2020 the fare was 12 euros.',
      '12 euros',
      'How much was the fare in 2020?',
      '12 euros',
    ],
    ['a clause that the question speaks of', 'On Sundays, it opens at 9.', '9', 'When does it open on Sundays?', '9'],
    ['balanced brackets stay', 'Ask Ann (reception).', 'Ann (reception).', 'Who is to be asked?', 'Ann (reception)'],
    ['half a pair does not', 'Ask Ann (reception).', '(reception', 'Who is to be asked?', 'reception'],
  ])('but not %s', (_, sentence, words, asked, wanted) => {
    expect(shortIn(sentence, words, asked)).toBe(wanted);
  });
});
