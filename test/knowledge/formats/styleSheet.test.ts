import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';

const page = (css: string, element: string, media = '') =>
  parseHtml(
    `<html><head><style${media && ` media="${media}"`}>${css}</style></head><body><main><p>Seen.</p>${element}</main></body></html>`,
  );
const word = '<div class="x y" id="z">Word.</div>';

describe("text that a page's own style sheet hides", () => {
  it.each([
    '.x{display:none}',
    '#z { visibility : hidden }',
    'div.x.y{DISPLAY:NONE!important}',
    '.a, .x{color:red;display:none;margin:0}',
    '.x{display:block}.x{display:none}',
    '#z{display:none}.x{display:block}',
    '.x{display:none!important}#z{display:block}',
    '@media screen{.x{display:none}}',
    '@media only screen and (min-width: 600px){.x{display:none}}',
    '@layer base{.x{display:none}}',
    '.x{display:none}@media print{.x{display:block}}',
    '.x{display:none}@media (max-width:40em){.x{display:block}}',
    '.x{dis\\70 lay:/**/none}',
    '.\\78 {display:none}',
    '.x{display:none}.x::before{display:block}',
    '<!-- .x{display:none} -->',
    '.x{display:none',
  ])('goes and is reported: %s', (css) => {
    const { text, flags } = page(css, word);
    expect(text).toBe('Seen.');
    expect(flags).toContain('HIDDEN_TEXT_REMOVED');
  });

  it.each([
    ['.x{display:none}.x{display:block}'],
    ['.x{display:none}#z{display:flex}'],
    ['@media print{.x{display:none}}'],
    ['@media (max-width: 600px){.x{display:none}}'],
    ['@media screen and (max-width:48em){.x{display:none}}'],
    ['@media (prefers-color-scheme:dark){.x{display:none}}'],
    ['.x{display:none}@media (min-width:600px){.x{display:block}}'],
    ['.x{display:none}.x.open{display:block}'],
    ['.x{display:none}.menu:hover .x{display:block}'],
    ['.x{display:none}.x:target{display:block}'],
    ['.no .x{display:none}'],
    ['.x:empty{display:none}'],
    ['.x.other{display:none}'],
    ['p.x{display:none}'],
    ['div{display:none}'],
    ['.x::after{display:none}'],
    ['@keyframes k{from{display:none}}'],
    // The brace too many belongs to the selector, which is then none.
    ['.q{color:}}.x{display:none}'],
    ['/* .x{display:none} */'],
    [`${'.a{'.repeat(20_000)}.x{display:none}`],
  ])('stays: %s', (css) => {
    expect(page(css, word).text).toBe('Seen.\n\nWord.');
  });

  it('is told by the media of the sheet, and an own style goes before it', () => {
    expect(page('.x{display:none}', word, 'print').text).toContain('Word.');
    expect(page('.x{display:none}', word, 'screen').text).not.toContain('Word.');
    expect(page('.x{display:none}', '<p class=x style="display:block">Word.</p>').text).toContain('Word.');
    expect(page('.x{display:none!important}', '<p class=x style="display:block">Word.</p>').text).toBe('Seen.');
  });

  it('stays where a button opens it, and where it is the whole page', () => {
    const opened = '<button aria-controls="z">More</button><div class="x" id="z">Word.</div>';
    expect(page('.x{display:none}', opened).text).toContain('Word.');
    expect(parseHtml('<style>.x{visibility:hidden}</style><body class="x"><p>Seen.').text).toBe('Seen.');
  });
});
