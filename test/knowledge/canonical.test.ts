import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalDocument } from '../../src/knowledge/ingest/canonical.ts';
import type { DocumentFacts } from '../../src/knowledge/document.ts';
import { inlineParser } from '../support/parser.ts';
import { cases } from '../support/cases.ts';

type More = DocumentFacts & { readonly key?: string };
const markdown = (text: string, more: More = {}) =>
  canonicalDocument({ key: 'a.md', text, format: 'MARKDOWN', ...more }, { parser: inlineParser });
const plain = (text: string, more: More = {}) =>
  canonicalDocument({ key: 'a.txt', text, format: 'PLAIN_TEXT', ...more }, { parser: inlineParser });
const refused = (message: RegExp, code = 'DOCUMENT_INVALID'): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });
const faultOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('front matter', () => {
  const text =
    '---\nid: policy\ntitle: Refunds\nurl: https://example.org\ntags: [a, b]\neffective: 2024-03-01\nupdated: 2024-03-02T10:00:00Z\nowner: Ann\n---\n# Head\n\nBody.';

  it('tells key, title, url, tags and dates; the rest is metadata; none of it is text', async () => {
    expect(await markdown(text)).toMatchObject({
      key: 'policy',
      title: 'Refunds',
      url: 'https://example.org',
      tags: ['a', 'b'],
      effectiveFrom: new Date('2024-03-01'),
      updatedAt: new Date('2024-03-02T10:00:00Z'),
      metadata: { owner: 'Ann' },
      text: '# Head\n\nBody.',
    });
  });

  it('yields to what the caller names, but for the key', async () => {
    const given = {
      key: 'x',
      title: 'T',
      url: 'u',
      tags: ['c', 'a'],
      effectiveFrom: new Date(5),
      updatedAt: new Date(6),
      metadata: { owner: 'Bob', more: 1 },
    };
    expect(await markdown(text, given)).toMatchObject({ ...given, key: 'policy', tags: ['c', 'a', 'b'] });
  });

  it('may be empty or hold one tag as text', async () => {
    expect(await markdown('---\n\n---\nBody.')).toMatchObject({ key: 'a.md', text: 'Body.', metadata: {} });
    expect((await markdown('---\ntags: one\n---\nBody.')).tags).toEqual(['one']);
  });

  it.each([
    ['is no YAML', '---\na: [\n---\nBody.', /not YAML/],
    ['has a wrong date', '---\neffective: soon\n---\nBody.', /effective is not a date/],
    ['has a wrong type', '---\ntags: 7\n---\nBody.', /tags/],
    ['is a list', '---\n- a\n---\nBody.', /front matter/],
  ])('is refused when it %s', async (_, source, message) => {
    expect(await faultOf(markdown(source))).toEqual(refused(message));
  });

  it('may be TOML, which gives the title and no text either', async () => {
    const parsed = await markdown('+++\ntitle = "Fees"\nweight = 3\ntags = ["a"]\n[menu]\ntitle = "Other"\n+++\nBody.');
    expect(parsed).toMatchObject({ title: 'Fees', metadata: { weight: '3' }, text: 'Body.' });
    expect(parsed.metadata).not.toHaveProperty('tags');
    expect(await markdown('+++\ndraft = true\n+++\nBody.')).toMatchObject({ state: 'DRAFT' });
    expect(await faultOf(markdown('+++\naccess = ["hr"]\n+++\nBody.'))).toEqual(refused(/names access in TOML/));
    expect((await markdown('+++\nnever closed')).text).toContain('never closed');
  });

  it('is text in a plain document, and where it is not closed', async () => {
    expect(await plain('---\nid: x\n---\nBody.')).toMatchObject({ key: 'a.txt', text: '---\nid: x\n---\nBody.' });
    expect((await markdown('---\nid: x\n\nBody.')).key).toBe('a.md');
  });
});

describe('Markdown', () => {
  it.each([
    [
      'a table row becomes one line of named cells',
      '| Plan | Price |\n|---|---|\n| Basic | 5 |\n| Pro | |\n| | 9 |',
      'Plan: Basic; Price: 5\nPlan: Pro\nPrice: 9',
    ],
    ['a column without a header keeps its cells', '| | Price |\n|---|---|\n| Basic | 5 |', 'Basic; Price: 5'],
    [
      'inline marks go, words and code stay',
      'A **bold** _word_, `code`, ~~gone~~ and a [link](https://x.y "title").',
      'A bold word, code, and a link.',
    ],
    ['a hard-wrapped paragraph is one line', 'One\ntwo  \nthree', 'One two three'],
    ['a hard break parts words, in each of its forms', 'One  \ntwo\\\nthree<br>four', 'One two three four'],
    ['a break in a table cell parts words', '| A |\n|---|\n| x<br/>y |', 'A: x y'],
    ['inline HTML and its comments go', 'A <b>bold</b> H<sub>2</sub>O<!-- hidden --> word', 'A bold H2O word'],
    ['headings keep their marks, in both forms', 'Title\n=====\n\n### Deep ###\n\ntext', '# Title\n\n### Deep\n\ntext'],
    [
      'code is indented and keeps its own indentation',
      '```js\nif (a) {\n  b();\n}\n# note\n```',
      '    if (a) {\n      b();\n    }\n    # note',
    ],
    ['lists keep marks, numbers and depth', '- a\n- b\n  - c\n\n3. d\n4. e', '- a\n- b\n  - b › c\n\n3. d\n4. e'],
    ['a heading without words is none', '#\n\ntext\n\n## ', 'text'],
    ['a quote keeps its paragraphs', '> one\n>\n> two', 'one\n\ntwo'],
    ['HTML loses tags and comments', '<div>\n<b>Kept</b> <!-- dropped -->\n</div>', 'Kept'],
    ['entities are decoded', 'Fish &amp; chips &lt;5', 'Fish & chips <5'],
    ['an image leaves no alternative text', 'See ![secret](x.png) here.', 'See here.'],
    ['CRLF and CR are line ends', 'One\r\n\r\nTwo\r\rThree', 'One\n\nTwo\n\nThree'],
  ])('%s', async (_, source, expected) => {
    expect((await markdown(source)).text).toBe(expected);
  });

  it('takes its title from the first heading, else from the key', async () => {
    expect((await markdown('text\n\n## *The* Title')).title).toBe('The Title');
    expect((await markdown('text')).title).toBe('a.md');
  });
});

describe('plain text', () => {
  it('joins hard-wrapped lines, and only those', async () => {
    expect((await plain('The refund\nis paid.\nNext line.\n\nnew paragraph\nNew Item\nlist:\nvalue')).text).toBe(
      'The refund is paid.\nNext line.\n\nnew paragraph\nNew Item list:\nvalue',
    );
  });

  it('loses blanks at line ends and around the whole', async () => {
    expect((await plain('\n\n A. \t\nB. \r\n')).text).toBe('A.\nB.');
  });
});

describe('any text', () => {
  it('has no invisible characters, no NUL and no lone surrogates, but keeps joiners and emoji', async () => {
    expect((await plain('a\u200Bb\u202Ec\u2066d\uFEFFe\u00ADf\u0000g\u2060h')).text).toBe('abcdefgh');
    expect((await plain('👩‍👩‍👧 می‌خواهم \uD800!')).text).toBe('👩‍👩‍👧 می‌خواهم \uFFFD!');
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['invisible', '\u200B\uFEFF'],
    ['front matter alone', '---\ntitle: x\n---\n'],
    ['a comment alone', '<!-- x -->'],
  ])('is refused when %s', async (_, text) => {
    expect(await faultOf(markdown(text))).toEqual(refused(/no text/));
  });

  it('is refused when it or its key is too long', async () => {
    expect(await faultOf(plain('x'.repeat(5_000_001)))).toEqual(refused(/5,000,000 characters/, 'DOCUMENT_TOO_LARGE'));
    expect(await faultOf(plain('x', { key: 'k'.repeat(501) }))).toEqual(refused(/key/));
    expect(await faultOf(plain('x', { key: ' ' }))).toEqual(refused(/key/));
  });

  it('has a hash that changes with whatever a reader could see, and with nothing else', async () => {
    const hash = async (more: More, text = 'x') => (await plain(text, more)).contentHash;
    const variants = await Promise.all([
      hash({}),
      hash({ title: 'T' }),
      hash({ url: 'u' }),
      hash({ tags: ['t'] }),
      hash({ metadata: { a: 1 } }),
      hash({}, 'y'),
      hash({ updatedAt: new Date(1) }),
      hash({ effectiveFrom: new Date(1) }),
    ]);
    expect(new Set(variants).size).toBe(variants.length);
    expect(await hash({}, 'x \r\n')).toBe(await hash({}));
  });

  it('is canonical already when plain: a second pass changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const once = await faultOf(plain(text).then((found) => found.text));
        fc.pre(typeof once === 'string');
        expect((await plain(once)).text).toBe(once);
      }),
    );
  });

  it('never breaks on any Markdown, and never leaves what must not be stored', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '# ',
        '- ',
        '1. ',
        '> ',
        '```\n',
        '|',
        '|---|\n',
        '\n',
        '\n\n',
        '    ',
        '**',
        '[x](',
        ')',
        '<b>',
        '<!--',
        '---\n',
        '\u202E',
        '\u0000',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const result = await faultOf(markdown(pieces.join('')));
        if (result instanceof Error) expect(result).toEqual(refused(/./));
        else expect((result as { text: string }).text).not.toMatch(/[\u0000\u202E\uFEFF\r]|^\s*\n|\n$/u);
      }),
      { numRuns: cases(300) },
    );
  });
});
