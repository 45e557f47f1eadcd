import { describe, expect, it } from 'vitest';
import { parseDocx } from '../../../src/knowledge/formats/office/docx.ts';
import {
  docxOf,
  docxParts,
  withDeclaredSize,
  wordParagraph as paragraph,
  zipBomb,
  zipOf,
} from '../../support/documents.ts';
import { blockTexts, expectSound, faultOf } from './expectations.ts';
import { cpuNow } from '../../support/clocks.ts';

const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;

describe('parseDocx', () => {
  it('reads title, headings, paragraphs and a table', async () => {
    const parsed = await parseDocx(
      docxOf(
        [
          paragraph('House rules', { style: 'Title' }),
          paragraph('Quiet hours', { style: 'Heading2' }),
          paragraph('Music ends at ten &amp; doors close.'),
          `<w:tbl>${row('Day', 'Hour')}${row('Sunday', '21:00')}</w:tbl>`,
        ].join(''),
        { core: '<dc:title>Rules &amp; hours</dc:title><dc:creator>Ada Brunner</dc:creator>' },
      ),
    );
    expectSound(parsed);
    expect(blockTexts(parsed, 'HEADING')).toEqual(['# House rules', '## Quiet hours']);
    expect(parsed.text).toContain('Music ends at ten & doors close.');
    expect(blockTexts(parsed, 'TABLE').join()).toContain('21:00');
    expect(parsed).toMatchObject({ title: 'Rules & hours', author: 'Ada Brunner', sourceMap: null, flags: [] });
  });

  it('leaves out text that is hidden by itself, by its style or by its paragraph, whatever the prefix', async () => {
    const style = (id: string, properties: string) =>
      `<w:style w:type="character" w:styleId="${id}">${properties}</w:style>`;
    const styles =
      style('Secret', '<w:rPr><w:vanish/></w:rPr>') +
      style('Below', '<w:basedOn w:val="Secret"/>') +
      style('Shown', '<w:basedOn w:val="Secret"/><w:rPr><w:vanish w:val="0"/></w:rPr>');
    const parsed = await parseDocx(
      docxOf(
        [
          paragraph('alpha'),
          paragraph('hidden1', { properties: '<w:vanish/>' }),
          paragraph('hidden2', { properties: '<w:rStyle w:val="Below"/>' }),
          paragraph('hidden3', { style: 'Secret' }),
          '<z:p xmlns:z="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><z:r><z:rPr><z:vanish z:val="true"/></z:rPr><z:t>hidden4</z:t></z:r></z:p>',
          paragraph('bravo', { properties: '<w:vanish w:val="false"/>' }),
          paragraph('charlie', { properties: '<w:rStyle w:val="Shown"/>' }),
          '<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>delta</w:t></w:r></w:p>',
        ].join(''),
        { styles },
      ),
    );
    expect(blockTexts(parsed)).toEqual(['alpha', 'bravo', 'charlie', 'delta']);
    expect(parsed.flags).toEqual(['HIDDEN_TEXT_REMOVED']);
  });

  it('leaves out what was deleted under tracked changes', async () => {
    const parsed = await parseDocx(
      docxOf('<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>'),
    );
    expect(parsed.text).toBe('new');
  });

  it('ignores a title that a program made up', async () => {
    expect(
      await parseDocx(docxOf(paragraph('x'), { core: '<dc:title>Document1</dc:title><dc:creator>user</dc:creator>' })),
    ).toMatchObject({ title: undefined, author: undefined });
  });

  it.each([
    ['cut off', docxOf(paragraph('x')).slice(0, 400)],
    ['an archive of something else', zipOf({ 'readme.txt': 'hello' })],
    ['broken XML', zipOf({ ...docxParts(''), 'word/document.xml': '<w:document><w:body>' })],
    ['a main part that is missing', zipOf({ '_rels/.rels': docxParts('')['_rels/.rels']! })],
    [
      'a document type',
      zipOf({
        ...docxParts(''),
        'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>',
      }),
    ],
    ['a path that leaves the archive', zipOf({ ...docxParts(paragraph('x')), '../../evil.xml': '<x/>' })],
    ['sizes declared too small', withDeclaredSize(docxOf(paragraph('x')), 3)],
    ['sizes declared too large', withDeclaredSize(docxOf(paragraph('x')), 5_000)],
  ])('calls it damaged: %s', async (_name, bytes) => {
    await faultOf(() => parseDocx(bytes), 'DOCUMENT_CORRUPT');
  });

  it('refuses bytes that were changed under their checksum', async () => {
    const bytes = Buffer.from(zipOf(docxParts(paragraph('x'))));
    bytes[bytes.indexOf('PK\x01\x02', 0, 'latin1') + 16]! ^= 0xff;
    expect((await faultOf(() => parseDocx(bytes), 'DOCUMENT_CORRUPT')).message).toContain('checksum');
  });

  it('refuses one name given twice, which two readers would read differently', async () => {
    const bytes = Buffer.from(zipOf({ ...docxParts(paragraph('x')), 'word/document.xmk': '<x/>' }));
    for (let at = bytes.indexOf('document.xmk'); at !== -1; at = bytes.indexOf('document.xmk', at))
      bytes.write('document.xml', at);
    expect((await faultOf(() => parseDocx(bytes), 'DOCUMENT_CORRUPT')).message).toContain('twice');
  });

  it('says that a workbook is not a Word file', async () => {
    const fault = await faultOf(
      () => parseDocx(zipOf({ '_rels/.rels': '<x/>', 'xl/workbook.xml': '<x/>' })),
      'DOCUMENT_UNSUPPORTED',
    );
    expect(fault.remedy).toContain('.xlsx');
  });
});

describe('a bomb', () => {
  const bomb = zipBomb(1_024);

  it.each([
    ['by its declared size', bomb],
    ['in a part that is not even read', zipBomb(320, 'word/media/image1.png')],
  ])('is refused at once: %s', async (_name, bytes) => {
    const before = process.memoryUsage().rss;
    const start = cpuNow();
    await faultOf(() => parseDocx(bytes), 'DOCUMENT_TOO_LARGE');
    expect(cpuNow() - start).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('is stopped while it inflates when its declared size lies', async () => {
    const start = cpuNow();
    await faultOf(() => parseDocx(withDeclaredSize(bomb, 50_000)), 'DOCUMENT_CORRUPT');
    expect(cpuNow() - start).toBeLessThan(2_000);
  });

  it('is refused for its number of entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`word/${index}.xml`, '']));
    await faultOf(() => parseDocx(zipOf(many)), 'DOCUMENT_TOO_LARGE');
  });
});
