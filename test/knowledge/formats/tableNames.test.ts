import { describe, expect, it } from 'vitest';
import { parse } from '../../../src/knowledge/formats/parse.ts';
import { docxOf } from '../../support/documents.ts';
import { xlsxOf } from '../../support/officeFiles.ts';

const linesOf = async (name: string, content: string | Uint8Array) =>
  (await parse({ name, content: Buffer.from(content) })).text.split('\n').filter((line) => /[:;] /.test(line));
const html = (rows: string) => `<main><table>${rows}</table></main>`;
const word = (rows: readonly (readonly string[])[]) =>
  docxOf(
    `<w:tbl><w:tblPr/>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc><w:p><w:r><w:t>${cell}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
  );
const sheet = (rows: readonly (readonly (string | number)[])[]) => xlsxOf([{ name: 'Sheet', rows }]);

describe('the names of columns', () => {
  it.each([
    ['a.md', '| Crew | Amount | Amount |\n| --- | --- | --- |\n| Terns | 30 | 45 |'],
    ['a.html', html('<thead><tr><th>Crew<th>Amount<th>Amount</thead><tr><td>Terns<td>30<td>45')],
    ['a.csv', 'Crew,Amount,Amount\nTerns,30,45\nGulls,12,9'],
    [
      'a.xlsx',
      sheet([
        ['Crew', 'Amount', 'Amount'],
        ['Terns', 30, 45],
        ['Gulls', 12, 9],
      ]),
    ],
  ])('are numbered where one is repeated: %s', async (name, content) => {
    expect((await linesOf(name, content))[0]).toBe('Crew: Terns; Amount 1: 30; Amount 2: 45');
  });

  it.each([
    ['b.md', '| Ranger | | Radio |\n| --- | --- | --- |\n| Marr | days | 4 |'],
    ['b.html', html('<thead><tr><th>Ranger<th><th>Radio</thead><tr><td>Marr<td>days<td>4')],
    ['b.csv', 'Ranger,,Radio\nMarr,days,4\nPenn,nights,9'],
  ])('are numbered where one is missing between others: %s', async (name, content) => {
    expect((await linesOf(name, content))[0]).toBe('Ranger: Marr; Column 2: days; Radio: 4');
  });

  it.each([
    [
      'c.md',
      '| | Spring | Spring | Autumn | Autumn |\n|---|---|---|---|---|\n| Club | Members | Fees | Members | Fees |\n| Chess | 12 | 30 | 14 | 35 |',
    ],
    ['c.csv', ',Spring,,Autumn,\nClub,Members,Fees,Members,Fees\nChess,12,30,14,35'],
    [
      'c.xlsx',
      sheet([
        ['', 'Spring', '', 'Autumn', ''],
        ['Club', 'Members', 'Fees', 'Members', 'Fees'],
        ['Chess', 12, 30, 14, 35],
        ['Go', 7, 20, 9, 22],
      ]),
    ],
    [
      'c.docx',
      word([
        ['', 'Spring', 'Spring', 'Autumn', 'Autumn'],
        ['Club', 'Members', 'Fees', 'Members', 'Fees'],
        ['Chess', '12', '30', '14', '35'],
        ['Go', '7', '20', '9', '22'],
      ]),
    ],
  ])('are joined with the row above: %s', async (name, content) => {
    expect((await linesOf(name, content))[0]).toBe(
      'Club: Chess; Spring Members: 12; Spring Fees: 30; Autumn Members: 14; Autumn Fees: 35',
    );
  });

  it('are no second row where values stand in it', async () => {
    expect(await linesOf('d.csv', 'Crew,Amount,Amount\nTerns,30,45\nGulls,12,9')).toHaveLength(2);
  });
});

describe('pairs without a header', () => {
  it.each([
    ['e.md', '| | |\n| --- | --- |\n| Seats | 140 |\n| Caretaker | Rosa Quint |'],
    ['e.html', html('<tr><td>Seats<td>140<tr><td>Caretaker<td>Rosa Quint')],
    [
      'e.docx',
      word([
        ['Seats', '140'],
        ['Caretaker', 'Rosa Quint'],
      ]),
    ],
    [
      'e.xlsx',
      sheet([
        ['Seats', 140],
        ['Caretaker', 'Rosa Quint'],
      ]),
    ],
  ])('are a name and its value: %s', async (name, content) => {
    expect(await linesOf(name, content)).toEqual(['Seats: 140', 'Caretaker: Rosa Quint']);
  });

  it('are none where a name stands twice', async () => {
    expect(await linesOf('f.html', html('<tr><td>Ann<td>tea<tr><td>Ann<td>milk'))).toEqual(['Ann; tea', 'Ann; milk']);
  });
});

describe('a first row of two words', () => {
  const rows = (cells: readonly (readonly string[])[]) =>
    html(cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join(''));
  const headed = [
    ['Role', 'Duties'],
    ['Treasurer', 'Keeps the books'],
    ['Steward', 'Opens the hall'],
  ];
  it.each([
    ['a.docx', word(headed), 'Role: Treasurer; Duties: Keeps the books'],
    ['a.html', rows(headed), 'Role: Treasurer; Duties: Keeps the books'],
    ['a.xlsx', sheet(headed), 'Role: Treasurer; Duties: Keeps the books'],
    [
      'b.docx',
      word([
        ['Fehler', 'Maßnahme'],
        ['Kein Wasser', 'Hahn öffnen'],
        ['Kein Strom', 'Schalter drücken'],
      ]),
      'Fehler: Kein Wasser; Maßnahme: Hahn öffnen',
    ],
    [
      'b.html',
      rows([
        ['Name', 'Room number'],
        ['Ann', 'Birch'],
        ['Bo', 'Larch'],
      ]),
      'Name: Ann; Room number: Birch',
    ],
  ])('heads its columns where both are names of columns: %s', async (name, content, line) => {
    expect((await linesOf(name, content))[0]).toBe(line);
  });

  it.each([
    [
      'a.docx',
      word([
        ['Name', 'Ann Lee'],
        ['Room', 'Birch'],
        ['Status', 'Open'],
      ]),
      'Name: Ann Lee',
    ],
    [
      'a.html',
      rows([
        ['Caretaker', 'Rosa Quint'],
        ['Key', 'With the neighbour'],
      ]),
      'Caretaker: Rosa Quint',
    ],
    [
      'a.xlsx',
      sheet([
        ['Owner', 'Tinsmith Hall'],
        ['Place', 'Arden'],
        ['Type', 'Barn'],
      ]),
      'Owner: Tinsmith Hall',
    ],
  ])('is a pair like the others where one is a value: %s', async (name, content, line) => {
    expect((await linesOf(name, content))[0]).toBe(line);
  });
});
