import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidatesOf } from '../../../src/grounding/sentences/candidates.ts';
import {
  rankSentences,
  withOwnSimilarity,
  type AnalysedCandidate,
  type QuestionFacts,
  type RankedSentence,
} from '../../../src/grounding/sentences/rankSentences.ts';
import { timeSpansOf } from '../../../src/grounding/reading/timeSpan.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { passage, ranked } from '../passage.ts';

/** The sentences of one passage, in reading order. */
const read = (texts: readonly string[], more: Partial<Passage> = {}): AnalysedCandidate[] =>
  texts.map((text, ordinal) => ({
    ...ranked(text, 'document-1').candidate,
    passage: passage(texts.join('\n'), more),
    ordinal,
  }));
const asked = (words: string, more: Partial<QuestionFacts> = {}): QuestionFacts => ({
  idf: new Map(words.split(' ').map((word) => [word, 1])),
  type: 'ANY',
  text: words,
  ...more,
});
const order = (candidates: readonly AnalysedCandidate[], question: QuestionFacts) =>
  rankSentences(candidates, question).map(({ candidate }) => candidate.text);

describe('time', () => {
  const [then, sometime, later] = ['Bo led the club in 1965.', 'Ida led the club.', 'Eva led the club in 1999.'];

  test('sentences about the asked time come first, those about another one last', () => {
    const times = timeSpansOf('Who led the club in 1965?');
    expect(times).toHaveLength(1);
    for (const texts of [
      [then, sometime, later],
      [later, sometime, then],
      [sometime, later, then],
    ])
      expect(order(read(texts), asked('led club', { times }))).toEqual([then, sometime, later]);
  });

  test('a life that the asked year lies in is another time', () => {
    const life = 'Eva (1900 - 1993) led the club.';
    expect(order(read([life, sometime, then]), asked('led club', { times: timeSpansOf('in 1965') }))).toEqual([
      then,
      sometime,
      life,
    ]);
  });

  test('without an asked time it does not count', () => {
    for (const times of [undefined, []])
      expect(order(read([later, sometime, then]), asked('led club', { times }))).toEqual([later, sometime, then]);
  });
});

describe('a question that headings name', () => {
  const text = [
    'Webhooks are sent from four addresses.',
    '## Retries',
    'A failed delivery is tried again 8 times.',
    'Each webhook delivery can be sent again by hand.',
    '## Events',
    'A parcel was delivered.',
  ].join('\n\n');
  const candidates = candidatesOf(passage(text, { documentTitle: 'Webhooks', sectionPath: [] })).map((candidate) => ({
    ...candidate,
    lexemes: candidate.text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [],
    contextLexemes: candidate.context.toLowerCase().match(/[\p{L}\d]+/gu) ?? [],
  }));
  const first = (question: string) => order(candidates, asked(question)).at(0);

  test('is answered by what stands below them, its first sentence before one that repeats their words', () => {
    expect(first('webhook retries')).toBe('A failed delivery is tried again 8 times.');
    expect(first('events of the webhooks')).toBe('A parcel was delivered.');
  });

  test('one word names nothing, nor do headings that leave one out', () => {
    expect(first('webhook')).toBe('Each webhook delivery can be sent again by hand.');
    expect(first('delivered webhook parcel')).toBe('A parcel was delivered.');
    expect(first('webhook addresses')).toBe('Webhooks are sent from four addresses.');
  });
});

describe('what answers nothing', () => {
  test('a greeting ranks last although it holds all names', () => {
    const greeting = 'Li Hua: Hey Jake!';
    const texts = [greeting, 'They had tea at the harbour.', 'Li Hua met Jake at the harbour.', 'Rain fell.'];
    expect(order(read(texts), asked('li hua met jake'))).toEqual([
      'Li Hua met Jake at the harbour.',
      'They had tea at the harbour.',
      'Rain fell.',
      greeting,
    ]);
    expect(order(read([greeting, 'Jake: Absolutely!', 'Rain fell.']), asked('li hua met jake')).at(0)).toBe(
      'Rain fell.',
    );
  });

  test('a cry that tells a number or a sentence is an answer', () => {
    for (const text of ['Jake: At 9!', 'Jake: We meet at the harbour!'])
      expect(order(read(['Rain fell all day.', text]), asked('jake li hua saw'))).toEqual([text, 'Rain fell all day.']);
  });

  test.each(['Does Jake meet Li Hua?', 'Jake asked: “Does Li Hua meet Jake?”', 'Li Hua Jake:'])(
    'a question or a bare speaker ranks below a statement: %s',
    (text) => {
      expect(order(read([text, 'Jake waits.', 'Rain fell all day.']), asked('li hua jake'))).toEqual([
        'Jake waits.',
        'Rain fell all day.',
        text,
      ]);
    },
  );

  test('a page that tells what it is about ranks below what it tells', () => {
    const about = 'This page lists how long we store li hua jake.';
    expect(order(read([about, 'Jake waits.', 'This page is printed.']), asked('li hua jake'))).toEqual([
      'Jake waits.',
      about,
      'This page is printed.',
    ]);
  });

  test('indented code counts a little less than prose', () => {
    expect(order(read(['    rent a bike', 'rent a bike']), asked('rent bike'))).toEqual([
      'rent a bike',
      '    rent a bike',
    ]);
  });
});

describe('what is counted', () => {
  test('own words before those around it, and those before none', () => {
    const [none, around, own] = read(['Rain fell.', 'It is five euros.', 'The fee is due.']);
    const candidates = [none!, { ...around!, contextLexemes: ['fee', 'is'] }, own!];
    const found = rankSentences(candidates, {
      idf: new Map([
        ['fee', 3],
        ['rental', 1],
      ]),
      type: 'ANY',
      text: 'rental fee',
    });
    expect(found.map(({ candidate }) => candidate)).toEqual([candidates[2], candidates[1], candidates[0]]);
    expect(found.map(({ coverage, softCoverage }) => [coverage, softCoverage])).toEqual([
      [0.75, 0.75],
      [0, 0.375],
      [0, 0],
    ]);
  });

  test('the type asked for, the passage and the meaning', () => {
    expect(order(read(['Rain fell all day.', 'It fell for 3 days.']), asked('bike', { type: 'NUMBER' }))).toEqual([
      'It fell for 3 days.',
      'Rain fell all day.',
    ]);
    expect(order([...read(['Rain fell.'], { score: 0.5 }), ...read(['Snow fell.'])], asked('bike'))).toEqual([
      'Snow fell.',
      'Rain fell.',
    ]);
    const near = (similarity: number) => ({
      windows: [
        { start: 0, end: 5, similarity: 0.1 },
        { start: 5, end: 10, similarity },
        { start: 10, end: 20, similarity: 1 },
      ],
    });
    const found = rankSentences(
      [...read(['Rain fell.'], near(0.2)), ...read(['Snow fell.'], near(0.7))],
      asked('bike'),
    );
    expect(found.map(({ candidate, similarity }) => [candidate.text, similarity])).toEqual([
      ['Snow fell.', 0.7],
      ['Rain fell.', 0.2],
    ]);
  });

  test('ties keep the order of passages, then of reading', () => {
    const second = read(['Rain fell.', 'Snow fell.'], { rank: 2 });
    const first = read(['Hail fell.', 'Dew fell.'], { rank: 1 });
    expect(order([...second.toReversed(), ...first.toReversed()], asked('bike'))).toEqual([
      'Hail fell.',
      'Dew fell.',
      'Rain fell.',
      'Snow fell.',
    ]);
  });
});

describe('a row of a table', () => {
  const rows = ['Weight up to: 31.5 kg; Price: €13', 'Weight up to: 5 kg; Price: €5', 'Weight up to: 10 kg; Price: €6'];
  test.each([
    ['What does a 5 kg parcel cost?', rows[1]],
    ['What does a 5kg parcel cost?', rows[1]],
    ['What does a parcel of 10 kg cost?', rows[2]],
    ['What does a 1.5 kg parcel cost?', rows[0]],
    ['What does a parcel cost?', rows[0]],
  ])('with the quantity that is asked about comes first: %s', (text, first) => {
    expect(order(read(rows), asked('parcel', { text }))[0]).toBe(first);
  });

  test('prose with that quantity does not', () => {
    expect(
      order(
        read(['Snow fell all day.', 'It fell on 5 kg of salt.']),
        asked('parcel', { text: 'What does a 5 kg parcel cost?' }),
      )[0],
    ).toBe('Snow fell all day.');
  });
});

describe('a step of a numbered list', () => {
  const candidates = candidatesOf(passage('Lock the bike.\n1. Lock the bike.\n2. Ride home.')).map(
    (candidate): AnalysedCandidate => ({ ...ranked(candidate.text, 'document-1').candidate, ...candidate }),
  );
  const ordinals = (text: string) =>
    rankSentences(candidates, asked('lock bike', { text }))
      .filter(({ candidate }) => candidate.text === 'Lock the bike.')
      .map(({ candidate }) => candidate.ordinal);

  test('comes before the same words elsewhere where the question asks how, and only there', () => {
    expect(ordinals('How do I lock the bike?')).toEqual([1, 0]);
    expect(ordinals('When can I lock the bike?')).toEqual([0, 1]);
  });
});

describe('what a reader says', () => {
  const readingOf =
    (scores: Readonly<Record<string, number>>): QuestionFacts['readingOf'] =>
    ({ text }) =>
      scores[text] === undefined ? null : { answers: scores[text], words: null };

  test('puts what it takes for the answer first, whatever words the others share with the question', () => {
    const texts = ['The rental fee is refunded.', 'Rain fell all day.', 'It is five euros.'];
    expect(order(read(texts), asked('rental fee'))[0]).toBe(texts[0]);
    const scores = { 'The rental fee is refunded.': -7, 'Rain fell all day.': -8, 'It is five euros.': 8 };
    expect(order(read(texts), asked('rental fee', { readingOf: readingOf(scores) }))).toEqual([
      texts[2],
      texts[0],
      texts[1],
    ]);
  });

  test('does not lift a question, and what it was not shown stays behind what it found', () => {
    const texts = ['What is the fee?', 'Snow fell all day.', 'It is five euros.'];
    expect(
      order(read(texts), asked('fee', { readingOf: readingOf({ 'What is the fee?': 2, 'It is five euros.': 2 }) }))[0],
    ).toBe('It is five euros.');
  });
});

describe("a sentence's own similarity", () => {
  const sentences = rankSentences(
    read(['The rental fee is due.', 'The fee is due.', 'Rain fell.', 'Snow fell.']),
    asked('rental fee due'),
  );
  const texts = (list: readonly RankedSentence[]) => list.map(({ candidate }) => candidate.text);

  test('moves the nearest up, and is told; what was not compared stays as it is behind them', () => {
    const found = withOwnSimilarity(sentences, [0.1, 0.2, 0.9]);
    expect(texts(found)).toEqual(['Rain fell.', 'The rental fee is due.', 'The fee is due.', 'Snow fell.']);
    expect(found.map(({ ownSimilarity }) => ownSimilarity)).toEqual([0.9, 0.1, 0.2, null]);
    expect(found[3]).toBe(sentences[3]);
    expect(found[0]?.score).toBeGreaterThan(sentences[2]?.score ?? 0);
  });

  test('speaks against none, and none compared changes nothing', () => {
    const against = withOwnSimilarity(sentences, [-0.9, -0.2]);
    expect(texts(against)).toEqual(texts(sentences));
    expect(against.map(({ score }) => score)).toEqual(sentences.map(({ score }) => score));
    expect(against.map(({ ownSimilarity }) => ownSimilarity)).toEqual([-0.9, -0.2, null, null]);
    expect(withOwnSimilarity(sentences, [])).toEqual(sentences);
    expect(withOwnSimilarity([], [])).toEqual([]);
  });

  test('keeps the order of equals, and loses and doubles none', () => {
    const equal = sentences.map((sentence) => ({ ...sentence, score: 1 }));
    expect(texts(withOwnSimilarity(equal, [0.5, 0.5, 0.5, 0.5]))).toEqual(texts(equal));
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: sentences.length }),
        (similarities) => {
          const found = withOwnSimilarity(sentences, similarities);
          expect(texts(found).toSorted()).toEqual(texts(sentences).toSorted());
          const near = found.slice(0, similarities.length).map(({ score }) => score);
          expect(near).toEqual(near.toSorted((left, right) => right - left));
        },
      ),
    );
  });
});

test('none is lost or doubled, shares stay within 0..1, and the order of arrival does not matter', () => {
  const word = fc.constantFrom('fee', 'rental', 'Jake:', 'hey!', 'why?', '1965', 'in', 'May 2019', '    ', 'bike');
  const texts = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(texts, fc.boolean(), (written, timed) => {
      const question = asked('fee rental jake', timed ? { times: timeSpansOf('in 1965') } : {});
      const found = rankSentences(read(written), question);
      expect(found.map(({ candidate }) => candidate.text).toSorted()).toEqual(written.toSorted());
      expect(order(read(written).toReversed(), question)).toEqual(found.map(({ candidate }) => candidate.text));
      for (const { coverage, softCoverage, score } of found) {
        expect(coverage).toBeGreaterThanOrEqual(0);
        expect(softCoverage).toBeGreaterThanOrEqual(coverage);
        expect(softCoverage).toBeLessThanOrEqual(1);
        expect(Number.isFinite(score)).toBe(true);
      }
    }),
  );
});
