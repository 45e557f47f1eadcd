import { describe, expect, test } from 'vitest';
import { sameSubject } from '../../../src/grounding/checks/compareSentences.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import { passage } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const plain = { documentKey: 'a.md', documentTitle: 'a.md', sectionPath: [] };
const placed = (text: string, more: Partial<Passage> = {}) => ({ text, passage: passage(text, { ...plain, ...more }) });
const same = (
  question: string,
  left: ReturnType<typeof placed>,
  right: ReturnType<typeof placed>,
  disputed?: readonly [string, string],
) => {
  const [one, other] = [
    sameSubject(readQuestion(question, { language: 'en' }), left, right, disputed),
    sameSubject(readQuestion(question, { language: 'en' }), right, left, disputed && [disputed[1], disputed[0]]),
  ];
  expect(one).toBe(other);
  return one;
};

describe('what the question names', () => {
  const question = 'What is the fee of Acme for the BP-4?';

  test.each<[string, string, string, boolean]>([
    ['in both', 'Acme takes 5 euros for the BP-4.', 'Acme takes 9 euros for a bp 4.', true],
    ['in neither', 'It is 5 euros.', 'It is 9 euros.', true],
    ['a name in one alone', 'Acme takes 5 euros.', 'Bolt takes 9 euros.', false],
    ['a code in one alone', 'It is 5 euros for the BP-4.', 'It is 9 euros for the BP-5.', false],
  ])('%s', (_what, left, right, expected) => {
    expect(same(question, placed(left), placed(right))).toBe(expected);
    expect(same(question, placed(left), placed(right), ['5 euros', '9 euros'])).toBe(expected);
  });

  test.each<[string, Partial<Passage>]>([
    ['in the text around it', { text: 'Acme has terms. It is 9 euros.' }],
    ['in its title', { documentTitle: 'Terms of Acme' }],
    ['in its headings', { sectionPath: ['Terms of Acme', 'Fees'] }],
  ])('%s it counts, unless both are one text told twice', (_what, more) => {
    const [left, right] = [placed('Acme takes 5 euros.'), placed('It is 9 euros.', more)];
    expect(same(question, left, right)).toBe(true);
    expect(same(question, left, right, ['5 euros', '9 euros'])).toBe(false);
  });

  test('the key of a document without a title tells nothing', () => {
    expect(
      same(
        question,
        placed('Acme takes 5 euros.'),
        placed('It is 9 euros.', { documentKey: 'acme', documentTitle: 'acme' }),
      ),
    ).toBe(false);
  });
});

const question = 'What is the fee?';
const titles = (left: string, right: string, disputed?: readonly [string, string]) =>
  same(
    question,
    placed('It is 5 euros.', { documentTitle: left }),
    placed('It is 9 euros.', { documentTitle: right }),
    disputed,
  );
const headings = (left: string, right: string) =>
  same(
    question,
    placed('It is 5 euros.', { sectionPath: ['Any', left] }),
    placed('It is 9 euros.', { sectionPath: ['Other', right] }),
  );

describe('what tells two documents apart', () => {
  test.each([
    ['a qualifier', 'Springfield (Ohio)', 'Springfield (Maine)'],
    ['one of another name, too', 'Springfield (Ohio)', 'Anything else (Maine)'],
    ['one word in the place of another', 'Shipping to Norway', 'Shipping to Sweden'],
    ['two words for one', 'Shipping to Norway', 'Shipping to New Zealand'],
  ])('%s: %s, %s', (_what, left, right) => {
    expect(titles(left, right)).toBe(false);
  });

  test.each([
    ['the same', 'Shipping to Norway', 'Shipping to Norway'],
    ['its capitals', 'Springfield (Ohio)', 'Springfield (OHIO)'],
    ['editions', 'Travel policy 2024', 'Travel policy 2025'],
    ['kinds of text', 'Travel policy', 'Travel guide'],
    ['a kind of text more', 'Travel', 'Travel handbook'],
    ['a qualifier on one side', 'Springfield (Ohio)', 'Springfield'],
    ['nothing in common', 'Shipping', 'Returns'],
    ['two places that differ', 'Shipping to Norway by sea', 'Shipping from Norway by air'],
    ['no title', '', 'Shipping to Norway'],
    ['no word there', 'Shipping —', 'Shipping to Norway'],
    ['several kinds of text', 'Travel rules, old', 'Travel guide: new'],
    ['a word more', 'Shipping', 'Shipping to Norway'],
  ])('not %s: %s, %s', (_what, left, right) => {
    expect(titles(left, right)).toBe(true);
  });

  test('the last heading tells as a title does', () => {
    expect(headings('Standard plan', 'Premium plan')).toBe(false);
    expect(headings('Standard plan', 'Standard plan')).toBe(true);
  });

  test('a text without a title begins with its qualifier', () => {
    const begun = (qualifier: string, lead = 'Springfield') =>
      placed('It is 5 euros.', { text: `${lead} (${qualifier}) has a fee. It is 5 euros.` });
    expect(same(question, begun('Ohio'), begun('Maine'))).toBe(false);
    expect(same(question, begun('Ohio'), begun('Maine', 'Here it is.'))).toBe(true);
  });

  test('nothing is told apart by what is disputed itself', () => {
    expect(titles('George Horner (died 1677)', 'George Horner (died 1777)', ['1677', '1777'])).toBe(true);
    expect(titles('George Horner (painter)', 'George Horner (miller)', ['1677', '1777'])).toBe(false);
    expect(titles('George Horner (died 1677)', 'George Horner (miller)', ['1677', '1777'])).toBe(false);
    expect(titles('Fee of 5 euros', 'Fee of 9 euros', ['5 euros', '9 euros'])).toBe(true);
    expect(titles('Fee for kayaks', 'Fee for canoes', ['5 euros', '9 euros'])).toBe(false);
    expect(titles('Fee for kayaks', 'Fee for canoes', ['kayaks', '9 euros'])).toBe(false);
  });
});
