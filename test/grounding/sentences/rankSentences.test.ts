import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnalysedCandidate,
  sentenceFacts,
  type QuestionFacts,
} from '../../../src/grounding/sentences/features.ts';
import {
  compared,
  rankFacts,
  rankSentences,
  shortlist,
  type RankedSentence,
} from '../../../src/grounding/sentences/rankSentences.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { analysed, passage } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const read = (texts: readonly string[], more: Partial<Passage> = {}) => analysed(passage(texts.join('\n'), more));
const asked = (words: string, more: Partial<QuestionFacts> = {}): QuestionFacts => ({
  idf: new Map(words.split(' ').map((word) => [word, 1])),
  asked: readQuestion(words, { language: 'en' }),
  ...more,
});
const textsOf = (ranked: readonly RankedSentence[]) => ranked.map(({ candidate }) => candidate.text);
const order = (candidates: readonly AnalysedCandidate[], question: QuestionFacts) =>
  textsOf(rankSentences(candidates, question));
const reads = (scores: Readonly<Record<string, number>>): QuestionFacts['readingOf'] => {
  const span = { start: 1, end: 2 };
  return ({ text }) => (scores[text] === undefined ? null : { answers: scores[text], words: span });
};
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));

describe('the order', () => {
  test('has words of the question first', () => {
    expect(order(read(['Rain fell.', 'The fee is due.']), asked('fee'))).toEqual(['The fee is due.', 'Rain fell.']);
  });

  test('is that of passages, then of reading, between equals', () => {
    const equals = read(['Rain fell.', 'Snow fell.', 'Hail fell.']);
    expect(order(equals.toReversed(), asked('bike'))).toEqual(['Rain fell.', 'Snow fell.', 'Hail fell.']);
  });

  test('has what the reader takes for the answer first, whatever words the others share with the question', () => {
    const texts = ['The rental fee is refunded.', 'Rain fell all day.', 'It is five euros.'];
    const readingOf = reads({ 'The rental fee is refunded.': -7, 'Rain fell all day.': -8, 'It is five euros.': 8 });
    expect(order(read(texts), asked('rental fee'))[0]).toBe(texts[0]);
    const [first] = rankSentences(read(texts), asked('rental fee', { readingOf }));
    expect(first).toMatchObject({ candidate: { text: texts[2] }, answers: 8, words: { start: 1, end: 2 } });
  });

  test('has what was replaced behind what it was replaced by', () => {
    const found = [
      read(['The fee is four euros.'], { documentId: 'old', documentKey: 'old.md', supersededBy: 'new.md' }),
      read(['The fee is five euros.'], { documentId: 'new', documentKey: 'new.md', chunkId: 'chunk-2', rank: 2 }),
    ].flat();
    expect(order(found, asked('fee'))).toEqual(['The fee is five euros.', 'The fee is four euros.']);
  });

  test('has the rows of the list that is asked for before what is said of such things', () => {
    const found = read(['# Staff', '## Roles', 'Role: Owner; Orders: edit', '## Custom', 'Custom roles cost more.']);
    expect(order(found, asked('roles', { asked: readQuestion('which roles are there') }))[0]).toBe(
      'Role: Owner; Orders: edit',
    );
  });
});

describe('what is compared', () => {
  const last = [...many(4, (index) => `Rain ${index}.`), ...many(compared, (index) => `Fee ${index}.`)];

  test('is the most likely by reading, window and words; the others follow in their order, with no share', () => {
    const ranked = rankSentences(read(last), asked('fee'));
    const others = ranked.slice(compared);
    expect(textsOf(others)).toEqual(last.slice(0, 4));
    for (const { share, features, score } of others) {
      expect([share, features]).toEqual([0, {}]);
      expect(score).toBeLessThanOrEqual(ranked[compared - 1]?.score ?? 0);
    }
    for (const { share, features } of ranked.slice(0, compared)) {
      expect(share).toBeGreaterThan(0);
      expect(features).toMatchObject({ coverage: 1 });
    }
  });

  test('is told the nearest by their own meaning', () => {
    const texts = ['The fee is due.', 'The fee is owed.', 'The fee is paid.'];
    const readingOf = reads(Object.fromEntries(texts.map((text) => [text, 1])));
    const question = asked('fee', { readingOf });
    const facts = sentenceFacts(read(texts), question);
    const ranked = rankFacts(facts, question, [0.1, 0.2, 0.9]);
    expect(shortlist(facts).map(({ candidate }) => candidate.text)).toEqual(texts);
    expect(ranked[0]).toMatchObject({ candidate: { text: texts[2] }, ownSimilarity: 0.9 });
    expect(rankFacts(facts, question).map(({ ownSimilarity }) => ownSimilarity)).toEqual([null, null, null]);
  });
});

test('words around a sentence count half', () => {
  const [first] = rankSentences(read(['The fee is due.']), asked('rental fee'));
  expect(first?.softCoverage).toBe(0.75);
});

test('none are ranked of none', () => {
  expect(rankSentences([], asked('fee'))).toEqual([]);
});

test('shares sum to 1, none is lost or doubled, and the order of arrival does not matter', () => {
  const word = fc.constantFrom('fee', 'rental', 'Jake:', 'why?', '1965', '5 euros', 'rain', 'bike');
  const texts = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `${words.join(' ')}.`),
    { minLength: 1, maxLength: 2 * compared },
  );
  const scores = fc.option(fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1 }));
  fc.assert(
    fc.property(texts, scores, (written, logits) => {
      const readingOf = logits && reads(Object.fromEntries(written.map((text, at) => [text, logits[at] ?? 0])));
      const question = asked('fee rental jake', { readingOf: readingOf ?? undefined });
      const candidates = read(written);
      const ranked = rankSentences(candidates, question);
      expect(ranked.map(({ candidate }) => candidate.ordinal).toSorted((left, right) => left - right)).toEqual(
        candidates.map(({ ordinal }) => ordinal),
      );
      expect(ranked.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(ranked.filter(({ share }) => share > 0).length).toBeLessThanOrEqual(compared);
      for (const [position, { share }] of ranked.entries())
        expect(share).toBeLessThanOrEqual(ranked[position - 1]?.share ?? 1);
      expect(rankSentences(candidates.toReversed(), question)).toEqual(ranked);
    }),
  );
});
