import { describe, expect, it } from 'vitest';
import { maxTextLength } from '../../../src/knowledge/formats/limits.ts';
import { parse, type ParseSource } from '../../../src/knowledge/formats/parse.ts';
import { docxOf, lines, pdfOf, wordParagraph, zipOf } from '../../support/documents.ts';
import { expectSound, faultOf } from './expectations.ts';

describe('parse', () => {
  it.each<[string, () => Promise<ParseSource['content']>, string, string]>([
    ['a.md', async () => '# Tea\n\nIt is *hot*.\n', 'MARKDOWN', 'It is hot.'],
    ['a.html', async () => '<html><body><h1>Tea</h1><p>It is <b>hot</b>.</p></body></html>', 'HTML', 'It is hot.'],
    ['a.txt', async () => 'It is hot.\n', 'PLAIN_TEXT', 'It is hot.'],
    ['a.csv', async () => 'Drink,State\nTea,hot\n', 'CSV', 'Drink: Tea; State: hot'],
    ['a.tsv', async () => 'Drink\tState\nTea, green\thot\n', 'CSV', 'Drink: Tea, green; State: hot'],
    ['a.json', async () => '[{"drink": "Tea"}]', 'JSON', 'drink: Tea'],
    ['a.jsonl', async () => '{"drink": "Tea"}\n', 'JSON_LINES', 'drink: Tea'],
    ['a.pdf', () => pdfOf([lines(['It is hot.'])]), 'PDF', 'It is hot.'],
    ['a.docx', async () => docxOf(wordParagraph('It is hot.')), 'DOCX', 'It is hot.'],
  ])('reads %s', async (name, content, sourceType, text) => {
    const parsed = await parse({ name, content: await content() });
    expectSound(parsed);
    expect(parsed.sourceType).toBe(sourceType);
    expect(parsed.text).toContain(text);
  });

  it('reads a PDF under the name of a text, and a text under the format that is named', async () => {
    expect((await parse({ name: 'a.txt', content: await pdfOf([lines(['It is hot.'])]) })).sourceType).toBe('PDF');
    expect((await parse({ name: 'wiki/Tea', format: 'PLAIN_TEXT', content: 'It is hot.' })).sourceType).toBe(
      'PLAIN_TEXT',
    );
  });

  it('passes the first line on to Markdown', async () => {
    expect((await parse({ name: 'a.md', content: 'Tea.\n' }, { firstLine: 7 })).sourceMap).toMatchObject({
      unit: 'LINE',
      positions: [7],
    });
  });

  it('converts UTF-16 and says so; drops the mark of UTF-8', async () => {
    expect(await parse({ name: 'a.txt', content: Buffer.from('\uFEFFGrüße', 'utf16le') })).toMatchObject({
      text: 'Grüße',
      flags: ['ENCODING_CONVERTED'],
    });
    expect(await parse({ name: 'a.txt', content: '\uFEFFGrüße' })).toMatchObject({ text: 'Grüße', flags: [] });
  });

  it.each<[string, ParseSource, Parameters<typeof faultOf>[1]]>([
    ['an empty file', { name: 'a.md', content: new Uint8Array() }, 'DOCUMENT_INVALID'],
    ['an empty PDF', { name: 'a.pdf', content: new Uint8Array() }, 'DOCUMENT_INVALID'],
    ['blank space', { name: 'a.txt', content: ' \n\t\n' }, 'DOCUMENT_INVALID'],
    ['an empty table', { name: 'a.csv', content: ',,\n,,\n' }, 'DOCUMENT_INVALID'],
    [
      'nothing but markup',
      { name: 'a.html', content: '<html><body><script>1</script></body></html>' },
      'DOCUMENT_INVALID',
    ],
    ['an empty list', { name: 'a.json', content: '[]' }, 'DOCUMENT_INVALID'],
    ['a binary named .md', { name: 'a.md', content: Buffer.from([1, 2, 0, 3]) }, 'DOCUMENT_UNSUPPORTED'],
    ['an archive named .md', { name: 'a.md', content: zipOf({ x: 'y' }) }, 'DOCUMENT_UNSUPPORTED'],
    ['a PDF in a string', { name: 'a.pdf', content: '%PDF-1.7' }, 'DOCUMENT_INVALID'],
    ['bytes that are not UTF-8', { name: 'a.csv', content: Buffer.from('Größe', 'latin1') }, 'DOCUMENT_CORRUPT'],
    [
      'too much text',
      { name: 'a.json', content: `"${'word '.repeat(maxTextLength / 5 + 1)}end"` },
      'DOCUMENT_TOO_LARGE',
    ],
    ['too many bytes', { name: 'a.pdf', content: new Uint8Array(51 * 1024 * 1024) }, 'DOCUMENT_TOO_LARGE'],
  ])('refuses %s', async (_name, source, code) => {
    const fault = await faultOf(() => parse(source), code);
    if (code === 'DOCUMENT_INVALID' && source.name !== 'a.pdf') expect(fault.message).toContain('has no text');
  });

  it('does not expand entities that an HTML file declares', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    ).join('');
    const { text } = await parse({
      name: 'bomb.html',
      content: `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e0 "lol">${levels}]><html><body><p>Start &e9; end</p></body></html>`,
    });
    expect(text.length).toBeLessThan(5_000);
    expect(text).toContain('end');
  });

  it('stops when aborted', async () => {
    await faultOf(() => parse({ name: 'a.txt', content: 'x' }, { signal: AbortSignal.abort() }), 'CANCELLED');
  });
});
