import { describe, expect, it } from 'vitest';
import { maxTextLength } from '../../../src/knowledge/formats/limits.ts';
import { parse, type ParseSource } from '../../../src/knowledge/formats/parse.ts';
import { searchText } from '../../../src/knowledge/language/words.ts';
import { legible } from '../../../src/models/legible.ts';
import { docxOf, lines, pdfOf, wordParagraph, zipOf } from '../../support/documents.ts';
import { emlOf, epubOf, msgOf, pptxOf, xlsxOf } from '../../support/officeFiles.ts';
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

const mailbox = (type: string, body: string) =>
  `From ann@example.com Mon Mar  3 09:12:00 2025\nFrom: Ann <ann@example.com>\nSubject: Kiln\nContent-Type: ${type}; charset=utf-8\n\n${body}\n`;

describe('a word that a line parts', () => {
  it.each<[string, () => ParseSource['content'] | Promise<ParseSource['content']>, string]>([
    [
      'a.pdf',
      () => pdfOf([lines(['Order a spare-', 'part from Nils by post.', 'We send spare parts on Mondays.'])]),
      'a spare-part from Nils',
    ],
    [
      'rules.pdf',
      () => pdfOf([lines(['Die Haus-', 'ordnung gilt auch bei Vor-', 'und Nachmietern.'])]),
      'Hausordnung gilt auch bei Vor- und',
    ],
    ['a.txt', () => 'Every drop-\nin visitor signs.\n\nA drop-in visit is free.', 'Every drop-in visitor signs.'],
    [
      'a.eml',
      () => emlOf({ subject: 'Hall', text: 'You may re-\nenter the hall and re-\nturn the key.' }),
      'may re-enter the hall and return the key',
    ],
    [
      'a.msg',
      () => msgOf({ subject: 'Flats', body: 'The first-\nand second-floor flats are let.' }),
      'The first- and second-floor flats',
    ],
    [
      'a.mbox',
      () => mailbox('text/plain', 'Use the self-\nservice desk, for exam-\nple.'),
      'self-service desk, for example.',
    ],
  ])('is whole, or has its hyphen: %s', async (name, content, expected) => {
    expect((await parse({ name, content: await content() })).text).toContain(expected);
  });
});

describe('compatibility characters', () => {
  it.each<[string, ParseSource['content'], string, string]>([
    ['a.txt', 'Der Zuﬂuß ist oﬀen.', 'Zuﬂuß ist oﬀen', 'Zufluß ist offen'],
    ['a.md', '# Gates\n\nＧａｔｅ ３ is **ﬁreproof**.', 'Ｇａｔｅ ３ is ﬁreproof', 'Gate 3 is fireproof'],
    ['a.html', '<html><body><p>The ﬂoor has 12 ㎡.</p></body></html>', 'ﬂoor has 12 ㎡', 'floor has 12 m2'],
    ['a.csv', 'Item,Shelf\nﬁlter,Ｂ２', 'ﬁlter; Shelf: Ｂ２', 'filter; Shelf: B2'],
    ['a.docx', docxOf(wordParagraph('The oﬃcer keeps 5 ㎏.')), 'oﬃcer keeps 5 ㎏', 'officer keeps 5 kg'],
    ['a.pptx', pptxOf([{ title: 'Ｐｌａｎ Ｂ', body: ['Next ﬂight'] }]), 'Ｐｌａｎ Ｂ', 'Plan B'],
    [
      'a.xlsx',
      xlsxOf([
        {
          name: 'S',
          rows: [
            ['Room', 'Use'],
            ['ｶﾌｪ', 'oﬃce'],
          ],
        },
      ]),
      'ｶﾌｪ; Use: oﬃce',
      'カフェ; Use: office',
    ],
    ['a.eml', emlOf({ subject: 'Key', text: 'It is ﬁle № 4.' }), 'ﬁle № 4', 'file No 4'],
    ['a.epub', epubOf(['<h1>Trip</h1><p>Ⅳ. The ﬂight</p>']), 'Ⅳ. The ﬂight', 'IV. The flight'],
  ])('are those of the source for quotes, and plain for models and words: %s', async (name, content, source, plain) => {
    const { text } = await parse({ name, content });
    expect(text).toContain(source);
    const read = legible(text);
    const start = read.text.indexOf(plain);
    const { start: from, end } = read.toSource({ start, end: start + plain.length });
    expect(text.slice(from, end)).toBe(source);
    expect(searchText(source, 'simple')).toBe(searchText(plain, 'simple'));
  });
});

describe('menus of links', () => {
  const prose =
    '<p>The kiln is fired on Mondays and Thursdays. Bring dry pieces by noon of the day before, with your name on the base.</p>';
  const links = (between: string, names: string) =>
    names
      .split(' ')
      .map((name) => `<a href="/${name}">${name}</a>`)
      .join(between);
  const menu = `<div>${links(' | ', 'Home Courses Prices')}</div>`;
  const page = (body: string) => `<html><body>${body}</body></html>`;
  it.each<[string, ParseSource['content']]>([
    ['a.html', page(`<h1>Kiln</h1><div class="breadcrumbs">${links(' › ', 'Home Courses Kiln-hall')}</div>${prose}`)],
    ['a.epub', epubOf([`<div>${links('<br/>', 'Home Courses Prices')}</div><h1>Kiln</h1>${prose}`])],
    [
      'a.eml',
      emlOf({
        subject: 'Kiln',
        html: page(
          `<table><tr><td>${links('</td><td>', 'Home Courses Prices')}</td></tr></table><h1>Kiln</h1>${prose}`,
        ),
      }),
    ],
    [
      'a.msg',
      msgOf({
        subject: 'Kiln',
        html: page(
          `<h1>Kiln</h1>${prose}<p>Siehe auch:</p><ul><li>${links('</li><li>', 'Home Courses Prices')}</li></ul>`,
        ),
      }),
    ],
    ['a.mbox', mailbox('text/html', page(`${menu}<h1>Kiln</h1>${prose}`))],
    ['b.html', page(`<h1>Kiln</h1>${prose}${menu}<div>© The Kiln</div>`)],
  ])('are no content: %s', async (name, content) => {
    const { text } = await parse({ name, content });
    expect(text).toContain('The kiln is fired');
    expect(text).not.toMatch(/Home|Courses|Siehe/);
  });

  it.each<[string, ParseSource['content']]>([
    [
      'a.eml',
      emlOf({
        subject: 'Kiln',
        html: page(`${prose}<p>We offer:</p><ul><li>${links('</li><li>', 'Home Courses Prices')}</li></ul>${prose}`),
      }),
    ],
    [
      'a.epub',
      epubOf([`<h1>Kiln</h1>${prose}<h2>Courses</h2><ul><li>${links('</li><li>', 'Home Courses Prices')}</li></ul>`]),
    ],
  ])('stay below what leads to them: %s', async (name, content) => {
    expect((await parse({ name, content })).text).toMatch(/Home[^]*Courses[^]*Prices/);
  });
});
