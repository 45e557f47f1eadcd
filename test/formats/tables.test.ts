import { describe, expect, it } from 'vitest';
import { parse } from '../../src/knowledge/formats/parse.ts';
import { expectSound } from '../knowledge/formats/expectations.ts';
import { tableFile, tableFormats, type TableFormat, type TestTable } from './tableFiles.ts';
import { tables } from './tables.ts';

const expectedRows = ({ rows: [head = [], ...rows] }: TestTable): string[] =>
  rows.map((row) => row.map((cell, column) => `${head[column] ?? ''}: ${cell}`).join('; '));

async function rowsIn(format: TableFormat, table: TestTable): Promise<string[]> {
  const parsed = await parse({ name: `table.${format}`, content: await tableFile(format, table) });
  expectSound(parsed);
  return parsed.blocks
    .filter(({ kind }) => kind === 'TABLE' || kind === 'RECORD')
    .flatMap(({ start, end }) => parsed.text.slice(start, end).split('\n'));
}

const swapped = (table: TestTable): TestTable => ({
  ...table,
  rows: table.rows.map((row, index) => {
    const [one, two] = [table.rows[1] ?? [], table.rows[2] ?? []];
    if (index === 1) return [one[0] ?? '', two[1] ?? '', ...one.slice(2)];
    return index === 2 ? [two[0] ?? '', one[1] ?? '', ...two.slice(2)] : row;
  }),
});

const moved = (table: TestTable): TestTable => ({
  ...table,
  rows: table.rows.map((row) => [row[0] ?? '', ...row.slice(2), row[1] ?? '']),
});

describe.each(tableFormats)('tables in .%s', (format) => {
  it('are read cell by cell, each under its header', async () => {
    for (const table of tables) expect(await rowsIn(format, table)).toEqual(expectedRows(table));
  });

  it('show a swapped cell and a moved column where they are', async () => {
    const table = tables[tableFormats.indexOf(format)] ?? tables[0];
    if (!table) throw new Error('There are tables.');
    for (const mutated of [swapped(table), moved(table)]) {
      expect(expectedRows(mutated)).not.toEqual(expectedRows(table));
      expect(await rowsIn(format, mutated)).toEqual(expectedRows(mutated));
    }
  });
});
