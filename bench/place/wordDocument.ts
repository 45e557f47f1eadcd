/** Writes Markdown as a Word file: headings by style, lists as numbered paragraphs with levels, tables as tables. */
import type { BlockContent, DefinitionContent, List, RootContent, Table } from 'mdast';
import { asHtml } from '../../src/knowledge/formats/html/htmlText.ts';
import { docxParts, zipOf } from '../../test/support/documents.ts';
import { readBlocks, refuseBlock, rowsOf, type Words, wordsOf } from './markdownBlocks.ts';

/** The lists so far; each has an instance of its own, as Word restarts numbers only with a new one. */
type Instances = ('bullet' | 'decimal')[];

export function wordDocumentOf(markdown: string): Uint8Array {
  const instances: Instances = [];
  const body = readBlocks(markdown)
    .map((block) => blockXml(block, instances))
    .join('');
  return zipOf({
    ...docxParts(body, { styles: deeperHeadings }),
    'word/_rels/document.xml.rels': `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${['styles', 'numbering'].map((part) => `<Relationship Id="${part}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${part}" Target="${part}.xml"/>`).join('')}</Relationships>`,
    'word/numbering.xml': numberingXml(instances),
  });
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const deeperHeadings = [3, 4, 5, 6]
  .map(
    (depth) => `<w:style w:type="paragraph" w:styleId="Heading${depth}"><w:name w:val="heading ${depth}"/></w:style>`,
  )
  .join('');

function blockXml(block: RootContent, instances: Instances): string {
  switch (block.type) {
    case 'heading':
      return paragraphXml(`<w:pStyle w:val="Heading${block.depth}"/>`, wordsOf(block));
    case 'paragraph':
      return paragraphXml('', wordsOf(block));
    case 'list':
      return listXml(block, instances, 0);
    case 'table':
      return tableXml(block);
    case 'blockquote':
      return block.children.map((child) => blockXml(child, instances)).join('');
    case 'thematicBreak':
      return '';
    default:
      return refuseBlock(block);
  }
}

function listXml({ ordered, children }: List, instances: Instances, level: number): string {
  const instance = instances.push(ordered ? 'decimal' : 'bullet');
  const numbered = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${instance}"/></w:numPr>`;
  const inItem = (block: BlockContent | DefinitionContent, index: number): string => {
    if (block.type === 'list') return listXml(block, instances, level + 1);
    if (block.type !== 'paragraph') return blockXml(block, instances);
    return paragraphXml(index === 0 ? numbered : `<w:ind w:left="${720 * (level + 1)}"/>`, wordsOf(block));
  };
  return children.flatMap((item) => item.children.map(inItem)).join('');
}

const paragraphXml = (properties: string, words: readonly Words[]): string =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${words.map(runXml).join('')}</w:p>`;

const runXml = ({ text, isBold }: Words): string =>
  `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${asHtml(text)}</w:t></w:r>`;

function tableXml(table: Table): string {
  const cell = (text: string, isBold: boolean) => `<w:tc>${paragraphXml('', [{ text, isBold }])}</w:tc>`;
  const rows = rowsOf(table).map(
    (cells, index) =>
      `<w:tr>${index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.map((text) => cell(text, index === 0)).join('')}</w:tr>`,
  );
  return `<w:tbl><w:tblPr/>${rows.join('')}</w:tbl>`;
}

function numberingXml(instances: Instances): string {
  const kinds = ['bullet', 'decimal'] as const;
  const levels = (kind: (typeof kinds)[number]) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map(
        (level) =>
          `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${kind}"/><w:lvlText w:val="${kind === 'bullet' ? '•' : `%${level + 1}.`}"/></w:lvl>`,
      )
      .join('');
  const lists = kinds.map((kind, id) => `<w:abstractNum w:abstractNumId="${id}">${levels(kind)}</w:abstractNum>`);
  const nums = instances.map(
    (kind, index) =>
      `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${kinds.indexOf(kind)}"/>${kind === 'decimal' ? '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>' : ''}</w:num>`,
  );
  return `${xmlHead}<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${lists.join('')}${nums.join('')}</w:numbering>`;
}
