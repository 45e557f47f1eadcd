import { describe, expect, test } from 'vitest';
import { fitted } from '../../../src/confidence/fitted.ts';
import { chooseSentences, maxSentences } from '../../../src/grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { analysed, passage, ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const { unsurely: enough, surely } = fitted.quoteFrom;
const little = enough / 2;

/** The sentences of one passage with their shares, in reading order. */
function tell(text: string, shares: readonly number[], more: Partial<Passage> = {}): RankedSentence[] {
  return analysed(passage(text, more)).map((candidate, position) => ({
    ...ranked(candidate.text, 'document-1'),
    candidate,
    share: shares[position] ?? 0,
  }));
}

const chosen = (sentences: readonly RankedSentence[], question = 'What is the fee?') =>
  chooseSentences(
    sentences.toSorted((left, right) => right.share - left.share),
    readQuestion(question),
  ).map(({ candidate }) => candidate.text);

describe('how many', () => {
  test('none of none', () => {
    expect(chosen([])).toEqual([]);
  });

  test('the best one, however small its share', () => {
    expect(chosen(tell('Fees grow. Ships sail.', [little, 0]))).toEqual(['Fees grow.']);
  });

  test('others as long as each has share enough', () => {
    const text = 'Fees grow. Ships sail. Birds sing.';
    expect(chosen(tell(text, [0.6, enough, enough * 0.99]))).toEqual(['Fees grow.', 'Ships sail.']);
  });

  test('fewer beside one that is CONFIDENT', () => {
    const text = 'Fees grow. Ships sail. Birds sing.';
    const ranked = tell(text, [0.6, surely, surely * 0.99]);
    const told = chooseSentences(ranked, readQuestion('What is the fee?'), true);
    expect(told.map(({ candidate }) => candidate.text)).toEqual(['Fees grow.', 'Ships sail.']);
    expect(chosen(ranked)).toHaveLength(3);
  });

  test('fewer where they were compared by their meaning alone, whose shares are flatter', () => {
    const text = 'Fees grow. Ships sail. Birds sing.';
    const { quoteFrom } = fitted.chooser.meant;
    const meant = tell(text, [0.6, quoteFrom, quoteFrom * 0.99]).map((each) => ({
      ...each,
      answers: null,
      ownSimilarity: 0.5,
    }));
    expect(quoteFrom).toBeGreaterThan(enough);
    expect(chosen(meant)).toEqual(['Fees grow.', 'Ships sail.']);
  });

  test('never a fourth', () => {
    const told = chosen(tell('Fees grow. Ships sail. Birds sing. Dogs bark.', [0.4, 0.3, 0.2, 0.1]));
    expect(told).toEqual(['Fees grow.', 'Ships sail.', 'Birds sing.']);
    expect(told).toHaveLength(maxSentences);
  });

  test('what was said before is not told behind what holds now', () => {
    const told = tell('Una cooks now. Last year Sten cooked.', [0.6, 0.3]).map((each, position) => ({
      ...each,
      features: { earlier: position },
    }));
    expect(chosen(told)).toEqual(['Una cooks now.']);
    expect(chosen(told.map((each) => ({ ...each, share: 1 - each.share })))).toEqual([
      'Last year Sten cooked.',
      'Una cooks now.',
    ]);
  });

  test('the same place once: an item stands in the list below its lead-in too', () => {
    const text = 'You need:\n- a lock\n- a helmet';
    expect(chosen(tell(text, [0.5, 0.3, 0.2]))).toEqual([text]);
    expect(chosen(tell(text, [0.2, 0.5, 0.3]))).toEqual(['a lock', 'a helmet']);
  });

  test('the same span of two passages is two places', () => {
    const other = { chunkId: 'chunk-2', rank: 2 };
    expect(chosen([...tell('Fees grow.', [0.6]), ...tell('Fees fall.', [0.4], other)])).toHaveLength(2);
  });
});

describe('of a document that differs in what the question names', () => {
  const beside = (left: string, right: string, question: string) =>
    chosen(
      [
        ...tell('Soup on Monday.', [0.6], { documentTitle: left, chunkId: 'one', documentId: 'one' }),
        ...tell('Stew on Monday.', [0.3], { documentTitle: right, chunkId: 'two', documentId: 'two' }),
      ],
      question,
    );
  test.each([
    ['Canteen: menu for week 38', 'Canteen: menu for week 37', 'what is there in week 38'],
    ['Monthly report, February 2026', 'Monthly report, March 2026', 'output in february'],
    ['Spedizioni in Norvegia', 'Spedizioni in Svezia', 'quanto costa in norvegia?'],
  ])('%j, nothing stands beside it: %j', (left, right, question) => {
    expect(beside(left, right, question)).toEqual(['Soup on Monday.']);
  });

  test.each([
    ['Canteen: menu for week 38', 'Canteen: menu for week 37', 'what is there on monday'],
    ['Canteen: menu for week 38', 'Canteen: menu for week 37', 'weeks 37 and 38'],
    ['Canteen', 'Kiosk', 'what does the canteen have'],
    ['Menu for week 38', 'Rules of the canteen', 'what is there in week 38'],
  ])('beside %j stands what %j says: %j', (left, right, question) => {
    expect(beside(left, right, question)).toHaveLength(2);
  });
});

describe('in which order', () => {
  test('what answers first, then the rest of its passage, then other passages, each as it is read', () => {
    const best = tell('Fees grow. Dogs bark.', [0.2, 0.5], { chunkId: 'chunk-2', rank: 2 });
    expect(chosen([...best, ...tell('Ships sail.', [0.3])])).toEqual(['Dogs bark.', 'Fees grow.', 'Ships sail.']);
    const other = tell('Fees grow. Ships sail.', [0.2, 0.3]);
    expect(chosen([...best.slice(1), ...other])).toEqual(['Dogs bark.', 'Fees grow.', 'Ships sail.']);
  });
});

describe('what it leans on', () => {
  const ferry = 'The harbour has a ferry. It leaves at nine.';

  test('stands before it, even before the best one, and is told once', () => {
    const both = ['The harbour has a ferry.', 'It leaves at nine.'];
    expect(chosen(tell(ferry, [little, 0.9]))).toEqual(both);
    expect(chosen(tell(ferry, [0.4, 0.6]))).toEqual(both);
    expect(chosen(tell(ferry, [0.6, 0.4]))).toEqual(both);
  });

  test('comes beside the three', () => {
    const text = `${ferry}\nShips sail. Birds sing.`;
    expect(chosen(tell(text, [0, 0.5, 0.3, 0.2]))).toHaveLength(maxSentences + 1);
  });

  test('is nothing for what stands by itself, or below another heading', () => {
    expect(chosen(tell('The harbour has a ferry. Boats leave at nine.', [0, 1]))).toEqual(['Boats leave at nine.']);
    expect(chosen(tell('The harbour has a ferry.\n## Times\nIt leaves at nine.', [0, 1]))).toEqual([
      'It leaves at nine.',
    ]);
  });
});

describe('the next steps of an instruction in prose', () => {
  const text = 'Open Billing. Then press Cancel. Finally confirm. Cards are kept. Then wait.';
  const how = 'How do I cancel my plan?';

  test('follow where the question asks how, and only as far as they go on', () => {
    expect(chosen(tell(text, [1]), how)).toEqual(['Open Billing.', 'Then press Cancel.', 'Finally confirm.']);
    expect(chosen(tell(text, [1]), 'Where is Billing?')).toEqual(['Open Billing.']);
  });

  test('are told once, and end with the section', () => {
    expect(chosen(tell(text, [0.7, 0.3]), how)).toEqual(['Open Billing.', 'Then press Cancel.', 'Finally confirm.']);
    expect(chosen(tell('Open Billing.\n## Refunds\nThen wait.', [1]), how)).toEqual(['Open Billing.']);
  });

  test('are three at most', () => {
    const long = `Open it. ${Array.from({ length: 9 }, (_, index) => `Then press ${index}.`).join(' ')}`;
    expect(chosen(tell(long, [1]), how)).toHaveLength(maxSentences + 1);
  });
});
