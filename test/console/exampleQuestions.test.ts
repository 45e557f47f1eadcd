import { expect, it } from 'vitest';
import { exampleQuestions } from '../../src/console/ask/exampleQuestions.ts';

const document = (title: string, ...texts: readonly (readonly [kind: string, text: string])[]) => ({
  title,
  blocks: texts.map(([kind, text]) => ({ kind, text })),
});
const headings = (...texts: readonly string[]) => texts.map((text) => ['HEADING', text] as const);

it.each([
  ['a heading', headings('# Parking', '## Where can I park my bicycle?'), 'Where can I park my bicycle?'],
  [
    'a list of frequent questions',
    [['PARAGRAPH', '**Q: Who pays for the repair?**']] as const,
    'Who pays for the repair?',
  ],
  ['a numbered heading', headings('### 3. What if I am ill?'), 'What if I am ill?'],
  ['German', headings('## Wie melde ich mich krank?'), 'Wie melde ich mich krank?'],
  ['Arabic', headings('## كيف أطلب إجازة سنوية؟'), 'كيف أطلب إجازة سنوية؟'],
  ['Japanese', headings('## 休暇はどう申請しますか？'), '休暇はどう申請しますか？'],
])('a question of the documents is an example: %s', (_what, blocks, question) => {
  expect(exampleQuestions([document('handbook.md', ...blocks)])).toEqual([question]);
});

it('a title that asks is one, and there are three at most, of different documents first', () => {
  const documents = [
    document('How do I get a key?', ...headings('# Who opens the door?', '# When is it closed?')),
    document('b.md', ...headings('# What does it cost?', '# Who opens the door?')),
  ];
  expect(exampleQuestions(documents)).toEqual(['How do I get a key?', 'What does it cost?', 'Who opens the door?']);
  expect(exampleQuestions([...documents, ...documents])).toHaveLength(3);
});

it('documents that ask nothing give none: a title is no question', () => {
  expect(
    exampleQuestions([
      document('wifi-and-accounts.txt', ...headings('# Wifi', '# Questions?'), ['LIST', '- Who asks here?']),
      document(
        'Prices 2026',
        ['PARAGRAPH', 'You ask who pays?\nWe do.'],
        ['PARAGRAPH', `Is ${'very '.repeat(40)}long?`],
      ),
      document('empty.md'),
    ]),
  ).toEqual([]);
  expect(exampleQuestions([])).toEqual([]);
});
