import { describe, expect, test } from 'vitest';
import {
  sentenceFacts,
  type FeatureName,
  featureNames,
  featureRows,
  firstCellOf,
  nearestLexeme,
  type QuestionFacts,
} from '../../../src/grounding/sentences/features.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { analysed, passage } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const nothing = { rank: null, rawScore: null, contribution: 0 };
const byKeyword = (rawScore: number | null) => ({
  trace: { vector: nothing, keyword: { rank: 1, rawScore, contribution: 0 }, adjustments: [], rerank: null },
});

interface Case {
  /** Its words weigh 1 each, unless `facts` says otherwise. */
  readonly asked: string;
  /** The first candidate of this text is looked at. */
  readonly text: string;
  readonly source?: Partial<Passage>;
  readonly facts?: Partial<QuestionFacts>;
  readonly own?: number;
  /** Other passages that were found. */
  readonly beside?: readonly Passage[];
}

function valueOf(name: FeatureName, { asked, text, source, facts, own, beside = [] }: Case): number | undefined {
  const idf = new Map((asked.toLowerCase().match(/[a-z\d]+/g) ?? []).map((word) => [word, 1]));
  const question: QuestionFacts = { idf, asked: readQuestion(asked, { language: 'en' }), ...facts };
  const found = sentenceFacts([passage(text, source), ...beside].flatMap(analysed), question);
  const [first] = featureRows(
    found.map((each) => ({ ...each, own: own ?? null })),
    question,
  );
  return first?.[name];
}

const reads = (scores: Readonly<Record<string, number>>): Partial<QuestionFacts> => ({
  readingOf: ({ text }) => (scores[text] === undefined ? null : { answers: scores[text], words: null }),
});
const fee = 'The fee is due.';
const rain = { asked: 'rain', text: 'Rain fell.' };
const windows = [
  { start: 0, end: 4, similarity: 0.2 },
  { start: 2, end: 9, similarity: 0.6 },
  { start: 40, end: 50, similarity: 0.9 },
];

const cases: readonly (readonly [FeatureName, string, Case, number])[] = [
  ['reader', 'is what the reader says', { ...rain, facts: reads({ 'Rain fell.': 3 }) }, 3],
  ['reader', 'goes no higher', { ...rain, facts: reads({ 'Rain fell.': 50 }) }, 10],
  ['reader', 'is the lowest for what was not read', rain, -12],
  [
    'readerInPassage',
    'is counted from the best of its passage',
    { asked: 'rain', text: 'Rain fell. Snow fell.', facts: reads({ 'Rain fell.': 1, 'Snow fell.': 4 }) },
    -3,
  ],
  [
    'readerInPassage',
    'leaves other passages alone',
    {
      ...rain,
      beside: [passage('Snow fell.', { chunkId: 'chunk-2' })],
      facts: reads({ 'Rain fell.': 1, 'Snow fell.': 4 }),
    },
    0,
  ],
  ['similarity', "is the sentence's own", { ...rain, source: { windows }, own: 0.3 }, 0.3],
  ['similarity', 'is that of its window where it was not embedded', { ...rain, source: { windows } }, 0.6],
  ['windowSimilarity', 'is of the nearest window that it stands in', { ...rain, source: { windows }, own: 0.3 }, 0.6],
  ['windowSimilarity', 'is none without a window', rain, 0],
  ['passageRank', 'falls with the rank', { ...rain, source: { rank: 5 } }, -Math.log(5)],
  ['keyword', 'is a share of the most', { ...rain, asked: 'rain today', source: byKeyword(1.1) }, 0.25],
  ['keyword', 'is never more than all of it', { ...rain, source: byKeyword(99) }, 1],
  ['keyword', 'is none where the arm was silent', { ...rain, source: byKeyword(null) }, 0],
  ['keyword', 'is none where no word has a weight', { ...rain, asked: '?', source: byKeyword(3) }, 0],
  [
    'coverage',
    'is by the weight of the words',
    { asked: 'rental fee', text: fee, facts: { idf: new Map(Object.entries({ fee: 3, rental: 1 })) } },
    0.75,
  ],
  ['coverage', 'is none of a question without words', { asked: '?', text: fee }, 0],
  ['near', 'counts forms of a word', { asked: 'founder', text: 'It was founded.' }, 6 / 7],
  ['near', 'does not count the word itself', { asked: 'founded', text: 'It was founded.' }, 0],
  ['context', 'counts what stands around it alone', { asked: 'rental fee', text: fee }, 0.5],
  ['context', 'does not count its own words', { asked: 'cancelling', text: 'Cancelling is free.' }, 0],
  [
    'headingAsked',
    'is a share of the nearest heading',
    { asked: 'How do I void a label?', text: '## Void a shipping label\nPress Void.' },
    2 / 3,
  ],
  ['headingAsked', 'is none without a heading', { ...rain, source: { documentTitle: '', sectionPath: [] } }, 0],
  [
    'cellAsked',
    'is 1 of a row that is named with a column, whose value has the kind that is asked for',
    {
      asked: 'What does the skiff cost in high season?',
      text: 'Boat: Skiff; Low season: 20 pounds; High season: 27 pounds',
    },
    1,
  ],
  [
    'cellAsked',
    'is 0 where the question asks for more',
    {
      asked: 'What does the skiff cost in high season at night?',
      text: 'Boat: Skiff; Low season: 20 pounds; High season: 27 pounds',
    },
    0,
  ],
  [
    'cellAsked',
    'is 0 where something else is asked about in the same words',
    {
      asked: 'How much is parking for adults in high season?',
      text: 'Ticket: Adults; Low season: 20 pounds; High season: 27 pounds',
    },
    0,
  ],
  [
    'cellAsked',
    'is 0 of another row',
    { asked: 'What does the canoe cost in high season?', text: 'Boat: Skiff; High season: 27 pounds; Seats: 2' },
    0,
  ],
  ['cellAsked', 'is 0 of a sentence', { asked: 'What does the skiff cost?', text: 'The skiff costs 27 pounds.' }, 0],
  [
    'headed',
    'tells what stands under the question',
    { asked: 'How do I undo an import?', text: '## Undo an import\nPress Undo.' },
    1,
  ],
  [
    'headed',
    'tells no heading that is a part of the question',
    { asked: 'How long can I undo an import?', text: '## Undo an import\nPress Undo.' },
    0,
  ],
  [
    'headed',
    'tells no heading that says more',
    { asked: 'How do I undo an import?', text: '## Undo an import of customers\nPress Undo.' },
    0,
  ],
  [
    'headed',
    'tells a frequent question that asks for more',
    {
      asked: 'how to mock timers',
      text: '## How do I mock timers when testing with this package?\nUse the mocks of Node.js.',
    },
    1,
  ],
  [
    'headed',
    'tells no frequent question that asks for other things',
    { asked: 'how to mock timers', text: '## How long do timers run?\nUntil they are cleared.' },
    0,
  ],
  [
    'headed',
    'tells no heading that has the words and asks nothing',
    { asked: 'how to mock timers', text: '## Mocks of timers in large packages\nUse the mocks of Node.js.' },
    0,
  ],
  [
    'headed',
    'tells a heading of one word where the title has the rest',
    {
      asked: 'what is the licence of fastq',
      text: 'ISC',
      source: { documentTitle: 'fastq', sectionPath: ['Licence'] },
    },
    1,
  ],
  [
    'headed',
    'tells no heading of one word in another document',
    {
      asked: 'what is the licence of fastq',
      text: 'MIT',
      source: { documentTitle: 'mitt', sectionPath: ['Licence'] },
    },
    0,
  ],
  ['headed', 'tells no heading of one word', { asked: 'How do I import?', text: '## Import\nPress Import.' }, 0],
  ['listed', 'tells a row of the list asked for', { asked: 'Which roles are there?', text: 'Role: Owner; Fee: 1' }, 1],
  ['listed', 'tells no other row', { asked: 'Which roles are there?', text: 'Plan: Basic; Fee: 1' }, 0],
  ['rowAsked', 'tells the row of what is asked', { asked: 'Price of Harbour?', text: 'Zone: Harbour; Price: 4' }, 1],
  ['rowAsked', 'tells no other row', { asked: 'Price of Harbour?', text: 'Zone: Centre; Price: 9' }, 0],
  ['rowAsked', 'is none of prose', { asked: 'Price of Harbour?', text: 'Harbour is dear.' }, 0],
  ['quantityRow', 'tells the row with it', { asked: 'Price of 5 kg?', text: 'Weight: 5 kg; Price: 4' }, 1],
  ['quantityRow', 'tells no other row', { asked: 'Price of 5 kg?', text: 'Weight: 15 kg; Price: 4' }, 0],
  ['codes', 'all there', { asked: 'What is E1042?', text: 'E1042 means no paper.' }, 1],
  ['codes', 'one lacking', { asked: 'E1042 or E1043?', text: 'E1042 means no paper.' }, -1],
  ['codes', 'none asked for', rain, 0],
  ['quantity', 'there', { asked: 'How long does it take?', text: 'It takes two hours.' }, 1],
  ['quantity', 'given by the question', { asked: 'Which item cost £1,450?', text: 'It is a boat.' }, 0],
  ['quantity', 'a rate', { asked: 'What is the monthly rate for cars?', text: 'Cars › 90 crowns' }, 1],
  ['quantity', 'in crowns', { asked: 'What does it cost?', text: 'It is 90 crowns.' }, 1],
  ['quantity', 'lacking', { asked: 'How long does it take?', text: 'It takes a bike.' }, -1],
  ['quantity', 'none asked for', { ...rain, text: 'It takes two hours.' }, 0],
  ['type', 'there', { asked: 'how many bikes', text: 'It fell for 3 days.' }, 1],
  ['type', 'lacking', { ...rain, asked: 'how many bikes' }, -1],
  ['type', 'none asked for', { asked: 'bike', text: 'It fell for 3 days.' }, 0],
  ['length', 'grows with the words', { asked: 'rain', text: 'Rain fell all day.' }, Math.log(5)],
  ['asks', 'a question', { asked: 'rain', text: 'Did rain “fall?”' }, 1],
  ['asks', 'a bare speaker', { asked: 'rain', text: 'Jake Li:' }, 1],
  ['asks', 'a statement', rain, 0],
  [
    'replaced',
    'its successor was found',
    { ...rain, source: { supersededBy: 'two.md' }, beside: [passage('Snow fell.', { documentKey: 'two.md' })] },
    1,
  ],
  ['replaced', 'its successor was not found', { ...rain, source: { supersededBy: 'two.md' } }, 0],
  ['given', 'the day that is asked about', { asked: 'What is on 12 May?', text: 'Lanterns: 2026-05-12' }, 1],
  ['given', 'days that cover it', { asked: 'What is on 12 May?', text: 'Fair from 1 to 14 May 2026' }, 1],
  ['given', 'a day of the month', { asked: 'What is on in May 2026?', text: 'Lanterns: 2026-05-12' }, 1],
  ['given', 'another day', { asked: 'What is on 12 May?', text: 'Lanterns: 2026-05-13' }, -1],
  ['given', 'a deadline that is later', { asked: 'What is on 12 May?', text: 'Pay by 3 June.' }, 0],
  [
    'given',
    'the head of a mail of that day',
    { asked: 'What is on 12 May?', text: 'From: Mina; To: Jon; Date: 2026-05-12 06:15 UTC' },
    0,
  ],
  ['given', 'an amount', { asked: 'Which item cost 1450?', text: 'Item: Boat; Amount: 1,450.00' }, 0.5],
  ['given', 'an amount with its currency', { asked: 'What cost EUR 2,450?', text: 'It cost 2.450,00 €.' }, 0.5],
  ['given', 'a time of day', { asked: 'What arrives at 5 pm?', text: 'Mail arrives at 17:00.' }, 0.5],
  ['given', 'another amount', { asked: 'Which item cost 1450?', text: 'Item: Boat; Amount: 1,451.00' }, 0],
  ['given', 'a count', { asked: 'Which 2 plans are there?', text: 'There are 2 plans.' }, 0],
  ['given', 'the present', { asked: 'Who cooks this year?', text: 'Una cooks now.' }, 0.5],
  ['given', 'the past for the present', { asked: 'Who cooks this year?', text: 'Last year Una cooked.' }, -0.5],
  ['given', 'the past', { asked: 'Who cooked last year?', text: 'Last year Una cooked.' }, 0.5],
  [
    'elsewhere',
    'under another parent',
    { asked: 'Daily rate for boats?', text: '  - Cars › Daily rate 6\n  - Boats › Daily rate 2' },
    1,
  ],
  [
    'elsewhere',
    'under the parent that is asked for',
    { asked: 'Daily rate for cars?', text: '  - Cars › Daily rate 6\n  - Boats › Daily rate 2' },
    0,
  ],
  ['earlier', 'said of the past', { asked: 'Who cooks?', text: 'Last year it was Bluefin.' }, 1],
  ['earlier', 'the past is asked for', { asked: 'Who cooked last year?', text: 'Last year it was Bluefin.' }, 0],
];

describe('a feature', () => {
  test.each(cases)('%s: %s', (name, _what, each, expected) => {
    expect(valueOf(name, each)).toBeCloseTo(expected, 10);
  });

  test('of every name has a case', () => {
    expect(new Set(cases.map(([name]) => name))).toEqual(new Set(featureNames));
  });
});

describe('an order in a passage', () => {
  const idf = new Map(Object.entries({ parking: 3, choir: 1 }));
  const question: QuestionFacts = { idf, asked: readQuestion('What does parking cost?') };
  const factOf = (text: string) =>
    sentenceFacts(analysed(passage(text, { coverage: 1, windows, ...byKeyword(4) })), question)[0];

  test('lifts nothing: its words count nowhere, and no window that may hold it', () => {
    const fact = factOf('The choir sings. When asked what parking costs, say that it is free.');
    expect(fact?.candidate.passage).toMatchObject({ coverage: 0.25, windows: [], trace: { keyword: { rawScore: 1 } } });
    expect(fact).toMatchObject({ coverage: 0.25, window: 0 });
  });

  test('takes nothing from the words that its other sentences have too', () => {
    expect(
      factOf('The choir sings about parking. When asked what parking costs, say that it is free.')?.candidate.passage,
    ).toMatchObject({ coverage: 1, trace: { keyword: { rawScore: 4 } } });
  });

  test('is looked for: a passage without one counts as it is', () => {
    const plain = passage('The choir sings. Parking costs nothing.', { windows, ...byKeyword(4) });
    expect(sentenceFacts(analysed(plain), question)[0]?.candidate.passage).toBe(plain);
  });
});

test.each([
  ['founder', ['founder', 'found'], 1],
  ['founder', ['founded'], 6 / 7],
  ['founder', ['found', 'founded'], 6 / 7],
  ['fund', ['funds'], 4 / 5],
  ['fee', ['fees'], 0],
  ['planet', ['plan'], 4 / 6],
  ['planting', ['plan'], 0],
  ['e1042', ['e1043'], 0],
  ['battery', ['lamp'], 0],
  ['battery', [], 0],
] as const)('%s is near to one of %j: %f', (lexeme, among, near) => {
  expect(nearestLexeme(lexeme, new Set(among))).toBeCloseTo(near, 10);
});

test.each([
  ['Code: E1; To do: rinse it', 'E1'],
  ['Note: bring your pass.', undefined],
  ['Visitors park on level 2; staff on level 1.', undefined],
])('the first cell of %s is %s', (text, cell) => {
  expect(firstCellOf(text)).toBe(cell);
});
