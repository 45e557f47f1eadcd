import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';
import { parseMarkdown } from '../../../src/knowledge/formats/markdown/markdown.ts';
import { parsePlainText } from '../../../src/knowledge/formats/plainText.ts';
import { expectSound } from './parsedDocument.ts';
import { cases } from '../../support/cases.ts';
import { cpuNow } from '../../support/clocks.ts';

const formats = [
  ['plain text', parsePlainText],
  ['Markdown', parseMarkdown],
  ['HTML', parseHtml],
] as const;

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'word ',
    'Refund. ',
    'שלום ',
    'مرحبا ',
    '👩‍👩‍👧',
    '\u202E',
    '\0',
    '\r\n',
    '\r',
    '\n',
    '\n\n',
    '\uD800',
    '&amp;',
    '&#8203;',
    '&#13;',
    '&#0;',
    '&zwnj;',
  ),
);
const markdown = fc.constantFrom(
  '# ',
  '- ',
  '  - ',
  '1. ',
  '> ',
  '```\n',
  '~~~',
  '|',
  '|---|\n',
  '\n| a | b |\n|---|---|\n',
  '    ',
  '**',
  '[x](',
  ')',
  '[^a]',
  '\n[^a]: ',
  '[a]: b\n',
  '---\n',
  '<!--',
  '-->',
  '{/*',
  '*/}',
  '<Tab a={',
  '}>',
  '</Tab>',
  'import a from "b"\n',
);
const html = fc.constantFrom(
  '<b>',
  '<p>',
  '</p>',
  '<div hidden>',
  '</div>',
  '<span style="display:none">',
  '</span>',
  '<script>',
  '</script>',
  '<table>',
  '<tr>',
  '<td rowspan=3>',
  '<th colspan=2>',
  '</table>',
  '<ul>',
  '<li>',
  '<ol start=7>',
  '</ul>',
  '<h2>',
  '<pre>\n',
  '</pre>',
  '<br>',
  '<dl><dt>',
  '<dd>',
  '<main>',
  '<nav>',
  '<header>',
  '<svg>',
  '<textarea>',
  '<title>',
  '<a href="',
  '">',
  '<',
  '<!doctype html>',
  '<template>',
  '<select><option>',
  '<blockquote>',
);
const source = fc.array(fc.oneof(words, markdown, html), { maxLength: 40 }).map((pieces) => pieces.join(''));

describe.each(formats)('%s', (_, parse) => {
  it('is sound and always the same, whatever the text', () => {
    fc.assert(
      fc.property(source, (text) => {
        const parsed = parse(text);
        expectSound(parsed, text);
        expect(parse(text)).toEqual(parsed);
      }),
      { numRuns: cases(300) },
    );
  });

  // Each of these has brought one of the libraries down, or to a crawl, at some length.
  it.each([
    ['quotes', '>'.repeat(20_000)],
    ['quotes in lines', `${'>'.repeat(3000)} a\n`.repeat(3)],
    ['items', `${'- '.repeat(5000)}a`],
    ['items and quotes', `${'> - '.repeat(2000)}a`],
    ['items, deeper by line', Array.from({ length: 400 }, (_unused, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['brackets', '['.repeat(50_000)],
    ['brackets in lines', '[a][b][c][d]\n'.repeat(3000)],
    ['stars', '*a '.repeat(50_000)],
    ['stars and bars in lines', '*a_*b_*c_*d_\n'.repeat(3000)],
    ['nested emphasis', `${'*a **a '.repeat(500)}${' b** b*'.repeat(500)}`],
    ['emphasis in lines', `${'*a **a\n'.repeat(400)}${' b** b*\n'.repeat(400)}`],
    ['less-than signs', '<'.repeat(100_000)],
    ['unclosed tags', '<a '.repeat(30_000)],
    ['unclosed quotes', '<a b="'.repeat(30_000)],
    ['unclosed comments', 'a<!--'.repeat(20_000)],
    ['instructions in lines', 'a<?b<?c<?d\n'.repeat(3000)],
    ['divisions', '<div>'.repeat(20_000)],
    ['bold', '<b>'.repeat(20_000)],
    ['tables', '<table><tr><td>'.repeat(5000)],
    ['cells in a drawing', `<svg>${'<td>'.repeat(20_000)}`],
    ['paragraphs', '<p>'.repeat(50_000)],
    [
      'fonts over paragraphs',
      `${Array.from({ length: 200 }, (_unused, size) => `<font size=${size}>`).join('')}${'<p>x'.repeat(5000)}`,
    ],
    ['attributes', `<p ${Array.from({ length: 20_000 }, (_unused, index) => `a${index}`).join(' ')}>x`],
    ['underlines', 'a\n=\n'.repeat(5000)],
    ['rows of delimiters', 'a\n|-\n'.repeat(5000)],
    ['component tags', '<A {<A '.repeat(30_000)],
    ['blanks', `a${' '.repeat(200_000)}b`],
    ['spans', '<table><tr><td rowspan=65534 colspan=1000>a'.repeat(200)],
    ['references', '&a;&#1;&#x110000;'.repeat(5000)],
  ])('takes many %s in its stride', (_name, text) => {
    const start = cpuNow();
    expectSound(parse(text), text);
    expect(cpuNow() - start).toBeLessThan(8_000);
  });
});
