import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  differsInFacts,
  fingerprint,
  linesAbove,
  isNearDuplicate,
  nearDuplicateThreshold,
  similarity,
} from '../../src/knowledge/cut/nearDuplicates.ts';

const warranty =
  'The label printer comes with a warranty of two years from the day it is delivered. During this time we repair or replace any part that fails in ordinary use. Send the printer back in its own box, with the receipt, and tell us what went wrong. We pay for the way there and back.';
const sheet = (model: string, labels: number, price: string) =>
  `The ${model} prints ${labels} labels a minute on rolls of any width up to four inches and costs ${price} in every shop that we deliver to. It needs no ink, because it writes with heat, and its head lasts for about a hundred kilometres of paper before it has to be changed by somebody from the workshop.`;

describe('similarity', () => {
  it('is the share of common shingles of three words', () => {
    // a b c, b c d, c d e against a b c, b c d, c d x: two of four.
    expect(similarity('A b, c d e.', 'a b c d x')).toBe(0.5);
    expect(similarity('one two three', 'One   two – three!')).toBe(1);
    expect(similarity('one two three four', 'five six seven eight')).toBe(0);
  });

  it('counts five characters of a text without blanks', () => {
    // 6 characters have two shingles; one of them is shared among three.
    expect(similarity('一二三四五六', '一二三四五七')).toBeCloseTo(1 / 3, 10);
  });

  it('of short texts compares them whole, and of empty ones is none', () => {
    expect([
      similarity('Yes.', 'yes'),
      similarity('Yes.', 'No.'),
      similarity('', ''),
      similarity('...', '...'),
    ]).toEqual([1, 0, 0, 0]);
  });

  it('sees composed and decomposed accents as the same', () => {
    expect(similarity('Crème brûlée für alle', 'Crème brûlée für alle'.normalize('NFD'))).toBe(1);
  });
});

describe('bands', () => {
  it('are the same in every process, for ever: they are stored', () => {
    expect(fingerprint(warranty).shingleCount).toBe(warranty.split(' ').length - 2);
    expect(fingerprint(warranty).bands.map(String).slice(0, 2)).toMatchInlineSnapshot(`
      [
        "5982531108150063613",
        "5870282796897777660",
      ]
    `);
  });

  it('are eight different signed 64-bit numbers, the same for the same words', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 80 }), (text) => {
        const { bands } = fingerprint(text);
        expect(fingerprint(`  ${text.toUpperCase()}!\n`).bands).toEqual(bands);
        for (const band of bands) expect(BigInt.asIntN(64, band)).toBe(band);
        expect([0, 8]).toContain(new Set(bands).size);
      }),
    );
  });

  it('are none for a text that is too short to be a copy', () => {
    expect(fingerprint('Yes, you can, at any time and without a fee.').bands).toEqual([]);
    expect(fingerprint('可以，随时免费。').bands).toEqual([]);
    expect(fingerprint('').bands).toEqual([]);
    expect(
      fingerprint('这家商店每天早上九点开门，周日和节假日休息。退货须在三十天之内寄回，并附上购买凭证和原包装。').bands,
    ).toHaveLength(8);
  });

  it('of a short text are one, of its words and what it stands under', () => {
    const held = 'The loft ladder holds 120 kilograms.';
    const bands = fingerprint(held, 'Loft ladder').bands;
    expect(bands).toHaveLength(1);
    expect(fingerprint(` ${held.toUpperCase()}\n`, 'LOFT LADDER').bands).toEqual(bands);
    for (const [text, above] of [
      [held, 'Attic ladder'],
      [held.replace('120', '90'), 'Loft ladder'],
      [held, ''],
    ] as const)
      expect(fingerprint(text, above).bands).not.toEqual(bands);
    expect(fingerprint('Ja.', 'Ist das Boot versichert?').bands).not.toEqual(
      fingerprint('Ja.', 'Ist Rauchen erlaubt?').bands,
    );
    expect(fingerprint('', 'Loft ladder').bands).toEqual([]);
    expect(linesAbove(['Loft', 'Ladder'], 'House', 'a.md')).toBe('Loft\nLadder');
    expect([linesAbove([], 'House', 'a.md'), linesAbove([], 'a.md', 'a.md')]).toEqual(['House', '']);
  });

  it('meet for nearly all copies and for few others', () => {
    const count = { copies: { pairs: 0, shared: 0 }, strangers: { pairs: 0, shared: 0 } };
    for (const { left, right } of mutatedPairs(4_000)) {
      const jaccard = similarity(left, right);
      const group = jaccard >= 0.9 ? count.copies : jaccard <= 0.3 ? count.strangers : undefined;
      if (!group) continue;
      const bands = new Set(fingerprint(left).bands);
      group.pairs += 1;
      if (fingerprint(right).bands.some((band) => bands.has(band))) group.shared += 1;
    }
    const share = ({ pairs, shared }: { pairs: number; shared: number }) => shared / pairs;
    process.stdout.write(
      `bands meet: copies ${count.copies.shared} of ${count.copies.pairs}, strangers ${count.strangers.shared} of ${count.strangers.pairs}\n`,
    );
    expect(Math.min(count.copies.pairs, count.strangers.pairs)).toBeGreaterThan(200);
    expect(share(count.copies)).toBeGreaterThanOrEqual(0.99);
    expect(share(count.strangers)).toBeLessThanOrEqual(0.1);
  });
});

/** Texts of 120 words and a copy of each in which a random share of the words is another; seeded. */
function* mutatedPairs(count: number): Generator<{ left: string; right: string }> {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const word = () => `w${Math.floor(random() * 5_000).toString(36)}`;
  for (let index = 0; index < count; index += 1) {
    const words = Array.from({ length: 120 }, word);
    const share = (index % 4 === 0 ? 0.02 : 0.8) * random();
    yield { left: words.join(' '), right: words.map((one) => (random() < share ? word() : one)).join(' ') };
  }
}

describe('a near-duplicate', () => {
  it('says the same in nearly the same words', () => {
    expect(isNearDuplicate(warranty, warranty.replace('ordinary', 'normal'))).toBe(true);
    expect(isNearDuplicate(warranty, `${warranty} Thank you for your trust.`)).toBe(true);
    expect(isNearDuplicate(warranty, sheet('BP-4', 40, '300 EUR'))).toBe(false);
  });

  const siblings: readonly (readonly [string, string, string])[] = [
    ['the model and its figures', sheet('BP-4', 40, '300 EUR'), sheet('BP-5', 60, '300 EUR')],
    ['one figure', sheet('BP-4', 40, '300 EUR'), sheet('BP-4', 60, '300 EUR')],
    ['a currency', sheet('BP-4', 40, '€300'), sheet('BP-4', 40, '$300')],
    [
      'two figures that change places',
      `Pay 40 before noon and 60 after noon. ${warranty}`,
      `Pay 60 before noon and 40 after noon. ${warranty}`,
    ],
    ['a number word', warranty, warranty.replace('two years', 'three years')],
    ['a name inside a sentence', sheet('Falcon', 40, '300 EUR'), sheet('Heron', 40, '300 EUR')],
    [
      'a name at the beginning of a sentence',
      `Falcon is for offices. ${warranty}`,
      `Heron is for offices. ${warranty}`,
    ],
    ['a negation', warranty, warranty.replace('We pay', 'We do not pay')],
    [
      'a name without capitals',
      '标准版包含每天的数据备份、电子邮件支持以及每月一次的使用报告，所有数据都保存在本地的数据中心里，并且每天晚上自动进行加密检查，结果会发送给管理员，管理员可以随时查看历史记录。',
      '高级版包含每天的数据备份、电子邮件支持以及每月一次的使用报告，所有数据都保存在本地的数据中心里，并且每天晚上自动进行加密检查，结果会发送给管理员，管理员可以随时查看历史记录。',
    ],
  ];

  it.each(siblings)('differs in no fact, such as %s', (_, left, right) => {
    expect(similarity(left, right)).toBeGreaterThanOrEqual(0.7);
    expect(differsInFacts(left, right)).toBe(true);
    expect(isNearDuplicate(left, right)).toBe(false);
  });

  it('is so in both directions', () => {
    const texts = [warranty, ...siblings.flatMap(([, left, right]) => [left, right]), `However, ${warranty}`, ''];
    for (const left of texts)
      for (const right of texts) expect(differsInFacts(left, right)).toBe(differsInFacts(right, left));
    for (const text of texts) expect([differsInFacts(text, text), isNearDuplicate(text, text)]).toEqual([false, true]);
  });

  it('needs the threshold', () => {
    const half = warranty.slice(0, warranty.length / 2);
    expect(similarity(warranty, half)).toBeLessThan(nearDuplicateThreshold);
    expect(isNearDuplicate(warranty, half)).toBe(false);
  });
});
