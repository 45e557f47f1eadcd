import { describe, expect, test } from 'vitest';
import {
  findConflicts,
  citesOverruled,
  isOpen,
  settledSentences,
} from '../../../src/grounding/answerability/findConflicts.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const cancel = 'A rental is cancelled free of charge until 24 hours before it begins';
const howLate = 'How late can I cancel a rental?';
const how = {
  number: howLate,
  when: 'When does the office in Ghent open?',
  who: 'Who approves travel at Ardenne?',
  where: 'Where is the spare key kept?',
  any: 'May visitors park in the yard?',
};

function told(text: string, documentId: string, more: Partial<Passage> = {}, softCoverage = 1): RankedSentence {
  const sentence = ranked(text, documentId, softCoverage);
  const passage = {
    ...sentence.candidate.passage,
    documentKey: `${documentId}.md`,
    documentTitle: `${documentId}.md`,
    sectionPath: [],
    ...more,
  };
  return { ...sentence, candidate: { ...sentence.candidate, passage } };
}

const found = (question: string, ...sentences: readonly RankedSentence[]) =>
  findConflicts(sentences, readQuestion(question)).map(({ kind, resolution, sides }) => [
    kind,
    resolution,
    ...sides.map(({ value }) => value),
  ]);
const between = (question: string, left: string, right: string) =>
  found(question, told(left, 'one'), told(right, 'two'));

test('a conflict has both quotes where they stand, in their versions', () => {
  const [one, other] = [told(cancel, 'one'), told(cancel.replace('24', '48'), 'two')];
  const [conflict] = findConflicts([one, other], readQuestion(howLate));
  expect(conflict).toMatchObject({
    kind: 'NUMERIC',
    resolution: 'UNRESOLVED',
    sides: [
      {
        documentId: 'one',
        versionId: 'one-v1',
        value: '24 hours',
        quote: one.candidate.text,
        sourceSpan: one.candidate.sourceSpan,
      },
      {
        documentId: 'two',
        versionId: 'two-v1',
        value: '48 hours',
        quote: other.candidate.text,
        sourceSpan: other.candidate.sourceSpan,
      },
    ],
  });
});

describe('what differs', () => {
  test.each([
    ['a number', how.number, cancel, cancel.replace('24', '48'), ['NUMERIC', '24 hours', '48 hours']],
    [
      'a number in other words',
      'How many days may I return hardware?',
      'Hardware may be returned within 30 days.',
      'You may return hardware within 45 days of delivery.',
      ['NUMERIC', '30 days', '45 days'],
    ],
    [
      'a date',
      'When was the depot in Ghent opened?',
      'The depot in Ghent was opened on 3 May 2019.',
      'The depot in Ghent was opened on 3 May 2021.',
      ['TEMPORAL', '3 May 2019', '3 May 2021'],
    ],
    [
      'a life',
      'When was Ada Brink born?',
      'Ada Brink (12 May 1841 – 3 March 1905) was a printer.',
      'Ada Brink (1 June 1850 – 3 March 1905) was a printer.',
      ['TEMPORAL', '12 May 1841 – 3 March 1905', '1 June 1850 – 3 March 1905'],
    ],
    [
      'a person',
      how.who,
      'Travel at Ardenne is approved by Nora Quist.',
      'Travel at Ardenne is approved by Tom Reeve.',
      ['ENTITY', 'Nora Quist', 'Tom Reeve'],
    ],
    [
      'a place',
      how.where,
      'The spare key is kept in the Harbour Office.',
      'The spare key is kept in the Tower Room.',
      ['ENTITY', 'Harbour Office', 'Tower Room'],
    ],
    [
      'that it is so',
      how.any,
      'Visitors may park in the yard.',
      'Visitors may not park in the yard.',
      ['POLARITY', 'says so', 'says not'],
    ],
  ] as const)('%s', (_what, question, left, right, [kind, ...values]) => {
    expect(between(question, left, right)).toEqual([[kind, 'UNRESOLVED', ...values]]);
  });
});

describe('no conflict', () => {
  test.each([
    ['the same value', how.number, cancel, cancel],
    ['the same value in another unit', how.number, cancel, cancel.replace('24 hours', '1 day')],
    ['another unit', how.number, cancel, cancel.replace('24 hours', '48 stations')],
    ['another thing', how.number, cancel, 'Helmets dry within 48 hours in any warm room'],
    [
      'a year and a day in it',
      'When was the depot in Ghent opened?',
      'The depot in Ghent was opened in 2019.',
      'The depot in Ghent was opened on 3 May 2019.',
    ],
    [
      'values of different years',
      'How many bicycles does the depot hold?',
      'In 2019 the depot held 40 bicycles.',
      'In 2021 the depot held 60 bicycles.',
    ],
    [
      'what is not asked for',
      how.who,
      'Travel at Ardenne is approved by Nora Quist within 3 days.',
      'Travel at Ardenne is approved by Nora Quist within 5 days.',
    ],
    [
      'a part of the name',
      how.who,
      'Travel at Ardenne is approved by Nora Quist.',
      'Travel at Ardenne is approved by Quist.',
    ],
    [
      'a misspelt name',
      how.who,
      'Travel at Ardenne is approved by Nora Quist.',
      'Travel at Ardenne is approved by Norah Quist.',
    ],
    [
      'another subject of the sentence',
      'How long is the lunch break?',
      'The lunch break in Ghent is 30 minutes.',
      'The lunch break in Liège is 45 minutes.',
    ],
    ['rounding', 'How large is the yard?', 'The yard is 93.9 metres long.', 'The yard is 94 metres long.'],
  ])('%s', (_what, question, left, right) => {
    expect(between(question, left, right)).toEqual([]);
  });

  test.each([
    ['one document', told(cancel, 'one'), told(cancel.replace('24', '48'), 'one')],
    [
      'a sentence that is not about the question',
      told(cancel, 'one'),
      told(cancel.replace('24', '48'), 'two', {}, 0.05),
    ],
    [
      'namesakes',
      told(cancel, 'one', { documentTitle: 'Rentals (Ghent)' }),
      told(cancel.replace('24', '48'), 'two', { documentTitle: 'Rentals (Liège)' }),
    ],
    [
      'sheets from one template',
      told(cancel, 'one', { documentTitle: 'Renting in Norway' }),
      told(cancel.replace('24', '48'), 'two', { documentTitle: 'Renting in Sweden' }),
    ],
    [
      'sections from one template',
      told(cancel, 'one', { sectionPath: ['Standard plan'] }),
      told(cancel.replace('24', '48'), 'two', { sectionPath: ['Premium plan'] }),
    ],
  ])('%s', (_what, left, right) => {
    expect(found(howLate, left, right)).toEqual([]);
  });

  test('the code that is asked about stands in one of them alone', () => {
    expect(
      between(
        'How many labels a minute does the BP-4 print?',
        'The BP-4 prints 60 labels a minute.',
        'The BP-5 prints 90 labels a minute.',
      ),
    ).toEqual([]);
  });
});

describe('two texts in other words', () => {
  const apart = (question: string, left: string, right: string, soft: readonly [number, number] = [1, 1]) =>
    found(
      question,
      told(left, 'one', { text: `Bring a lamp, a vest and a map. ${left}` }, soft[0]),
      told(right, 'two', { text: `All boats lie at the pier until dusk. ${right}` }, soft[1]),
    );

  test.each([
    [
      'a number',
      how.number,
      'You can cancel a rental within 24 hours.',
      'Within 48 hours you can cancel a rental.',
      ['NUMERIC', '24 hours', '48 hours'],
    ],
    [
      'a date',
      'When was the depot opened?',
      'The depot was opened on 3 May 2019.',
      'On 3 May 2021 the depot was opened.',
      ['TEMPORAL', '3 May 2019', '3 May 2021'],
    ],
    [
      'a person, word for word',
      how.who,
      'Travel at Ardenne is approved by Nora Quist.',
      'Travel at Ardenne is approved by Tom Reeve.',
      ['ENTITY', 'Nora Quist', 'Tom Reeve'],
    ],
    [
      'a place, word for word',
      how.where,
      'The spare key is kept in the Harbour Office.',
      'The spare key is kept in the Tower Room.',
      ['ENTITY', 'Harbour Office', 'Tower Room'],
    ],
    [
      'that it is so',
      how.any,
      'Visitors may park in the yard.',
      'Visitors may not park in the yard.',
      ['POLARITY', 'says so', 'says not'],
    ],
  ] as const)('conflict by %s', (_what, question, left, right, [kind, ...values]) => {
    expect(apart(question, left, right)).toEqual([[kind, 'UNRESOLVED', ...values]]);
  });

  test.each([
    [
      'a name, where nothing tells what is asked for',
      how.any,
      'Visitors may park in the yard.',
      'Visitors may park in the barn.',
    ],
    [
      'a person, where more than the name differs',
      how.who,
      'Travel at Ardenne is approved by Nora Quist.',
      'Leave at Ardenne is approved by Tom Reeve.',
    ],
    [
      'fewer words in common',
      how.number,
      'You can cancel a rental within 24 hours.',
      'Helmets dry within 48 hours in any warm room.',
    ],
    [
      'names of their own',
      how.number,
      'You can cancel a rental in Ghent within 24 hours.',
      'You can cancel a rental in Bruges within 48 hours.',
    ],
    [
      'a negation among many changes',
      how.any,
      'Visitors may park in the yard.',
      'Old friends of ours may not stay in the yard.',
    ],
  ])('none by %s', (_what, question, left, right) => {
    expect(apart(question, left, right)).toEqual([]);
  });

  test.each([
    [1, 0.7, 1],
    [1, 0.69, 0],
    [0.3, 0.3, 1],
    [0.29, 0.29, 0],
    [0.4, 0.3, 1],
  ])('both carry enough of the question, and nearly as much: %d and %d', (left, right, conflicts) => {
    expect(
      apart(how.number, 'You can cancel a rental within 24 hours.', 'Within 48 hours you can cancel a rental.', [
        left,
        right,
      ]),
    ).toHaveLength(conflicts);
  });

  test('a name that one of them has alone does not part them', () => {
    expect(
      apart(
        how.number,
        'You can cancel a rental in Ghent within 24 hours.',
        'Within 48 hours you can cancel a rental.',
      ),
    ).toHaveLength(1);
  });

  test('the eight best are compared', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, row) =>
        told(`${String.fromCodePoint(97 + row).repeat(4)} lie there.`, `other${row}`),
      );
    const [left, right] = [
      told('You can cancel a rental within 24 hours.', 'one', { text: 'Lamps and vests are lent here.' }),
      told('Within 48 hours you can cancel a rental.', 'two', { text: 'Ask the warden for a map.' }),
    ];
    expect(found(how.number, left, ...others(6), right)).toHaveLength(1);
    expect(found(how.number, left, ...others(7), right)).toEqual([]);
  });
});

describe('one text told twice', () => {
  test('with more than four changes was rewritten, where nothing tells what is asked for', () => {
    const colours = (list: string) => {
      const [door, roof, wall, gate, bench] = list.split(' ');
      return `The big old door is ${door}, the big old roof is ${roof}, the big old wall is ${wall}, the big old gate is ${gate} and the big old bench is ${bench}.`;
    };
    expect(
      between('Which colour has it?', colours('green red blue black white'), colours('brown pink teal grey white')),
    ).toHaveLength(1);
    expect(
      between('Which colour has it?', colours('green red blue black white'), colours('brown pink teal grey gold')),
    ).toEqual([]);
  });

  const story = (year: string, name: string) =>
    `Saint Odile's Hall (${name}) is a parish hall in the old town. It holds two hundred guests and a small stage. The hall was founded in ${year} by the millers.`;
  const question = "When was Saint Odile's Hall founded?";
  const sentence = (year: string, name: string, documentId: string) =>
    told(`The hall was founded in ${year} by the millers.`, documentId, { text: story(year, name) }, 0.4);

  test('is read sentence by sentence, however little of the question stands in each', () => {
    expect(found(question, sentence('1856', 'Ghent', 'one'), sentence('1900', 'Ghent', 'two'))).toEqual([
      ['TEMPORAL', 'UNRESOLVED', '1856', '1900'],
    ]);
    const elsewhere = (year: string, documentId: string, around: string) =>
      told(
        `The hall was founded in ${year} by the millers.`,
        documentId,
        { text: `The hall was founded in ${year} by the millers. ${around}` },
        0.2,
      );
    expect(
      found(
        question,
        elsewhere('1856', 'one', 'Its bells came from Bruges, its windows from a glazier whom nobody remembers.'),
        elsewhere('1900', 'two', 'Dances are held there on every second Saturday, and a choir sings each autumn.'),
      ),
    ).toEqual([]);
  });

  test('is of namesakes when a qualifier tells them apart, unless that is the dispute itself', () => {
    expect(found(question, sentence('1856', 'Ghent', 'one'), sentence('1900', 'Liège', 'two'))).toEqual([]);
    expect(found(question, sentence('1856', 'founded 1856', 'one'), sentence('1900', 'founded 1900', 'two'))).toEqual([
      ['TEMPORAL', 'UNRESOLVED', '1856', '1900'],
    ]);
  });
});

describe('which side is right', () => {
  const later = { effectiveFrom: new Date('2025-06-01T00:00:00Z') };
  /** Loaded after the days that they state. */
  const loaded = { documentCreatedAt: new Date('2030-01-01T00:00:00Z') };
  const sides = (left: Partial<Passage>, right: Partial<Passage>) =>
    found(howLate, told(cancel, 'one', left), told(cancel.replace('24', '48'), 'two', right));

  test.each([
    ['the successor', { supersededBy: 'two.md' }, {}, 'NEWER_VERSION', '48 hours'],
    [
      'the successor, before trust',
      { supersededBy: 'two.md', trust: 'TRUSTED' },
      { trust: 'TRUSTED' },
      'NEWER_VERSION',
      '48 hours',
    ],
    ['no successor that is less trusted', { supersededBy: 'two.md', trust: 'TRUSTED' }, {}, 'AUTHORITY', '24 hours'],
    [
      'the later edition',
      { documentTitle: 'Rental terms 2024' },
      { documentTitle: 'Rental terms 2025', ...later },
      'NEWER_VERSION',
      '48 hours',
    ],
    [
      'the later version',
      { documentTitle: 'Rental terms v3.1' },
      { documentTitle: 'Rental terms v2.9' },
      'NEWER_VERSION',
      '24 hours',
    ],
    [
      'no edition that says that it was valid before',
      { documentTitle: 'Rental terms 2024', ...later, ...loaded },
      { documentTitle: 'Rental terms 2025', ...loaded },
      'UNRESOLVED',
      '24 hours',
    ],
    [
      'the later edition, though the earlier one was loaded after it',
      { documentTitle: 'Rental terms 2024', ...later },
      { documentTitle: 'Rental terms 2025' },
      'NEWER_VERSION',
      '48 hours',
    ],
    [
      'no untrusted edition',
      { documentTitle: 'Rental terms 2024' },
      { documentTitle: 'Rental terms 2025', ...later, trust: 'UNTRUSTED' },
      'UNRESOLVED',
      '24 hours',
    ],
    ['the trusted one', {}, { trust: 'TRUSTED' }, 'AUTHORITY', '48 hours'],
    ['neither of two trusted ones', { trust: 'TRUSTED' }, { trust: 'TRUSTED' }, 'UNRESOLVED', '24 hours'],
    ['not the one that came later', {}, later, 'UNRESOLVED', '24 hours'],
    ['not the one that is not untrusted', { trust: 'UNTRUSTED' }, {}, 'UNRESOLVED', '24 hours'],
  ] as const)('%s', (_what, left, right, resolution, first) => {
    expect(sides(left, right)).toEqual([
      ['NUMERIC', resolution, first, first === '24 hours' ? '48 hours' : '24 hours'],
    ]);
  });

  test('what was overruled is no longer told, wherever its document repeats it; an open dispute is', () => {
    const [one, other] = [told(cancel, 'one'), told(cancel.replace('24', '48'), 'two', { trust: 'TRUSTED' })];
    const at = (start: number, sentence: RankedSentence) => ({
      ...sentence,
      candidate: { ...sentence.candidate, sourceSpan: { start, end: start + 20 } },
    });
    const again = at(300, told('Remember the 24 hours.', 'one'));
    const silent = at(400, told('Bring your card.', 'one'));
    const settled = findConflicts([one, other], readQuestion(howLate));
    expect(settled.map((conflict) => isOpen(conflict))).toEqual([false]);
    expect(settledSentences([one, other, again, silent], settled)).toEqual([other, silent]);
    const cites = ({ candidate }: RankedSentence) =>
      citesOverruled([{ versionId: candidate.passage.versionId, sourceSpan: candidate.sourceSpan }], settled);
    expect([one, other, silent].map(cites)).toEqual([true, false, false]);
    const { start, end } = one.candidate.sourceSpan;
    const citesAt = (from: number, until: number, versionId = 'one-v1') =>
      citesOverruled(
        [
          { versionId: 'other', sourceSpan: { start, end } },
          { versionId, sourceSpan: { start: from, end: until } },
        ],
        settled,
      );
    expect([
      citesAt(end - 1, end + 9),
      citesAt(start - 9, start + 1),
      citesAt(end, end + 9),
      citesAt(start - 9, start),
      citesAt(start, end, 'one-v2'),
    ]).toEqual([true, true, false, false, false]);
    const elsewhere = {
      ...again,
      candidate: { ...again.candidate, passage: { ...again.candidate.passage, documentId: 'three' } },
    };
    const older = {
      ...one,
      candidate: {
        ...one.candidate,
        text: 'It was told in another way.',
        passage: { ...one.candidate.passage, versionId: 'one-v0' },
      },
    };
    expect(settledSentences([elsewhere, older], settled)).toEqual([elsewhere, older]);
    const polar = settled.map((conflict) => ({ ...conflict, kind: 'POLARITY' as const }));
    expect(settledSentences([one, other, again], polar)).toEqual([other, again]);
    const open = findConflicts([one, told(cancel.replace('24', '48'), 'two')], readQuestion(howLate));
    expect(open.map((conflict) => isOpen(conflict))).toEqual([true]);
    expect(settledSentences([one, other, again, silent], open)).toEqual([one, other, again, silent]);
  });
});
