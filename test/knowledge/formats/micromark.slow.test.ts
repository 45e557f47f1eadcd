import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/knowledge/formats/markdown/markdown.ts';
import { renderMdast } from '../../../src/knowledge/formats/html/renderMdast.ts';
import { readWithMicromark } from '../../../tools/micromark.ts';
import { cases } from '../../support/cases.ts';

// micromark reads a text as a whole; the parser reads it in parts, so that its time does not grow with the square of the length.
const textOf = (source: string) => parseMarkdown(source).text;
const wholeText = (source: string) => renderMdast(readWithMicromark(source)).text;
const words = 'The refund is paid within thirty days of receipt.';
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

it.each([
  ['a list', lines(900, (index) => `- item ${index}`)],
  ['a numbered list that always says 1', lines(900, (index) => `1. item ${index}`)],
  ['a table', `| A | B |\n|---|---|\n${lines(900, (index) => `| ${index} | x |`)}`],
  ['code', `\`\`\`\n${lines(900, (index) => `line(${index})`)}\n\`\`\``],
  ['a paragraph', lines(900, () => words)],
  [
    'references far from what they name',
    `[Label]: https://x.y\n\n[^1]: The note.\n\n${lines(300, () => `${words}\n`)}\nSee [these words][label], [LABEL], [other] and this[^1].`,
  ],
])('reads %s as micromark does', (_, source) => {
  expect(textOf(source)).toBe(wholeText(source));
});

it('reads the same as micromark does', () => {
  const sentence = fc
    .array(
      fc.constantFrom(
        'refund',
        'was **paid**',
        '`code`',
        '[a link](http://x.y)',
        '[by label][r1]',
        'note[^n]',
        'a | b',
        'soft\nbreak',
        '1. x',
        '- y',
        '# z',
        'H<sub>2</sub>O',
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => parts.join(' '));
  const block = fc.oneof(
    sentence,
    sentence.map((text) => `## ${text.replaceAll('\n', ' ')}`),
    sentence.map((text) => `> ${text}\nlazy\n>\n> - a\n>   - b`),
    fc
      .array(sentence, { minLength: 1, maxLength: 5 })
      .map((items) =>
        items
          .map((item) => `- ${item.replaceAll('\n', ' ')}\n\n  more\n\n  \`\`\`\n  # code\n\n  - x\n  \`\`\``)
          .join('\n'),
      ),
    fc
      .array(sentence, { minLength: 1, maxLength: 5 })
      .map((items) =>
        items.map((item, index) => `${index + 3}. ${item.replaceAll('\n', ' ')}\n   1. nested`).join('\n'),
      ),
    fc.constantFrom(
      '```js\n# no heading\n\n- no item\n\n~~~\n```',
      '~~~\n```\n\nx\n~~~',
      '  ```\n  in\n\nout\n  ```',
      '    indented\n\n    more\n\nEnd.',
      '| A | B |\n|---|---|\n| 1 | 2 |',
      '<!-- a\n\n# b\n\n-->',
      '***',
      '* * *',
      '-\n\nx',
      '[r1]: http://a.b',
      '[^n]: the note\n\n    of two',
      'Title\n=====',
      '+ a\n\n+ b',
      '<textarea>\na\n\nb\n</textarea>',
    ),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 60, size: 'max' }), (blocks) => {
      const source = blocks.join('\n\n');
      expect(textOf(source)).toBe(wholeText(source));
    }),
    { numRuns: cases(10) },
  );
}, 90_000);
