import { describe, expect, test } from 'vitest';
import { chooseSentences } from '../../../src/grounding/sentences/chooseSentences.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { passage, ranked } from '../passage.ts';

interface Told {
  readonly text: string;
  readonly score: number;
  readonly soft?: number;
  readonly holdsType?: boolean;
}

/** Sentences of one passage in reading order, best first by score. */
function tell(sentences: readonly Told[], rank = 1): RankedSentence[] {
  const source = { ...passage(sentences.map(({ text }) => text).join('\n')), chunkId: `chunk-${rank}`, rank };
  return sentences
    .map(({ text, score, soft = 0.5, holdsType = true }, ordinal): RankedSentence => ({
      ...ranked(text, 'document-1'),
      score,
      softCoverage: soft,
      holdsType,
      candidate: {
        ...ranked(text, 'document-1').candidate,
        passage: source,
        ordinal,
        before: ordinal === 0 ? null : ordinal - 1,
        lexemes: text.toLowerCase().match(/[a-z]+/g) ?? [],
      },
    }))
    .toSorted((left, right) => right.score - left.score);
}

const weights = (words: string) => new Map(words.split(' ').map((word) => [word, 1]));
const texts = (chosen: readonly RankedSentence[]) => chosen.map(({ candidate }) => candidate.text);

describe('how many', () => {
  test('none of none', () => {
    expect(chooseSentences([], weights('fee'))).toEqual([]);
  });

  test('one that carries the whole question needs no second, unless that is as good; and no third', () => {
    const sentences = [
      { text: 'The fee is five euros.', score: 2 },
      { text: 'A card pays the rental fee today.', score: 1.79 },
    ];
    expect(texts(chooseSentences(tell([{ ...sentences[0]!, soft: 0.9 }, sentences[1]!]), weights('fee')))).toEqual([
      'The fee is five euros.',
    ]);
    expect(chooseSentences(tell([{ ...sentences[0]!, soft: 0.89 }, sentences[1]!]), weights('fee'))).toHaveLength(2);
    expect(
      chooseSentences(tell([{ ...sentences[0]!, soft: 0.9, holdsType: false }, sentences[1]!]), weights('fee')),
    ).toHaveLength(2);
    const third = { text: 'Dogs bark at ships.', score: 1.8 };
    expect(
      texts(
        chooseSentences(
          tell([{ ...sentences[0]!, soft: 0.9 }, { ...sentences[1]!, score: 1.8 }, third]),
          weights('fee ships'),
        ),
      ),
    ).toEqual(['The fee is five euros.', 'A card pays the rental fee today.']);
  });

  test('a second that is nearly as good, or brings words of the question; a third only with new words; never a fourth', () => {
    expect(
      chooseSentences(
        tell([
          { text: 'Fees grow.', score: 1 },
          { text: 'Ships sail.', score: 0.7 },
        ]),
        weights('fees'),
      ),
    ).toHaveLength(2);
    expect(
      chooseSentences(
        tell([
          { text: 'Fees grow.', score: 1 },
          { text: 'Ships sail.', score: 0.69 },
        ]),
        weights('fees'),
      ),
    ).toHaveLength(1);
    expect(
      chooseSentences(
        tell([
          { text: 'Fees grow.', score: 1 },
          { text: 'Ships sail.', score: 0.1 },
        ]),
        weights('fees ships'),
      ),
    ).toHaveLength(2);
    const many = [
      { text: 'Fees grow.', score: 1 },
      { text: 'Ships sail.', score: 0.9 },
      { text: 'Birds sing.', score: 0.8 },
      { text: 'Dogs bark.', score: 0.8 },
    ];
    expect(chooseSentences(tell(many), weights('fees ships'))).toHaveLength(2);
    expect(texts(chooseSentences(tell(many), weights('fees ships birds dogs')))).toEqual([
      'Fees grow.',
      'Ships sail.',
      'Birds sing.',
    ]);
    expect(
      chooseSentences(tell([many[0]!, many[1]!, { text: 'Birds sing.', score: 0.49 }]), weights('fees ships birds')),
    ).toHaveLength(2);
  });

  test('what says the same is left out', () => {
    expect(
      texts(
        chooseSentences(
          tell([
            { text: 'The fee is five euros.', score: 1 },
            { text: 'The fee is now five euros.', score: 0.99 },
          ]),
          weights('fee'),
        ),
      ),
    ).toEqual(['The fee is five euros.']);
  });
});

describe('what is as good as another', () => {
  test('seven in ten words in common say the same, of the shorter one', () => {
    const say = (text: string) =>
      texts(
        chooseSentences(
          tell([
            { text: 'a b c d e f g h i j', score: 1 },
            { text, score: 0.99 },
          ]),
          weights('z'),
        ),
      );
    expect(say('a b c d e f g h x y')).toHaveLength(1);
    expect(say('a b c d e f g x y z')).toHaveLength(2);
    expect(say('a b c')).toHaveLength(1);
    expect(say('9')).toHaveLength(2);
  });

  test('only the eleven best after the first are looked at', () => {
    const many = Array.from({ length: 13 }, (_, row) => ({
      text: row === 12 ? 'Ships sail.' : 'Fees grow.',
      score: 1 - row / 100,
    }));
    expect(chooseSentences(tell(many), weights('fees ships'))).toHaveLength(1);
    expect(texts(chooseSentences(tell(many.slice(1)), weights('fees ships')))).toEqual(['Fees grow.', 'Ships sail.']);
  });

  test('new words must weigh an eighth of the question; without any, only the score counts', () => {
    const two = tell([
      { text: 'Fees grow.', score: 1 },
      { text: 'Ships sail.', score: 0.1 },
    ]);
    expect(
      chooseSentences(
        two,
        new Map([
          ['fees', 88],
          ['ships', 12],
        ]),
      ),
    ).toHaveLength(2);
    expect(
      chooseSentences(
        two,
        new Map([
          ['fees', 89],
          ['ships', 11],
        ]),
      ),
    ).toHaveLength(1);
    expect(chooseSentences(two, new Map())).toHaveLength(1);
    expect(
      chooseSentences(
        tell([
          { text: 'Fees grow.', score: 1 },
          { text: 'Ships sail.', score: 0.9 },
          { text: 'Birds sing.', score: 0.5 },
        ]),
        weights('fees ships birds'),
      ),
    ).toHaveLength(3);
  });
});

describe('what a reader needs beside it', () => {
  test('what a pronoun points to stands in the same passage, is taken once, and is no fourth', () => {
    const [here] = tell(
      [
        { text: 'The harbour has a ferry.', score: 0.1 },
        { text: 'It leaves at nine.', score: 1 },
      ],
      1,
    );
    const [other] = tell([{ text: 'Dogs bark.', score: 0.01 }], 2);
    expect(
      texts(
        chooseSentences(
          [here, other].flatMap((entry) => entry ?? []),
          weights('leaves'),
        ),
      ),
    ).toEqual(['It leaves at nine.']);
    const both = tell([
      { text: 'The harbour has a ferry.', score: 0.9 },
      { text: 'It leaves at nine.', score: 1 },
    ]);
    expect(texts(chooseSentences(both, weights('leaves')))).toEqual(['The harbour has a ferry.', 'It leaves at nine.']);
    const four = tell([
      { text: 'Dogs bark.', score: 0.1 },
      { text: 'It leaves at nine.', score: 1 },
      { text: 'Ships sail.', score: 0.9 },
      { text: 'Birds sing.', score: 0.8 },
    ]);
    expect(texts(chooseSentences(four, weights('leaves ships birds')))).toEqual([
      'It leaves at nine.',
      'Ships sail.',
      'Birds sing.',
    ]);
  });

  test('what goes on stands right behind it, in the same passage', () => {
    const apart = tell([
      { text: 'The harbour has a ferry.', score: 1 },
      { text: 'Dogs bark.', score: 0.01 },
      { text: 'It leaves at nine.', score: 0.1 },
    ]);
    expect(texts(chooseSentences(apart, weights('ferry')))).toEqual(['The harbour has a ferry.']);
    const elsewhere = [
      ...tell([{ text: 'The harbour has a ferry.', score: 1 }], 1),
      ...tell(
        [
          { text: 'Dogs bark.', score: 0.01 },
          { text: 'It leaves at nine.', score: 0.02 },
        ],
        2,
      ),
    ];
    expect(texts(chooseSentences(elsewhere, weights('ferry')))).toEqual(['The harbour has a ferry.']);
  });

  test('the sentence that a leading pronoun points to, in reading order', () => {
    expect(
      texts(
        chooseSentences(
          tell([
            { text: 'The harbour has a ferry.', score: 0.1 },
            { text: 'It leaves at nine.', score: 1 },
          ]),
          weights('leaves'),
        ),
      ),
    ).toEqual(['The harbour has a ferry.', 'It leaves at nine.']);
    expect(
      texts(
        chooseSentences(
          tell([
            { text: 'The harbour has a ferry.', score: 0.1 },
            { text: 'Boats leave at nine.', score: 1 },
          ]),
          weights('leave'),
        ),
      ),
    ).toEqual(['Boats leave at nine.']);
  });

  test('the one that goes on with a pronoun behind a lone sentence', () => {
    expect(
      texts(
        chooseSentences(
          tell([
            { text: 'The harbour has a ferry.', score: 1 },
            { text: 'It leaves at nine.', score: 0.1 },
          ]),
          weights('ferry'),
        ),
      ),
    ).toEqual(['The harbour has a ferry.', 'It leaves at nine.']);
  });

  test.each([
    ['a consequence', 'Old tickets were withdrawn.', 'As a result, the queue grew.', true],
    ['a consequence told in its midst', 'Copies are kept for a month.', 'Deleted data therefore stay a month.', true],
    ['the other case', 'Cards are charged at once.', 'Otherwise the fee is due in June.', true],
    ['the same case', 'A card may be refused.', 'In this case the fee is due in June.', true],
    ['a word that only looks so', 'Ships sail.', 'Instead of a fee there is a deposit.', false],
    ['a pronoun behind its preposition', 'The Red Oars race each June.', 'Victims of their pace drowned.', true],
    ['a surname alone', 'The plans are by a mapmaker named Ada Lund.', 'Lund was director in 1914.', true],
    ['a name that stands alone before it, too', 'The plans are by Lund.', 'Lund was director in 1914.', false],
    ['a longer name', 'The plans are by Ada Lundgren.', 'Lund was director in 1914.', false],
    ['a pronoun for what stands in its own sentence', 'Ships sail.', 'The fee covers its own costs.', false],
  ])('the sentence that it leans on: %s', (_, before, text, leans) => {
    const chosen = chooseSentences(
      tell([
        { text: before, score: 0.1 },
        { text, score: 1 },
      ]),
      weights('zebra'),
    );
    expect(texts(chosen)).toEqual(leans ? [before, text] : [text]);
  });

  test('those that go on behind those, to three', () => {
    const chain = tell([
      { text: 'The harbour has a ferry.', score: 1 },
      { text: 'It leaves at nine.', score: 0.1 },
      { text: 'It is red.', score: 0.1 },
      { text: 'It is old.', score: 0.1 },
    ]);
    expect(texts(chooseSentences(chain, weights('ferry')))).toEqual([
      'The harbour has a ferry.',
      'It leaves at nine.',
      'It is red.',
    ]);
  });

  test('the one that goes on behind the last of two', () => {
    const three = tell([
      { text: 'The harbour has a ferry.', score: 1 },
      { text: 'Dogs pay four euros.', score: 0.9 },
      { text: 'It is due on board.', score: 0.1 },
      { text: 'It is not returned.', score: 0.1 },
    ]);
    expect(texts(chooseSentences(three, weights('ferry')))).toEqual([
      'The harbour has a ferry.',
      'Dogs pay four euros.',
      'It is due on board.',
    ]);
  });

  test('what answers first, then better passages, as they are read', () => {
    const chosen = chooseSentences(
      [
        ...tell([{ text: 'Dogs bark.', score: 1 }], 2),
        ...tell(
          [
            { text: 'Fees grow.', score: 0.8 },
            { text: 'Ships sail.', score: 0.9 },
          ],
          1,
        ),
      ],
      weights('dogs fees ships'),
    );
    expect(texts(chosen)).toEqual(['Dogs bark.', 'Fees grow.', 'Ships sail.']);
  });

  test('the best one stands before the rest of its passage, but behind the one that it leans on', () => {
    const apart = tell([
      { text: 'Fees grow.', score: 0.8 },
      { text: 'Dogs bark.', score: 1 },
    ]);
    expect(
      texts(
        chooseSentences(
          [...apart].sort((left, right) => right.score - left.score),
          weights('dogs fees'),
        ),
      ),
    ).toEqual(['Dogs bark.', 'Fees grow.']);
    const leaning = tell([
      { text: 'The harbour has a ferry.', score: 0.1 },
      { text: 'It leaves at nine.', score: 1 },
    ]);
    expect(
      texts(
        chooseSentences(
          [...leaning].sort((left, right) => right.score - left.score),
          weights('leaves'),
        ),
      ),
    ).toEqual(['The harbour has a ferry.', 'It leaves at nine.']);
  });

  test.each([
    [4, -1, 0.1, ['Fees grow.']],
    [4, 1, 0.1, ['Fees grow.', 'Dogs bark.']],
    [4, -1, 0.9, ['Fees grow.', 'Dogs bark.']],
    [null, null, 0.1, ['Fees grow.', 'Dogs bark.']],
  ])(
    'one of another passage is taken where a reader finds it nearly as good, or it is as near: %s, %s, %s',
    (own, other, near, expected) => {
      const best = tell([{ text: 'Fees grow.', score: 1 }], 1).map((sentence) => ({
        ...sentence,
        answers: own,
        ownSimilarity: 0.5,
      }));
      const second = tell([{ text: 'Dogs bark.', score: 0.9 }], 2).map((sentence) => ({
        ...sentence,
        answers: other,
        ownSimilarity: near,
      }));
      expect(texts(chooseSentences([...best, ...second], weights('fees dogs')))).toEqual(expected);
    },
  );
});
