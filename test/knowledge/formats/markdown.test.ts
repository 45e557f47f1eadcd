import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/knowledge/formats/markdown/markdown.ts';
import { blockTexts, lineAt } from './parsedDocument.ts';

const textOf = (source: string) => parseMarkdown(source).text;

describe('the canonical text of Markdown', () => {
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
    [
      'references are decoded, in HTML too',
      'Fish &amp; chips &lt;5\n\n<p>5 &gt; 3 &euro; &bogus; &#128;5</p>',
      'Fish & chips <5\n\n5 > 3 € &bogus; €5',
    ],
    ['an image leaves no alternative text', 'See ![secret](x.png) here.', 'See here.'],
    ['CRLF and CR are line ends', 'One\r\n\r\nTwo\r\rThree', 'One\n\nTwo\n\nThree'],
    ['a footnote is a paragraph of its own', 'Word[^1].\n\n[^1]: The note.', 'Word.\n\nThe note.'],
    [
      'one tilde crosses out as two do, but not within a word',
      'A ~gone~ b ~~so~~ H~2~O ~/x ~5 a~~b',
      'A b H~2~O ~/x ~5 a~~b',
    ],
    ['what is crossed out holds other marks', 'A ~~**gone** `x` [y](z)~~ b', 'A b'],
    ['the label of a footnote has no case', 'Word[^Note].\n\n[^note]: The note.', 'Word.\n\nThe note.'],
    ['a footnote that is nowhere stays as written', 'Word[^1] ^[x].', 'Word[^1] ^[x].'],
    [
      'an address keeps its marks',
      'See https://x.y/_a_/*b* and <https://x.y/%20_c_>.',
      'See https://x.y/_a_/*b* and https://x.y/%20_c_.',
    ],
    [
      'a picture by reference is one written out',
      '[![build status][1]][2] ![Tea in a red cup][3]\n\n[1]: https://img.shields.io/x.svg\n[2]: x\n[3]: y.png',
      'Tea in a red cup',
    ],
    ['nothing leaves nothing', '<!-- x -->', ''],
  ])('%s', (_, source, expected) => {
    expect(textOf(source)).toBe(expected);
  });

  it('has its blocks in order, each in one piece', () => {
    const source =
      '# Refunds\n\nPaid *soon*.\n\n- a\n  - b\n- c\n\n> Quoted.\n>\n> ## Inner\n\n| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n```\n\ncode\n\nmore\n```';
    expect(blockTexts(parseMarkdown(source))).toEqual([
      ['HEADING', '# Refunds'],
      ['PARAGRAPH', 'Paid soon.'],
      ['LIST', '- a\n  - a › b\n- c'],
      ['PARAGRAPH', 'Quoted.'],
      ['HEADING', '## Inner'],
      ['TABLE', 'A: 1; B: 2\nA: 3; B: 4'],
      ['CODE', '    code\n\n    more'],
    ]);
    expect(parseMarkdown(source).blocks.map(({ depth }) => depth)).toEqual([
      1,
      undefined,
      undefined,
      undefined,
      2,
      undefined,
      undefined,
    ]);
  });

  it('is one block where it is one long list, whose numbers go on', () => {
    const items = Array.from(
      { length: 2_500 },
      (_, nth) => `${nth + 1_003}. item ${nth}\n\n      more\n      - [x] done`,
    );
    const { blocks, text } = parseMarkdown(`${items.join('\n')}\n\nEnd.`);
    expect(blocks.map(({ kind }) => kind)).toEqual(['LIST', 'PARAGRAPH']);
    const lines = text.split('\n');
    expect(lines.slice(0, 3)).toEqual(['1003. item 0', 'more', '  - ☑ item 0 › done']);
    expect(lines.slice(3 * 1_000, 3 * 1_000 + 3)).toEqual(['2003. item 1000', 'more', '  - ☑ item 1000 › done']);
    expect(lines.slice(-5)).toEqual(['3502. item 2499', 'more', '  - ☑ item 2499 › done', '', 'End.']);
    // As many as are read at once: nothing follows them.
    expect(parseMarkdown('- a\n'.repeat(1_000)).blocks).toHaveLength(1);
  });

  it('takes no comment in code and no escaped mark for a heading', () => {
    expect(blockTexts(parseMarkdown('\\# not one\n\n    # nor this'))).toEqual([
      ['PARAGRAPH', '# not one'],
      ['CODE', '    # nor this'],
    ]);
  });
});

describe('the source map of Markdown', () => {
  it('leads each line, item, row and line of code back to where it was written', () => {
    const parsed = parseMarkdown(
      '# Head\n\nOne\ntwo  \nthree\n\n- four\n- five\n  - six\n\n| A |\n|---|\n| seven |\n| eight |\n\n```\nnine\n\nten\n```\n\n    eleven\n    twelve',
    );
    expect(
      ['Head', 'One', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
        (word) => lineAt(parsed, word),
      ),
    ).toEqual([1, 3, 4, 5, 7, 8, 9, 13, 14, 17, 19, 22, 23]);
  });

  it('counts the lines of code within words', () => {
    const parsed = parseMarkdown('One `two\nthree` ( ` four ` )\nfive');
    expect(parsed.text).toBe('One two three ( four ) five');
    expect(['three', 'five'].map((word) => lineAt(parsed, word))).toEqual([2, 3]);
  });

  it('counts from where the body starts in its file', () => {
    expect(lineAt(parseMarkdown('One\n\nTwo', { firstLine: 6 }), 'Two')).toBe(8);
    expect(parseMarkdown('', { firstLine: 6 }).sourceMap).toEqual({ unit: 'LINE', offsets: [0], positions: [1] });
  });

  it('stays with the start of a paragraph whose lines cannot be told apart', () => {
    const parsed = parseMarkdown('One [two](\nx) three\nfour');
    expect(lineAt(parsed, 'four')).toBe(1);
  });
});

describe('MDX', () => {
  it('loses imports, exports, comments and tags, and keeps the words inside, code and lines', () => {
    const parsed = parseMarkdown(
      [
        "import Tabs from '@theme/Tabs';",
        'import { a, b } from "./x";',
        '',
        'export const size = {',
        '  wide: 1,',
        '};',
        '',
        '# Plans {/* as of',
        'May */}',
        '',
        '<Tabs items={["a > b", `c`]} onOpen={() => { go(); }}>',
        '<Note type="x">',
        'Basic **costs** 5.',
        '</Note>',
        '</Tabs>',
        '',
        'Use `<Tabs items={x}>` or <Icon name="a"/> here.',
        '',
        '```jsx',
        '<Tabs items={x}>',
        '{/* kept */}',
        '```',
        '',
        '<div style={{ display: "none" }}>hidden</div>',
      ].join('\n'),
    );
    expect(parsed.text).toBe(
      '# Plans\n\nBasic costs 5.\n\nUse <Tabs items={x}> or here.\n\n    <Tabs items={x}>\n    {/* kept */}',
    );
    expect([lineAt(parsed, 'Basic'), lineAt(parsed, 'Use'), lineAt(parsed, '{/*')]).toEqual([13, 17, 21]);
    expect(parsed.flags).toEqual(['HIDDEN_TEXT_REMOVED']);
  });

  it.each([
    ['import duties', 'import duties apply from May\n\nMore.', 'import duties apply from May\n\nMore.'],
    ['export rules', 'export default settings from the menu.', 'export default settings from the menu.'],
    ['statements further below', 'Text.\n\nimport a from "b"', 'Text.\n\nimport a from "b"'],
    ['a comparison', 'If A <B, and C> D, or x={y}.', 'If A <B, and C> D, or x={y}.'],
    [
      'an address',
      'See <Ann@example.org> and <HTTPS://example.org/A>.',
      'See Ann@example.org and HTTPS://example.org/A.',
    ],
    [
      'indented code',
      '# Head\n    of<Type>\n\nx\n\n    <Tabs a={b}>\n\n1. y\n\n   ```\n   <Tabs a={b}>\n   ```',
      '# Head\n\n    of<Type>\n\nx\n\n    <Tabs a={b}>\n\n1. y\n    <Tabs a={b}>',
    ],
    ['a break', 'one<Br>two', 'one two'],
    ['a template', 'Dear {name}, {/* open', 'Dear {name}, {/* open'],
  ])('is not seen in %s', (_, source, expected) => {
    expect(textOf(source)).toBe(expected);
  });
});

describe('raw HTML in Markdown', () => {
  it.each([
    ['a hidden element', 'a <span hidden>secret</span> b', 'a b'],
    ['one that spans blocks', 'a\n\n<div style="display: none">\n\n# secret\n\n- secret\n\n</div>\n\nb', 'a\n\nb'],
    ['one within its like', '<div aria-hidden="true"><div>secret</div> secret</div>\n\nb', 'b'],
    ['one that is never closed in its paragraph', 'a <b style="opacity:0">secret\n\nb', 'a\n\nb'],
  ])('hides %s', (_, source, expected) => {
    expect(parseMarkdown(source)).toMatchObject({ text: expected, flags: ['HIDDEN_TEXT_REMOVED'] });
  });

  it.each([
    ['a block', 'a\n\n<script>\nalert("x")\n\nmore()\n</script>\n\nb', 'a\n\nb'],
    ['words', 'a <script>x()</script> b', 'a b'],
    ['a style', '<style>p { color: red }</style>\n\nb', 'b'],
  ])('drops scripts in %s', (_, source, expected) => {
    expect(parseMarkdown(source)).toMatchObject({ text: expected, flags: ['SCRIPT_REMOVED'] });
  });

  it('hides nothing where nothing is hidden', () => {
    expect(
      parseMarkdown(
        'a <img aria-hidden="true" src="x"> b <i aria-hidden="true"></i> c <b style="font-size: 0.9em">d</b>',
      ),
    ).toMatchObject({ text: 'a b c d', flags: [] });
  });

  it('is a table, list or heading where it says so, on its own lines', () => {
    const parsed = parseMarkdown(
      'Text.\n\n<table>\n<tr><th>Plan</th><th>Price</th></tr>\n<tr><td>Basic</td><td>5</td></tr>\n</table>\n\n<h2 align="center">Title</h2>',
    );
    expect(blockTexts(parsed)).toEqual([
      ['PARAGRAPH', 'Text.'],
      ['TABLE', 'Plan: Basic; Price: 5'],
      ['HEADING', '## Title'],
    ]);
    expect([lineAt(parsed, 'Basic'), lineAt(parsed, 'Title')]).toEqual([5, 8]);
  });

  it('is words alone where its table is closed elsewhere, or has nothing but headers', () => {
    expect(textOf('<table><tr><th>yarn</th><td>\n\n```\nyarn add x\n```\n\n</td></tr></table>')).toBe(
      'yarn\n\n    yarn add x',
    );
    expect(textOf('<table><tr><th>A</th><th>B</th></tr></table>')).toBe('A: B');
  });

  it('cannot bring back invisible characters by references', () => {
    expect(parseMarkdown('a&#8203;b&zwnj;c&#x202E;d\n\n`&`\n\n    e\u200Bf')).toMatchObject({
      text: 'abcd\n\n&\n\n    ef',
      flags: ['INVISIBLE_CHARACTERS_REMOVED'],
    });
  });
});

describe('long Markdown', () => {
  const words = 'The refund is paid within thirty days of receipt.';
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index));

  it.each([
    ['a list', lines(900, (index) => `- item ${index}`), 'LIST'],
    ['a numbered list that always says 1', lines(900, (index) => `1. item ${index}`), 'LIST'],
    ['a table', ['| A | B |', '|---|---|', ...lines(900, (index) => `| ${index} | x |`)], 'TABLE'],
    ['code', ['```', ...lines(900, (index) => `line(${index})`), '```'], 'CODE'],
    ['a paragraph', lines(900, () => words), 'PARAGRAPH'],
  ])('keeps %s in one piece, as a short one', (_, source, kind) => {
    const parsed = parseMarkdown(source.join('\n'));
    expect(parsed.blocks.map((block) => block.kind)).toEqual([kind]);
    expect(parsed.sourceMap?.positions.at(-1)).toBe(source.length - (kind === 'CODE' ? 1 : 0));
  });

  it('resolves references and footnotes that are defined far away', () => {
    const filler = lines(300, () => words).join('\n\n');
    const source = `[Label]: https://x.y\n\n[^1]: The note.\n\n${filler}\n\nSee [these words][label], [LABEL], [other] and this[^1].\n\n${filler}`;
    expect(textOf(source)).toContain('See these words, LABEL, [other] and this.');
  });

  it('reads a line of any length with its marks', () => {
    const long = `See **this** [link](https://x.y) &amp; <b>that</b> <span hidden>secret</span>. ${words.repeat(300)}`;
    const parsed = parseMarkdown(`# Head\n${long}\n\nEnd.`);
    expect(blockTexts(parsed).map(([kind, text]) => [kind, text.slice(0, 30)])).toEqual([
      ['HEADING', '# Head'],
      ['PARAGRAPH', 'See this link & that . The ref'],
      ['PARAGRAPH', 'End.'],
    ]);
    expect(lineAt(parsed, 'End.')).toBe(4);
  });

  it.each([
    ['quotes', '> '.repeat(500)],
    ['items', '- '.repeat(500)],
    ['items on lines of their own', Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- x\n`).join('')],
    ['notes', '[^a]: '.repeat(500)],
    ['all of them', '> 1. [^a]: - '.repeat(200)],
  ])('keeps the words below any number of %s', (_, depth) => {
    expect(textOf(`${depth}deep\n\nEnd.`)).toMatch(/deep\s+End\.$/);
  });

  it('drops an image that is written into the text', () => {
    expect(textOf(`Before ![x](data:image/png;base64,${'iVBORw0KGgo'.repeat(10_000)}) after.`)).toBe('Before after.');
  });

  it('repeats no header that is longer than a name', () => {
    expect(textOf(`| ${'x'.repeat(300)} | B |\n|---|---|\n| 1 | 2 |`)).toBe('1; B: 2');
  });
});
