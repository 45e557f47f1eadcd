import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';
import { blockTexts, lineAt } from './parsedDocument.ts';

const textOf = (html: string) => parseHtml(html).text;

describe('the words of HTML', () => {
  it.each([
    [
      'paragraphs, marks and links',
      '<p>A <b>bold</b> <a href="x">link</a>,\n  wrapped.</p><p>Two</p>',
      'A bold link, wrapped.\n\nTwo',
    ],
    ['words without elements, and between them', 'one <div>two</div> three', 'one\n\ntwo\n\nthree'],
    ['headings', '<h1>One</h1><h3>T<i>hree</i></h3>', '# One\n\n### Three'],
    [
      'lists',
      '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></ul><ol start="3"><li>e<li>f</ol>',
      '- a\n  - a › b\n- c\nd\n\n3. e\n4. f',
    ],
    ['a list within a list, not within an item', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - a › b'],
    [
      'letters and Roman numbers',
      '<ol type="a"><li>a<ol type="I" start="4"><li>b<li>c</ol></ol><ol style="list-style: upper-alpha inside"><li>d</ol>',
      'a. a\n  IV. b\n  V. c\n\nA. d',
    ],
    [
      'labels as a style writes them, unless one is too long for a label',
      `<ol><li style='list-style-type: "(a) "'>a<li style='list-style-type: "Buy this now, it is free"'>b</ol>`,
      '(a) a\n2. b',
    ],
    [
      'numbers out of order',
      '<ol><li>a<li value="5">b<li>c</ol><ol reversed><li>a<li>b</ol>',
      '1. a\n5. b\n6. c\n\n2. a\n1. b',
    ],
    [
      'a numbered list that goes on in another',
      '<ol><li>a</ol> <ol start="2"><li>b</ol><ol start="2"><li>c</ol>',
      '1. a\n2. b\n\n2. c',
    ],
    [
      'tasks, whose crossed-out words are done',
      '<ul><li><input type="checkbox" checked> <s>a</s></li><li><label><input type="checkbox"> b</label></li><li data-checked="true">c</li><li><s>d</s> e</li></ul>',
      '- ☑ a\n- ☐ b\n- ☑ c\n- e',
    ],
    [
      'a box that opens a menu, and one behind the words',
      '<ul><li><input type="checkbox" class="menu-toggle"> a</li><li>b <input type="checkbox"></li></ul>',
      '- a\n- b',
    ],
    [
      'words that a style crosses out',
      '<style>.c5{text-decoration:line-through}.c6{text-decoration:none}</style><p><span class="c5">5</span> <span class="c5 c6">6</span> <span style="text-decoration: line-through">7</span> <b class="c6">8</b></p>',
      '6 8',
    ],
    [
      'short definitions',
      '<dl><dt>Plan<dt>Tier<dd>What you pay for<dt>Seat<dd>A user</dl>',
      '- Plan, Tier: What you pay for\n- Seat: A user',
    ],
    ['long definitions', '<dl><dt>open()<dd><p>Opens.</p><pre>open()</pre></dl>', 'open()\n\nOpens.\n\n    open()'],
    ['code', '<pre><code>if (a) {\n  b &lt; c\n}\n</code></pre>', '    if (a) {\n      b < c\n    }'],
    ['quotes', '<blockquote><p>One</p><p>He said <q>two</q></p></blockquote>', 'One\n\nHe said "two"'],
    ['line breaks; two of them part paragraphs', 'one<br>two<br><br>three', 'one two\n\nthree'],
    [
      'references by the standard',
      '<p>Pro &#128;5, Team &#x80;29 &copy 2024 &#0;</p>',
      'Pro €5, Team €29 © 2024 \uFFFD',
    ],
    ['references', '<p>Fish &amp; chips &#8364;5 &hellip; &lt;b&gt; &bogus;</p>', 'Fish & chips €5 … <b> &bogus;'],
    ['blocks in inline elements', '<span>a<div>b</div>c</span>', 'a\n\nb\n\nc'],
    [
      'pictures, which have none',
      '<p>See <img src="x" alt="secret"> <svg><text>secret</text></svg><video>secret</video>here</p>',
      'See here',
    ],
    ['nothing', '', ''],
  ])('%s', (_, html, expected) => {
    expect(textOf(html)).toBe(expected);
  });

  it('are in blocks, each with its source line', () => {
    const parsed = parseHtml(
      '<!doctype html>\n<html>\n<body>\n<h1>Head</h1>\n<p>one\ntwo <b>three\nfour</b></p>\n<ul>\n<li>five</li>\n<li>six</li>\n</ul>\n<table>\n<tr><th>A</th></tr>\n<tr><td>seven</td></tr>\n</table>\n<pre>\neight\nnine</pre>\n',
    );
    expect(blockTexts(parsed)).toEqual([
      ['HEADING', '# Head'],
      ['PARAGRAPH', 'one two three four'],
      ['LIST', '- five\n- six'],
      ['TABLE', 'A: seven'],
      ['CODE', '    eight\n    nine'],
    ]);
    expect(
      ['Head', 'one', 'two', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((word) => lineAt(parsed, word)),
    ).toEqual([4, 5, 6, 7, 9, 10, 14, 17, 18]);
  });
});

describe('tables of HTML', () => {
  const table = (rows: string) => textOf(`<table>${rows}</table>`);

  it.each([
    [
      'a head',
      '<thead><tr><th>Plan<th>Price<tbody><tr><td>Basic<td>5<tr><td>Pro<td>',
      'Plan: Basic; Price: 5\nPlan: Pro',
    ],
    [
      'a first row of header cells, and headers in front',
      '<tr><th>Plan<th>Price</tr><tr><th>Basic<td>5',
      'Plan: Basic; Price: 5',
    ],
    [
      'a first row in bold, as from a word processor',
      '<tr><td><p><strong>Plan</strong></p><td><p><strong>Price</strong></p></tr><tr><td><p>Basic</p><td><p>5</p>',
      'Plan: Basic; Price: 5',
    ],
    [
      'a head of two rows',
      '<thead><tr><th rowspan=2>Plan<th colspan=2>Price</tr><tr><th>Month<th>Year</thead><tr><td>Basic<td>5<td>50',
      'Plan: Basic; Price Month: 5; Price Year: 50',
    ],
    ['headers in front alone', '<tr><th>Plan:<td>Basic<tr><th>Price<td>5<td>net', 'Plan: Basic\nPrice: 5; net'],
    ['no headers', '<tr><td>Basic<td>5<tr><td>Pro<td>9', 'Basic: 5\nPro: 9'],
    [
      'cells over rows and columns',
      '<tr><th>A<th>B<th>C</tr><tr><td rowspan=2>x<td>1<td>2</tr><tr><td colspan=2>3</tr>',
      'A: x; B: 1; C: 2\nA: x; B: 3; C: 3',
    ],
    ['a caption', '<caption>Prices</caption><tr><th>A<tr><td>1', 'Prices\n\nA: 1'],
    ['blocks in cells', '<tr><th>A<tr><td><p>one</p><ul><li>two</ul>', 'A: one, two'],
    ['a table in a cell', '<tr><th>A<th>B<tr><td>1<td><table><tr><td>2<td>3</table>', 'A: 1; B: 2, 3'],
    ['absurd spans', '<tr><td colspan=99999999 rowspan=99999999>a<td>b', 'a; b'],
  ])('with %s', (_, rows, expected) => {
    expect(table(rows)).toBe(expected);
  });

  it('that only arrange a page become its paragraphs', () => {
    expect(
      blockTexts(parseHtml('<table><tr><td><h2>Head</h2><p>One</p></td></tr><tr><td>Two</td></tr></table>')),
    ).toEqual([
      ['HEADING', '## Head'],
      ['PARAGRAPH', 'One'],
      ['PARAGRAPH', 'Two'],
    ]);
    expect(table('<tr><td>Left<td><table><tr><th>A<th>B</tr><tr><td>1<td>2</table>')).toBe('Left\n\nA: 1; B: 2');
  });
});

describe('what a page has around its text', () => {
  const page = (content: string) =>
    `<html><body><header>Site</header><nav>Menu</nav>${content}<aside>Ad</aside><footer>Imprint</footer></body></html>`;

  it.each([
    ['main', page('<p>before</p><main><header><h1>Head</h1></header>Text<nav>toc</nav></main>'), '# Head\n\nText'],
    ['role=main', page('<p>before</p><div role="main">Text</div>'), 'Text'],
    [
      'its only article, header and footer included',
      page('<p>before</p><article><header><h1>Head</h1></header>Text<footer>By Ann</footer></article>'),
      '# Head\n\nText\n\nBy Ann',
    ],
    ['the body, where articles are many', page('<article>One</article><article>Two</article>'), 'One\n\nTwo'],
    ['the body, where main is empty', page('<main> </main><p>Text</p>'), 'Text'],
    ['all there is, where there is nothing else', page(''), 'Site\n\nMenu\n\nAd\n\nImprint'],
  ])('goes: what counts is %s', (_, html, expected) => {
    expect(textOf(html)).toBe(expected);
  });

  it('goes with the controls of forms, whose words stay', () => {
    expect(
      textOf(
        '<form><label>Name</label> <input value="x"><select><option>a</select><textarea>b</textarea><button>Send</button></form>',
      ),
    ).toBe('Name');
  });

  it('tells title, author, language and other facts', () => {
    const html =
      '<html lang="en-GB"><head><title> Refunds &amp;\nmore </title><meta name="author" content="Ann Lee"><meta name="description" content="How to."><link rel="canonical" href="https://x.org/refunds"><meta property="article:published_time" content="2024-03-01"><meta property="article:modified_time" content="2024-04-01"></head><body><h1>Head</h1>';
    expect(parseHtml(html)).toMatchObject({
      title: 'Refunds & more',
      author: 'Ann Lee',
      language: 'en',
      metadata: {
        description: 'How to.',
        url: 'https://x.org/refunds',
        published: '2024-03-01',
        modified: '2024-04-01',
      },
      text: '# Head',
    });
  });

  it('has a title in its heading or card, and none in what is missing, foreign or no web address', () => {
    expect(parseHtml('<title> </title><meta property="og:title" content="Card"><h1>The <i>Head</i></h1>').title).toBe(
      'The Head',
    );
    expect(parseHtml('<meta property="og:title" content="Card"><p>x').title).toBe('Card');
    const bare = parseHtml(
      '<html lang="fil"><link rel="canonical" href="javascript:alert(1)"><meta property="article:author" content="https://f.b/ann"><p>x',
    );
    expect([bare.title, bare.author, bare.language, bare.metadata]).toEqual([undefined, undefined, undefined, {}]);
  });
});

describe('what a reader of the page does not see', () => {
  it.each([
    'class="hidden"',
    'class="note sr-only"',
    'class="d-none"',
    'class="visually-hidden"',
    'class="hidden dark:block"',
    'hidden',
    'hidden="until-found"',
    'aria-hidden="true"',
    'style="display:none"',
    'style="color: red; DISPLAY : none !important"',
    'style="visibility:hidden"',
    'style="font-size:0"',
    'style="font-size: 0px;"',
    'style="opacity:0"',
    'style="opacity: 0.0"',
    'style="display:/**/none"',
    'style="font-size:1px"',
    'style="font: 0/0 serif"',
    'style="dis\\70 lay: none"',
    'style="color:#fff;background:#FFFFFF url(x.png)"',
    'style="color: white; background-color: rgb(255, 255, 255)"',
    'style="color:transparent"',
    'style="color: rgba(0, 0, 0, 0)"',
    'style="position:absolute; left:-9999px"',
    'style="text-indent:-9999px"',
    'style="height:0;overflow:hidden"',
    'style="width:1px; height:1px; overflow:hidden"',
    'style="clip: rect(0, 0, 0, 0)"',
    'style="clip-path: inset(50%)"',
    'style="transform:scale(0)"',
    'style="mso-hide:all"',
    'style="filter:opacity(0)"',
    'style="content-visibility:hidden"',
    `style="--x:${'y'.repeat(3000)};display:none"`,
    'style="display:block;display:none"',
  ])('goes and is reported: %s', (attribute) => {
    expect(
      parseHtml(`<p>a <span ${attribute}>secret <b>words</b></span> b</p><div ${attribute}><p>secret</p></div>`),
    ).toMatchObject({ text: 'a b', flags: ['HIDDEN_TEXT_REMOVED'] });
  });

  it.each([
    'aria-hidden="false"',
    'style="display:block"',
    'style="font-size:0.9em"',
    'style="opacity:0.5"',
    'style="opacity:01"',
    'class="hidden md:block"',
    'class="d-none d-lg-flex"',
    'class="unhidden"',
    'class="overflow-hidden"',
    'style="display:none;display:block"',
    'style="color:#fff;background:#000"',
    'style="color:#fff"',
    'style="color:rgba(0,0,0,0.5)"',
    'style="font-size:12px"',
    'style="font-size:20px"',
    'style="font:bold 10px serif"',
    'style="position:absolute;left:-9px"',
    'style="text-indent:-20px"',
    'style="overflow:hidden;height:10px"',
    'style="height:0"',
    'style="clip-path:inset(10%)"',
    'style="color:inherit;background:inherit"',
    'style="/* display:none"',
  ])('does not include %s', (attribute) => {
    expect(parseHtml(`<p ${attribute}>seen</p>`)).toMatchObject({ text: 'seen', flags: [] });
  });

  it('goes without a word where it had none', () => {
    expect(
      parseHtml('<p>a <i aria-hidden="true"></i><span hidden><svg><title>x</title></svg></span></p>'),
    ).toMatchObject({ text: 'a', flags: [] });
  });

  it('goes where it is a script, style, template or frame', () => {
    const parsed = parseHtml(
      '<head><style>p{}</style></head><p>a</p><script>secret()</script><noscript>secret</noscript><template><p>secret</p></template><iframe>secret</iframe>',
    );
    expect(parsed).toMatchObject({ text: 'a', flags: ['SCRIPT_REMOVED'] });
  });

  it('goes where it is invisible in itself, written or as a reference', () => {
    expect(parseHtml('<p>a\u200Bb</p>')).toMatchObject({ text: 'ab', flags: ['INVISIBLE_CHARACTERS_REMOVED'] });
    expect(parseHtml('<p>a&#8203;b&shy;c</p>')).toMatchObject({ text: 'abc', flags: ['INVISIBLE_CHARACTERS_REMOVED'] });
  });
});

describe('hostile HTML', () => {
  it('expands no entities of a DTD', () => {
    const bomb =
      '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><p>x &b; &c;</p>';
    const { text } = parseHtml(bomb);
    expect(text).toContain('x &b; &c;');
    expect(text).not.toMatch(/haha|root/);
  });

  it('cannot throw by a broken base', () => {
    expect(textOf('<base href="http://["><a href="x">a</a><img src="y">')).toBe('a');
  });

  it('keeps its visible words, and hides the rest, where it is too deep for a tree', () => {
    const deep = `<h2>Head</h2>\n${'<div>'.repeat(3000)}\n<p>one &amp; <b>two</b></p><p hidden>secret</p><script>secret()</script><select><option>x</select>\n<p>three`;
    const parsed = parseHtml(deep);
    expect(blockTexts(parsed)).toEqual([
      ['HEADING', '## Head'],
      ['PARAGRAPH', 'one & two'],
      ['PARAGRAPH', 'three'],
    ]);
    expect(parsed.flags).toEqual(['HIDDEN_TEXT_REMOVED', 'SCRIPT_REMOVED']);
    expect(['Head', 'one', 'three'].map((word) => lineAt(parsed, word))).toEqual([1, 3, 4]);
  });
});
