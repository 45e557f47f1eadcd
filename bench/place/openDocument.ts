/** Writes Markdown as an OpenDocument text, with its lists nested and its headings by level. */
import type { List, ListItem, RootContent, Table } from 'mdast';
import { asHtml } from '../../src/knowledge/formats/html/htmlText.ts';
import { odfOf, odfRows } from '../../test/support/officeFiles.ts';
import { readBlocks, refuseBlock, rowsOf, textOf, type Words, wordsOf } from './markdownBlocks.ts';

export function openDocumentOf(markdown: string): Uint8Array {
  const blocks = readBlocks(markdown);
  const title = blocks.find((block) => block.type === 'heading');
  return odfOf('text', blocks.map(blockXml).join(''), { styles, title: title ? textOf(title) : '' });
}

const levels = [1, 2, 3, 4, 5, 6];
const listStyle = (name: string, level: (number: number) => string): string =>
  `<text:list-style style:name="${name}">${levels.map(level).join('')}</text:list-style>`;

const styles = [
  '<style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
  listStyle(
    'Numbers',
    (level) =>
      `<text:list-level-style-number text:level="${level}" style:num-format="${level === 1 ? '1' : 'a'}" style:num-suffix="."/>`,
  ),
  listStyle('Bullets', (level) => `<text:list-level-style-bullet text:level="${level}" text:bullet-char="•"/>`),
].join('');

function blockXml(block: RootContent): string {
  switch (block.type) {
    case 'heading':
      return `<text:h text:outline-level="${block.depth}">${wordsOf(block).map(spanXml).join('')}</text:h>`;
    case 'paragraph':
      return `<text:p>${wordsOf(block).map(spanXml).join('')}</text:p>`;
    case 'list':
      return listXml(block);
    case 'table':
      return tableXml(block);
    case 'blockquote':
      return block.children.map(blockXml).join('');
    case 'thematicBreak':
      return '';
    default:
      return refuseBlock(block);
  }
}

const listXml = ({ ordered, children }: List): string =>
  `<text:list text:style-name="${ordered ? 'Numbers' : 'Bullets'}">${children.map(itemXml).join('')}</text:list>`;

const itemXml = ({ children }: ListItem): string =>
  `<text:list-item>${children.map(blockXml).join('')}</text:list-item>`;

const spanXml = ({ text, isBold }: Words): string =>
  isBold ? `<text:span text:style-name="Bold">${asHtml(text)}</text:span>` : asHtml(text);

function tableXml(table: Table): string {
  const [head = [], ...rows] = rowsOf(table);
  return `<table:table><table:table-header-rows>${odfRows([head])}</table:table-header-rows>${odfRows(rows)}</table:table>`;
}
