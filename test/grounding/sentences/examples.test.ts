import { describe, expect, test } from 'vitest';
import { isExample, ruleFirst } from '../../../src/grounding/sentences/examples.ts';
import type { RankedSentence } from '../../../src/grounding/sentences/rankSentences.ts';
import { analysed, passage, ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

/** The sentences of one passage, the one that holds `best` first, then in reading order. */
function tell(text: string, best: string, answers: number | null = null): RankedSentence[] {
  const all = analysed(passage(text)).map((candidate) => ({
    ...ranked(candidate.text, candidate.passage.documentId),
    candidate,
    answers,
    share: candidate.text.includes(best) ? 0.9 : 0.01,
  }));
  return all.toSorted((left, right) => right.share - left.share);
}
const candidates = (text: string) => analysed(passage(text));

describe('a worked example is not the rule', () => {
  test.each([
    '**Example.** A shop sells goods for €80.00. The fee is €1.45 in all.',
    'For example: the fee is €3 for two books.',
    'E.g. the fee for two books is €3.',
    'The fee is 1.5% of €80.00, which is €1.20.',
    'On €80.00 that is €1.20.',
    'For 200 EUR of goods this makes 6 EUR.',
    '- Example: two books cost €3.',
    'Beispiel: Zwei Bücher kosten 3 €.',
    'Par exemple : deux livres coûtent 3 €.',
  ])('%s', (text) => {
    const found = candidates(text);
    expect(found.map((each) => isExample(each))).toEqual(found.map(() => true));
  });

  test.each([
    'A price rule adds a percentage or a fixed sum, for example 12% for eBay.',
    'The fee is 1.5% of the order total, at least €0.25.',
    'Each chargeback costs a fee of €15.',
    'On Mondays the fee is €2.',
    'For orders of €50 and more shipping is free.',
    'A fee of €15 that is charged on each dispute comes on top.',
    'More examples are listed under Help.',
  ])('but a rule is: %s', (text) => {
    expect(candidates(text).map((each) => isExample(each))).toEqual([false]);
  });

  test('all below a heading of examples', () => {
    const found = candidates('## Worked example\n\nA shop sells goods. The fee is €1.45.');
    expect(found.map((each) => isExample(each))).toEqual([true, true]);
  });
});

const fees =
  'The fee is 1.5% of the order total.\n\n**Example.** A shop sells goods for €80.00. The fee is €1.20.\n\nFees are rounded.';
const first = (question: string, answers: number | null = null) =>
  ruleFirst(tell(fees, '€1.20', answers), readQuestion(question))[0];

describe('the rule comes first', () => {
  test('and takes over the share of the example', () => {
    const [rule, example] = ruleFirst(tell(fees, '€1.20'), readQuestion('How much is the fee?'));
    expect(rule).toMatchObject({ candidate: { text: 'The fee is 1.5% of the order total.' }, share: 0.9 });
    expect(example).toMatchObject({ candidate: { text: 'The fee is €1.20.' }, share: 0.01 });
  });

  test.each(['Can you give an example of the fee?', 'What is the fee on €80.00?', 'How is the fee calculated?'])(
    'unless the question is about a case: %s',
    (question) => {
      expect(first(question)?.candidate.text).toBe('The fee is €1.20.');
    },
  );

  test('unless a reader says that no other sentence answers', () => {
    expect(first('How much is the fee?', -3)?.candidate.text).toBe('The fee is €1.20.');
  });

  test('and nothing moves where the best sentence is a rule', () => {
    const sentences = tell(fees, 'order total');
    expect(ruleFirst(sentences, readQuestion('How much is the fee?'))).toBe(sentences);
  });
});
