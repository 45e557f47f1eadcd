/** A short bold line above other text is a heading, in every format that has bold words. */
import { describe, expect, it } from 'vitest';
import { asHtml } from '../../src/knowledge/formats/html/htmlText.ts';
import { parse } from '../../src/knowledge/formats/parse.ts';
import { docxOf, wordParagraph } from '../support/documents.ts';
import { emlOf, odfOf } from '../support/officeFiles.ts';
import { blockTexts } from '../knowledge/formats/parsedDocument.ts';

interface Line {
  readonly words: string;
  readonly isBold: boolean;
}

const html = (lines: readonly Line[]) =>
  lines.map(({ words, isBold }) => (isBold ? `<p><b>${asHtml(words)}</b></p>` : `<p>${asHtml(words)}</p>`)).join('');

const writers: Readonly<Record<string, (lines: readonly Line[]) => string | Uint8Array>> = {
  'page.html': html,
  'page.md': (lines) => lines.map(({ words, isBold }) => (isBold ? `**${words}**` : words)).join('\n\n'),
  'page.rtf': (lines) =>
    `{\\rtf1 ${lines.map(({ words, isBold }) => `\\pard\\plain${isBold ? '\\b' : ''} ${words}\\par`).join('\n')}}`,
  'page.docx': (lines) =>
    docxOf(
      lines.map(({ words, isBold }) => wordParagraph(asHtml(words), { properties: isBold ? '<w:b/>' : '' })).join(''),
    ),
  'page.odt': (lines) =>
    odfOf(
      'text',
      lines
        .map(({ words, isBold }) => `<text:p${isBold ? ' text:style-name="B"' : ''}>${asHtml(words)}</text:p>`)
        .join(''),
      {
        styles:
          '<style:style style:name="B" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>',
      },
    ),
  'page.eml': (lines) => emlOf({ subject: 'Keys', html: html(lines) }),
};

/** A line that begins with `*` is bold. */
function written(name: string, lines: readonly string[]): string | Uint8Array {
  const all = lines.map((line) => ({ words: line.replace(/^\*/, ''), isBold: line.startsWith('*') }));
  return writers[name]?.(all) ?? '';
}

async function headingsOf(name: string, lines: readonly string[]): Promise<string[]> {
  const parsed = await parse({ name, content: written(name, lines) });
  return blockTexts(parsed).flatMap(([kind, words]) => (kind === 'HEADING' ? [words.replace(/^#+ /, '')] : []));
}

describe.each(Object.keys(writers))('bold lines of %s', (name) => {
  it('are headings above text, and questions too', async () => {
    const found = await headingsOf(name, ['Welcome.', '*Lost keys', 'Ring us.', '*Who has the list?', 'Ann has.']);
    expect(found).toEqual(expect.arrayContaining(['Lost keys', 'Who has the list?']));
  });

  it.each([
    ['a sentence', ['*Keys are not lent.', 'Ring us.']],
    ['a line with an amount', ['*Deposit £45', 'Paid in cash.']],
    ['bold lines below each other', ['*Ann Lee', '*Old Mill', 'Ring us.']],
    ['a last line', ['Ring us.', '*Ann Lee']],
    ['a line that is bold in part', ['Keys and *badges', 'Ring us.']],
  ])('are none as %s', async (_, lines) => {
    const found = await headingsOf(name, lines);
    expect(found.filter((words) => lines.some((line) => line.replace(/^\*/, '') === words))).toEqual([]);
  });
});
