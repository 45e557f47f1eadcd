import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';
import { parseMarkdown } from '../../../src/knowledge/formats/markdown/markdown.ts';
import { blockTexts, expectSound, positionOf } from './expectations.ts';

function markdown(source: string): string[] {
  const parsed = parseMarkdown(source);
  expectSound(parsed);
  return blockTexts(parsed);
}

describe('MDX as its reader sees it', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'imports and exports, at the top and between',
      "import Tabs from '@theme/Tabs';\nimport { Note } from './note';\n\n# Set up\n\nText.\n\nimport Late from './late.mdx';\n\n<Late />\n\nexport const plans = [\n  'basic',\n];\n\nMore.\n",
      ['# Set up', 'Text.', 'More.'],
    ],
    [
      'but not those that a program shows',
      "<Tabs>\n\n```js\nimport x from 'y';\n```\n\n</Tabs>\n",
      ["    import x from 'y';"],
    ],
    [
      'an import that plain Markdown tells about',
      "Write this at the top:\n\nimport x from 'y';\n",
      ['Write this at the top:', "import x from 'y';"],
    ],
    [
      'components and their properties; their text stays',
      '<Card href="Never shown" icon={<Star />}>\n\nRun **now**.\n\n</Card>\n\n<Badge text="new" /> Fast.\n',
      ['Run now.', 'Fast.'],
    ],
    [
      'values that only the site knows',
      '<Page>\n\nVersion {props.version} of /users/{id}.\n\n</Page>\n',
      ['Version of /users/{id}.'],
    ],
    ['comments', 'One. {/* not\nshown */} Two.\n', ['One. Two.']],
    ['a list within a component', '<Steps>\n1. Open **it**\n2. Close `it`\n</Steps>\n', ['1. Open it\n2. Close it']],
  ])('%s', (_, source, expected) => {
    expect(markdown(source)).toEqual(expected);
  });
});

describe('the marks of site generators', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'containers of Docusaurus and VitePress',
      ':::warning Hot water\nNever **pull** it.\n:::\n\n::: details\nInside.\n:::\n',
      ['Hot water', 'Never pull it.', 'Inside.'],
    ],
    [
      'with a title in brackets, within another',
      '::::tip[Before you start]\n:::note\nInside.\n:::\n::::\n',
      ['Before you start', 'Inside.'],
    ],
    [
      'admonitions of MkDocs, whose text is no code',
      '!!! note "Heed this"\n    Never **pull** it.\n\n    - one\n    - two\n\nAfter.\n',
      ['Heed this', 'Never pull it.', '- one\n- two', 'After.'],
    ],
    [
      'folded ones, within each other',
      '??? tip\n    Outer.\n\n    !!! note\n        Inner.\n\n    Outer again.\n',
      ['Outer.', 'Inner.', 'Outer again.'],
    ],
    [
      'tabs of MkDocs, right below a paragraph',
      'Install it:\n=== "npm"\n    ```sh\n    npm ci\n    ```\n=== "yarn"\n    Run `yarn`.\n',
      ['Install it:', 'npm', '    npm ci', 'yarn', 'Run yarn.'],
    ],
    [
      'admonitions in a list',
      '1. First\n\n    !!! note "Mind"\n        Inside.\n\n2. Second\n',
      ['1. First\nMind\nInside.\n2. Second'],
    ],
    [
      'alerts of GitHub',
      '> [!WARNING]\n> Hot **water**.\n\n> [!NOTE] My title\n> Text.\n',
      ['Warning: Hot water.', 'My title', 'Text.'],
    ],
    [
      'ids and attributes',
      '## Fees {#fees}\n\nSee [the page](x){target=_blank} and `code`{.js}.\n{: .lead }\n',
      ['## Fees', 'See the page and code.'],
    ],
    ['shortcodes of Hugo', 'One {{< figure src="x.png" >}} two.\n', ['One two.']],
    [
      'but not what a program shows',
      '```md\n!!! note "x"\n    y\n## Fees {#fees}\n:::tip\n```\n',
      ['    !!! note "x"\n        y\n    ## Fees {#fees}\n    :::tip'],
    ],
    [
      'nor braces and signs in text',
      'GET /users/{id} returns {name}. Really!!! a === b ::: c\n',
      ['GET /users/{id} returns {name}. Really!!! a === b ::: c'],
    ],
  ])('%s', (_, source, expected) => {
    expect(markdown(source)).toEqual(expected);
  });

  it('leave each line where it was', () => {
    const parsed = parseMarkdown(
      '# One\n\n!!! note "Two"\n    three\n\n:::tip Four\nfive\n:::\n\n=== "Six"\n\n    seven\n',
    );
    expect(['One', 'Two', 'three', 'Four', 'five', 'Six', 'seven'].map((word) => positionOf(parsed, word))).toEqual([
      1, 3, 4, 6, 7, 10, 12,
    ]);
  });
});

describe('Markdown with HTML in it', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a list in a box, without a blank line',
      '<div class="box">\n* Open **it**. **Stop forcing**\n* Close it\n</div>\n',
      ['- Open it. Stop forcing\n- Close it'],
    ],
    [
      'Markdown in the items of an HTML list',
      '<ul>\n<li>**Stop forcing** it</li>\n<li>`x` and [y](z)</li>\n</ul>\n',
      ['- Stop forcing it\n- x and y'],
    ],
    [
      'but stars within code stay',
      '<ul>\n<li><code>src/**/*.ts and **/*.js</code></li>\n</ul>\n',
      ['- src/**/*.ts and **/*.js'],
    ],
    [
      'a list whose items hold HTML',
      '- one <kbd>Ctrl</kbd>\n- <b>two</b><br/>three\n* <details><summary>More</summary>\n\n  **Inside**\n  </details>\n',
      ['- one Ctrl\n- two three', '- More\nInside'],
    ],
    [
      'blocks in a cell',
      '| Plan | Has |\n|---|---|\n| Pro | <ul><li>mail</li><li>phone</li></ul> |\n',
      ['Plan: Pro; Has: mail phone'],
    ],
    [
      'alternative text that says something, and none that does not',
      '![The lamp is left of the door](a.png)\n\n![Logo of Acme](b.png) ![build passing](https://img.shields.io/x) ![x](c.png) Text.\n',
      ['The lamp is left of the door', 'Text.'],
    ],
    [
      'what a class hides',
      'Seen <span class="sr-only">secret</span> words.\n\n<div class="hidden">\n\nsecret\n\n</div>\n',
      ['Seen words.'],
    ],
  ])('%s', (_, source, expected) => {
    expect(markdown(source)).toEqual(expected);
  });
});

describe('a web page as its reader sees it', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'details and their summary',
      '<details><summary>Fees</summary><p>Nine francs.</p></details>',
      ['Fees', 'Nine francs.'],
    ],
    [
      'tabs, the hidden ones too, each below its name',
      '<div role="tablist"><button role="tab" aria-controls="a">npm</button><button role="tab" aria-controls="b">yarn</button></div><div role="tabpanel" id="a"><p>npm ci</p></div><div role="tabpanel" id="b" hidden><p>yarn install</p></div>',
      ['npm', 'npm ci', 'yarn', 'yarn install'],
    ],
    [
      'an answer that a button opens',
      '<button aria-controls="a1" aria-expanded="false">How much?</button><div id="a1" class="hidden"><p>Nine francs.</p></div>',
      ['Nine francs.'],
    ],
    [
      'two answers that one button opens, and one of Bootstrap',
      '<button aria-controls="a b">All</button><p id="a" hidden>One.</p><p id="b" hidden>Two.</p><a data-bs-target="#c">More</a><p id="c" class="d-none">Three.</p>',
      ['One.', 'Two.', 'More', 'Three.'],
    ],
    ['but no panel without its tab', '<div role="tabpanel" hidden><p>secret</p></div><p>Seen.</p>', ['Seen.']],
    [
      'captions and alternative text',
      '<figure><img src="a.png" alt="The lamp is left of the door"><figcaption>Front</figcaption></figure>',
      ['The lamp is left of the door', 'Front'],
    ],
    [
      'no text for screen readers alone, and none hidden on every screen',
      '<p class="sr-only">secret</p><p class="visually-hidden">secret</p><p class="d-none">secret</p><p class="d-none d-md-block">Seen.</p><p class="hidden lg:flex">Seen too.</p>',
      ['Seen.', 'Seen too.'],
    ],
    ['no dialog that is closed', '<dialog><p>secret</p></dialog><dialog open><p>Seen.</p></dialog>', ['Seen.']],
  ])('%s', (_, html, expected) => {
    const parsed = parseHtml(html);
    expectSound(parsed);
    expect(blockTexts(parsed)).toEqual(expected);
    expect(parsed.flags.includes('HIDDEN_TEXT_REMOVED')).toBe(html.includes('secret'));
  });
});
