/** Numbers of another thing in a row about what was asked: they neither contradict the answer nor rival it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { legibleReader } from '../../src/models/legible.ts';
import type { Reader } from '../../src/models/reader.ts';
import { docxOf, wordParagraph } from '../support/documents.ts';
import { odfOf, odfRows, xlsxOf } from '../support/officeFiles.ts';
import { openTestReader } from '../support/testReader.ts';
import { openAgent } from './openAgent.ts';

type Rows = readonly (readonly string[])[];

const file = (key: string, content: string | Uint8Array): DocumentInput => ({ key, bytes: Buffer.from(content) });
const htmlOf = (rows: Rows) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const wordTable = (rows: Rows) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** Who is called when something breaks, in a format. */
const tables = {
  csv: (rows: Rows) => file('calls.csv', rows.map((row) => row.join(',')).join('\n')),
  md: (rows: Rows) =>
    file(
      'calls.md',
      [rows[0] ?? [], ['---', '---', '---'], ...rows.slice(1)].map((row) => `| ${row.join(' | ')} |`).join('\n'),
    ),
  html: (rows: Rows) => file('calls.html', `<html><body>${htmlOf(rows)}</body></html>`),
  docx: (rows: Rows) => file('calls.docx', docxOf(wordTable(rows))),
  xlsx: (rows: Rows) => file('calls.xlsx', xlsxOf([{ name: 'Calls', rows }])),
  ods: (rows: Rows) =>
    file('calls.ods', odfOf('spreadsheet', `<table:table table:name="Calls">${odfRows(rows)}</table:table>`)),
};

type Case = [format: keyof typeof tables, things: string, said: string, ...rows: string[][]];

describe('a row with a number of another thing', () => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await openTestReader();
  });
  afterAll(() => reader.close());

  /** Answers from the prose beside the table. */
  const answered = async (format: keyof typeof tables, question: string, said: string, rows: Rows) => {
    const agent = await openAgent();
    await agent.take([file('manual.md', `# Manual\n\n${said}`), tables[format](rows)]);
    const outcome = await agent.ask(question, {}, { reader: legibleReader(reader) });
    await agent.close();
    expect(outcome).toMatchObject({ type: 'Answer', conflicts: [] });
    expect(outcome.citations.map(({ quote }) => quote)).toEqual([said]);
    return outcome;
  };

  test.each<Case>([
    [
      'csv',
      'auto belays',
      'We have six auto-belays, on lines 11 to 16.',
      ['Problem', 'Person', 'Phone'],
      ['Till or card reader', 'Marta Ruiz', 'ext. 21'],
      ['Auto-belay stuck', 'Jonas Brandt', 'ext. 34'],
    ],
    [
      'xlsx',
      'espresso machines',
      'We have four espresso machines, on counters 2 to 5.',
      ['Problem', 'Person', 'Phone'],
      ['Gate stuck', 'Mette Jensen', '21'],
      ['Espresso machine stuck', 'Ole Hansen', '34'],
    ],
    [
      'html',
      'pottery kilns',
      'We have two pottery kilns, in rooms 14 and 15.',
      ['Problem', 'Person', 'Phone'],
      ['Gate stuck', 'Mette Jensen', '21'],
      ['Pottery kiln hot', 'Ole Hansen', '34'],
    ],
    [
      'docx',
      'ticket printers',
      'We have three ticket printers, at gates 5 to 7.',
      ['Problem', 'Person', 'Phone'],
      ['Gate stuck', 'Giulia Moretti', '21'],
      ['Ticket printer offline', 'Marco Bianchi', '34'],
    ],
    [
      'md',
      'projectors',
      'We have nine projectors, in halls 20 to 28.',
      ['Problem', 'Person', 'Phone'],
      ['Gate stuck', 'Mette Jensen', '21'],
      ['Projector dark', 'Ole Hansen', '34'],
    ],
    [
      'ods',
      'rowing machines',
      'We have twelve rowing machines, in bays 30 to 41.',
      ['Fault', 'Agent', 'Ext'],
      ['Gate stuck', 'Jean Dupont', '21'],
      ['Rowing machine stops', 'Claire Martin', '34'],
    ],
  ])('is read, whatever language its names are of, and is no answer: %s, %s', async (format, things, said, ...rows) => {
    const { degraded } = await answered(format, `how many ${things} do we have`, said, rows);
    expect(degraded).toEqual([]);
  });

  test.each<Case>([
    [
      'csv',
      'pianos',
      'We have seven pianos, in rooms 3 to 9.',
      ['Problem', 'Person', 'Phone'],
      ['Gate stuck', 'Mette Jensen', '21'],
      ['Piano untuned', 'Ole Hansen', '34'],
    ],
    [
      'xlsx',
      'saunas',
      'We have three saunas, in cabins 3 to 5.',
      ['Störung', 'Zuständig', 'Durchwahl'],
      ['Schranke klemmt', 'Heinz Schneider', '21'],
      ['Sauna bleibt kalt', 'Klaus Becker', '34'],
    ],
    [
      'html',
      'auto belays',
      'We have six auto-belays, on lines 11 to 16.',
      ['Störung', 'Zuständig', 'Durchwahl'],
      ['Kartenleser an der Kasse defekt', 'Uwe Schneider', '21'],
      ['Auto-belay klemmt', 'Klaus Becker', '34'],
    ],
  ])('that is taken for another language rivals nothing: %s, %s', async (format, things, said, ...rows) => {
    await answered(format, `how many ${things} do we have`, said, rows);
  });
});
