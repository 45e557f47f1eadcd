import { describe, expect, test } from 'vitest';
import { essentialOf } from '../../../src/grounding/sentences/essentialOf.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { passage } from '../passage.ts';

const here = passage('The refund takes five days. It is paid to the card.', { chunkId: 'here' });
const elsewhere = passage('A fee is kept.', { chunkId: 'elsewhere' });

/** A sentence as the ranking left it. */
function sentence(
  text: string,
  changes: Partial<RankedSentence> & { readonly at?: number; readonly of?: typeof here } = {},
) {
  const { at = 0, of = here, ...rest } = changes;
  return {
    candidate: {
      passage: of,
      ordinal: at,
      text,
      sourceSpan: { start: 0, end: text.length },
      lexemes: [],
      contextLexemes: [],
      context: '',
      headings: [],
      isLead: false,
      before: at === 0 ? null : at - 1,
    },
    score: 1,
    coverage: 0.5,
    softCoverage: 0.5,
    similarity: 0.5,
    ownSimilarity: 0.6,
    headed: 0,
    holdsType: true,
    answers: 2,
    words: null,
    ...rest,
  } satisfies RankedSentence;
}

const best = sentence('The refund takes five days.', { score: 2 });
const textsOf = (chosen: readonly RankedSentence[], query = 'Is it refunded?') =>
  essentialOf(chosen, {
    query,
    idf: new Map([
      ['refund', 2],
      ['card', 1],
    ]),
  }).map(({ candidate }) => candidate.text);

describe('a sure answer leaves out', () => {
  test.each([
    ['what scores less, however near', sentence('A fee is kept.', { of: elsewhere, score: 1.7, ownSimilarity: 0.9 })],
    [
      'what is neither nearer nor surer',
      sentence('Refunds are common.', { at: 4, score: 1.95, ownSimilarity: 0.5, answers: 1 }),
    ],
    ['the next sentence that stands by itself', sentence('Cards are charged at night.', { at: 1 })],
  ])('%s', (_what, other) => {
    expect(textsOf([best, other])).toEqual([best.candidate.text]);
  });
});

describe('and keeps', () => {
  test.each([
    ['what goes on with a pronoun', [best, sentence('It is paid to the card.', { at: 1, score: 1.2 })]],
    [
      'what it leans on',
      [sentence('Refunds go to the card.', { score: 1.2 }), sentence('They take five days.', { at: 1, score: 2 })],
    ],
    [
      'what is as good and nearer',
      [best, sentence('A refund takes two days.', { of: elsewhere, score: 1.9, ownSimilarity: 0.7 })],
    ],
    [
      'what is as good and surer',
      [best, sentence('A refund takes two days.', { of: elsewhere, score: 1.9, answers: 3 })],
    ],
    [
      'everything that nobody read',
      [{ ...best, answers: null }, sentence('A fee is kept.', { of: elsewhere, answers: null })],
    ],
  ])('%s', (_what, chosen) => {
    expect(textsOf(chosen)).toEqual(chosen.map(({ candidate }) => candidate.text));
  });

  test('the steps behind what must be known first, where the question asks how', () => {
    const steps = sentence('1. Open Billing.\n2. Press Refund.', { at: 1 });
    expect(textsOf([best, steps], 'How do I refund a card?')).toHaveLength(2);
    expect(textsOf([best, steps])).toHaveLength(1);
  });

  test('steps whose headings say what is asked, alone; and only where how is asked', () => {
    const steps = sentence('1. Open Billing.\n2. Press Refund.', { at: 5 });
    const headed = { ...steps, candidate: { ...steps.candidate, contextLexemes: ['refund', 'card'] } };
    const how = 'How do I refund a card?';
    expect(textsOf([best, headed], how)).toEqual([headed.candidate.text]);
    expect(textsOf([best, steps], how)).toEqual([best.candidate.text]);
    expect(textsOf([best, headed])).toEqual([best.candidate.text]);
  });

  test('of what stands above such steps, who may take them and when', () => {
    const at = (start: number, text: string) => {
      const { candidate, ...rest } = sentence(text, { score: 2 });
      return { ...rest, candidate: { ...candidate, sourceSpan: { start, end: start + text.length } } };
    };
    const steps = at(100, '1. Open Billing.\n2. Press Refund.');
    const headed = { ...steps, candidate: { ...steps.candidate, contextLexemes: ['refund', 'card'] } };
    const [only, intro, later] = [
      at(0, 'Only the Owner can refund a card.'),
      at(40, 'A refund goes to the card.'),
      at(200, 'You need not wait.'),
    ];
    expect(textsOf([intro, only, headed, later], 'How do I refund a card?')).toEqual([
      only.candidate.text,
      headed.candidate.text,
    ]);
  });
});

describe('what is as good goes all the same, where it is', () => {
  const text = 'A shop that is paused costs €9. Pausing is not closing: it costs €9. Closing costs €5.';
  const source = passage(text, { chunkId: 'prices' }, 0);
  const told = (from: string, words: string, score: number) => {
    const start = text.indexOf(from);
    return sentence(from, { of: source, at: start, score, words: spanOf(words, start) });
  };
  const spanOf = (words: string, from: number) => {
    const start = text.indexOf(words, from);
    return { start, end: start + words.length };
  };
  const first = told('A shop that is paused costs €9.', '€9', 2);

  test('the same answer told twice, and not another one', () => {
    const again = told('Pausing is not closing: it costs €9.', '€9', 1.95);
    const other = told('Closing costs €5.', '€5', 1.95);
    expect(textsOf([first, again])).toEqual([first.candidate.text]);
    expect(textsOf([first, other])).toHaveLength(2);
  });

  test('what goes on about something else, where a number or a time is asked and told', () => {
    const lasts = sentence('The trial lasts 14 days.', { score: 2 });
    const goesOn = sentence('It can be extended once.', { at: 1, score: 1.2 });
    expect(textsOf([lasts, goesOn], 'How long is the trial?')).toEqual([lasts.candidate.text]);
    expect(textsOf([{ ...lasts, holdsType: false }, goesOn], 'How long is the trial?')).toHaveLength(2);
    expect(textsOf([lasts, goesOn], 'What is the trial?')).toHaveLength(2);
  });

  test('a row of another quantity, where the best one has that of the question', () => {
    const row = (weight: string) =>
      sentence(`Weight up to: ${weight}; Price: €9`, { score: 2, of: passage(weight, { chunkId: 'rates' }) });
    expect(textsOf([row('5 kg'), row('31.5 kg')], 'What does a parcel of 5 kg cost?')).toHaveLength(1);
    expect(textsOf([row('5 kg'), row('31.5 kg')], 'What does a parcel cost?')).toHaveLength(2);
  });

  test('code that the best one does not lead in', () => {
    const code = sentence('    candor refund --card', { of: source, at: 7, score: 1.95 });
    const ledIn = { ...code, candidate: { ...code.candidate, before: first.candidate.ordinal } };
    expect(textsOf([first, code])).toEqual([first.candidate.text]);
    expect(textsOf([first, ledIn])).toHaveLength(2);
  });
});

describe('of something else', () => {
  const beside = (first: string, second: string, query: string) =>
    textsOf(
      [sentence(first, { score: 2 }), sentence(second, { of: elsewhere, score: 1.99, ownSimilarity: 0.9 })],
      query,
    ).length;

  test.each([
    ['another code', 'E3014 means too heavy.', 'E3017 means too old.', 'I get E3014 when buying a label', 1],
    ['the same code', 'E3014 means too heavy.', 'Weigh the parcel again after E3014.', 'I get E3014', 2],
    ['no code at all', 'E3014 means too heavy.', 'Weigh the parcel again.', 'I get E3014', 2],
    ['a code that was not asked for', 'The printer is small.', 'The BP-4 is small.', 'Is the printer small?', 2],
    ['the row of another thing', 'Plan: Scale; Reads: 900', 'Plan: Growth; Reads: 240', 'reads on Scale', 1],
    ['a row where none is named', 'Plan: Scale; Reads: 900', 'Plan: Growth; Reads: 240', 'which plans have reads', 2],
    ['an example', 'Use Locker up to 15 kg.', 'An example: under 5 kg use Locker.', 'When do I use Locker?', 1],
  ])('%s', (_what, first, second, query, kept) => {
    expect(beside(first, second, query)).toBe(kept);
  });

  test('no number beside the number that was asked for', () => {
    const number = sentence('It may be 64 KB.', { score: 2 });
    const plan = (holdsType: boolean) =>
      sentence('Growth has it.', { of: elsewhere, score: 1.99, ownSimilarity: 0.9, holdsType });
    expect(textsOf([number, plan(false)], 'How many KB may it be?')).toHaveLength(1);
    expect(textsOf([number, plan(true)], 'How many KB may it be?')).toHaveLength(2);
    expect(textsOf([number, plan(false)], 'May it be large?')).toHaveLength(2);
  });
});

describe('by the reader', () => {
  const other = (changes: Partial<RankedSentence>) =>
    sentence('A refund may wait.', { score: 1.95, at: 4, ...changes });

  test.each([
    ['it takes for no answer, where it takes the best one for one', { answers: -0.5, ownSimilarity: 0.7 }],
    ['is less of an answer, and hardly nearer', { answers: 1, ownSimilarity: 0.62 }],
    ['is hardly more of one, and further', { answers: 2.5, ownSimilarity: 0.45 }],
  ])('what %s is left out', (_what, changes) => {
    expect(textsOf([best, other(changes)])).toEqual([best.candidate.text]);
  });

  test.each([
    ['is far more of an answer', { answers: 4, ownSimilarity: 0.3 }],
    ['is clearly nearer', { answers: 1, ownSimilarity: 0.66 }],
    ['is more of one and about as near', { answers: 2.5, ownSimilarity: 0.55 }],
  ])('what %s stays', (_what, changes) => {
    expect(textsOf([best, other(changes)])).toHaveLength(2);
  });

  test('what goes on stays where it answers as well, or has another word of the question', () => {
    const goesOn = (changes: Partial<RankedSentence>) =>
      sentence('It is paid to the card.', { at: 1, score: 1.2, answers: 1, ...changes });
    expect(textsOf([best, goesOn({})])).toHaveLength(1);
    expect(textsOf([best, goesOn({ answers: 2 })])).toHaveLength(2);
    const withCard = goesOn({});
    expect(textsOf([best, { ...withCard, candidate: { ...withCard.candidate, lexemes: ['card'] } }])).toHaveLength(2);
  });

  test('an answer comes before what it takes for none', () => {
    const none = sentence('Refunds are common.', { score: 2, answers: -2 });
    const answer = sentence('The refund takes five days.', { score: 1.9, at: 4, answers: 3 });
    expect(textsOf([none, answer])).toEqual([answer.candidate.text]);
  });

  test('and the number that is asked for before a sentence without one', () => {
    const none = sentence('The refund takes long.', { score: 2, holdsType: false });
    const days = sentence('The refund takes five days.', { score: 1.9, at: 4 });
    expect(textsOf([none, days], 'How long does a refund take?')).toEqual([days.candidate.text]);
    expect(textsOf([none, days])).toHaveLength(2);
  });

  test('part of the words that it finds in the best one is that answer once more', () => {
    const text = 'A locker costs €9 a month. The locker is €9.';
    const lockers = passage(text, { chunkId: 'lockers' }, 0);
    const told = (from: string, words: string, score: number) => {
      const start = text.indexOf(from);
      const at = text.indexOf(words, start);
      return sentence(from, { of: lockers, at: start, score, words: { start: at, end: at + words.length } });
    };
    expect(
      textsOf([told('A locker costs €9 a month.', '€9 a month', 2), told('The locker is €9.', '€9', 1.95)]),
    ).toEqual(['A locker costs €9 a month.']);
  });
});

describe('steps told in prose', () => {
  const open = sentence('Open Billing.', { score: 2 });
  const then = sentence('Then press Refund.', { at: 1, score: 0.4 });
  const other = sentence('Refunds are common.', { at: 2, score: 0.3 });
  const asked = (query: string) =>
    essentialOf([open], { query, idf: new Map([['refund', 1]]) }, [open, then, other]).map(
      ({ candidate }) => candidate.text,
    );

  test('go on to the last where the question asks how', () => {
    expect(asked('How do I refund a card?')).toEqual(['Open Billing.', 'Then press Refund.']);
    expect(asked('What is under Billing?')).toEqual(['Open Billing.']);
  });
});

test('a lead-in without its list tells nothing', () => {
  const leadIn = sentence('For a refund you need:', { at: 4, score: 1.99, answers: 4 });
  expect(textsOf([best, leadIn])).toEqual([best.candidate.text]);
});
