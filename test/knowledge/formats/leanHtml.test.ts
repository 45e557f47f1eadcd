import { expect, it } from 'vitest';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';
import { leanHtml } from '../../../src/knowledge/formats/html/leanHtml.ts';

/** What makes a page large, without a word of its own. */
const bulk = `<p><img src="data:image/png;base64,${'A'.repeat(1_100_000)}"></p>`;
const adorned = 'margin:0cm;font-family:&quot;Calibri&quot;,sans-serif;'.repeat(5);

it('leaves a page below a million characters as it is', () => {
  const html = `<p style="${adorned}">a</p>`;
  expect(leanHtml(html)).toBe(html);
});

it.each([
  ['a style that adorns', `<p style="${adorned}">shown</p>`],
  ['a style that hides, at its end', `<p style="${adorned}display:none">hidden</p><p>shown</p>`],
  ['one that hides by a reference', `<p style="${adorned}dis&#112;lay:none">hidden</p><p>shown</p>`],
  ['one in single quotes', `<p style='${adorned.replaceAll('&quot;', '"')}visibility:hidden'>hidden</p><p>shown</p>`],
  ['the colour of its background', `<p style="${adorned}color:#fff;background:#FFFFFF">hidden</p><p>shown</p>`],
  ['what is crossed out', `<p>a <span style="${adorned}text-decoration:line-through">gone</span> b</p>`],
  ['a label of a list', `<ol style="${adorned}list-style-type:'(A) '"><li>a<li>b</ol>`],
  ['handlers and data', `<p onclick="${'go();'.repeat(50)}" data-state='${'{"a":1}'.repeat(50)}'>shown</p>`],
  ['a path of a picture', `<svg><path d="${'M0 0 L1 1 '.repeat(50)}"/></svg><p>shown</p>`],
  ['an alternative text', `<p><img alt="${'How the parts fit. '.repeat(10)}" src="a.png"></p>`],
  ['a script', `<script>${'let a = "<p>never</p>"; '.repeat(50)}</script><p>shown</p>`],
  ['a script in a script', `<script>${'a();'.repeat(60)}<!--<script>b()</script>--></script><p>shown</p>`],
  [
    'a style sheet',
    `<style>${'.a { color: red }\n'.repeat(50)}.b { display: none }</style><p class="b">no</p><p>shown</p>`,
  ],
  ['a comment', `<!-- ${'never '.repeat(60)} --><p>shown</p>`],
  ['a comment that ends otherwise', `<!-- ${'never '.repeat(60)} --!><p>shown</p><!-- -->`],
  ['lines within values', `<p data-a="${'a\n'.repeat(150)}">one</p>\n<p>two</p>`],
  ['a tag that is never closed', `<p>shown</p><p style="${adorned} display:none`],
  ['quotes in names', `<p a"b="${adorned}" c=d"e style="${adorned}display:none">hidden</p><p>shown</p>`],
  ['a quote as the value', `<p title=" title='x' style="${adorned}display:none">hidden</p><p>shown</p>`],
])('reads of a large page what it reads of a small one: %s', (_, html) => {
  const large = parseHtml(`${html}${bulk}`);
  const small = parseHtml(html);
  expect({ text: large.text, flags: large.flags }).toEqual({ text: small.text, flags: small.flags });
  expect(large.blocks).toEqual(small.blocks);
});
