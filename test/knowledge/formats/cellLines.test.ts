import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../src/knowledge/formats/csv.ts';
import { parseHtml } from '../../../src/knowledge/formats/html/html.ts';
import { parseDocx } from '../../../src/knowledge/formats/office/docx.ts';
import { wrappedCellText } from '../../../src/knowledge/formats/tableRows.ts';
import { docxOf, wordParagraph } from '../../support/documents.ts';

describe('lines of a cell', () => {
  test.each([
    ['paragraphs without an end', 'Check the frost alarm\nFeed the carp', 'Check the frost alarm, Feed the carp'],
    ['sentences', 'Check the alarm.\nFeed the carp.', 'Check the alarm. Feed the carp.'],
    ['a line that wraps', 'delivery within three\nworking days', 'delivery within three working days'],
    ['a list with bullets', '- red\n- green\n• blue', 'red, green, blue'],
    ['numbered steps', '1. open the valve\n2) wait', '1. open the valve, 2) wait'],
    ['a day, whose number is no mark', '1. Mai', '1. Mai'],
    ['one line with a dash', '– 5', '– 5'],
    ['an address', '12 Mill Lane\nOslo', '12 Mill Lane, Oslo'],
    ['a label above its value', 'Opens:\n9 am', 'Opens: 9 am'],
    ['empty lines', '\n\nTea\n \nMilk\n', 'Tea, Milk'],
  ])('%s', (_what, cell, expected) => expect(wrappedCellText(cell)).toBe(expected));
});

const duties = ['Check the frost alarm', 'feed the carp', 'Lock up'];
const told = 'Role: Night gardener; Duties: Check the frost alarm, feed the carp, Lock up';
const htmlTable = (cell: string) =>
  `<table><tr><th>Role</th><th>Duties</th></tr><tr><td>Night gardener</td><td>${cell}</td></tr></table>`;

test.each([
  ['paragraphs', duties.map((each) => `<p>${each}</p>`).join('')],
  ['a list', `<ul>${duties.map((each) => `<li><b>${each}</b></li>`).join('')}</ul>`],
  ['divisions in a span', `<span>${duties.map((each) => `<div>${each}</div>`).join('')}</span>`],
])('a page: %s', (_what, cell) => expect(parseHtml(htmlTable(cell)).text).toBe(told));

test('a page: a name that wraps is one name, a quoted word stays quoted', () => {
  const html =
    '<table><tr><th>Price<br>Per month</th><th>Note</th></tr><tr><td>5</td><td>Say <q>tea</q><br>Twice</td></tr></table>';
  expect(parseHtml(html).text).toBe('Price Per month: 5; Note: Say "tea", Twice');
});

test('a Word file', async () => {
  const cell = (texts: readonly string[]) => `<w:tc>${texts.map((text) => wordParagraph(text)).join('')}</w:tc>`;
  const row = (head: string, ...cells: readonly (readonly string[])[]) =>
    `<w:tr>${head}${cells.map(cell).join('')}</w:tr>`;
  const table = `<w:tbl>${row('<w:trPr><w:tblHeader/></w:trPr>', ['Role'], ['Duties'])}${row('', ['Night gardener'], duties)}</w:tbl>`;
  expect((await parseDocx(docxOf(table))).text).toBe(told);
});

test('a spreadsheet as text', () => {
  const csv = 'Role,Duties\nNight gardener,"Check the frost alarm\nFeed the carp"\n';
  expect(parseCsv(csv).text).toBe('Role: Night gardener; Duties: Check the frost alarm, Feed the carp');
});
