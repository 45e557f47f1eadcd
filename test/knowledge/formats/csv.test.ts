import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../../src/knowledge/formats/csv.ts';
import { blockTexts, expectSound, faultOf, positionOf } from './expectations.ts';
import { cpuNow } from '../../support/clocks.ts';

describe('parseCsv', () => {
  it('gives each row as named cells with its line', () => {
    const parsed = parseCsv('Product,Price,Note\r\nKettle,29.90,"boils fast,\r\nkeeps warm"\r\n\r\nMug,4.50,\r\n');
    expectSound(parsed);
    expect(parsed.text).toBe('Product: Kettle; Price: 29.90; Note: boils fast, keeps warm\nProduct: Mug; Price: 4.50');
    expect(parsed.blocks.map(({ kind }) => kind)).toEqual(['RECORD', 'RECORD']);
    expect(parsed.sourceMap).toMatchObject({ unit: 'LINE' });
    expect(positionOf(parsed, 'Product: Kettle')).toBe(2);
    expect(positionOf(parsed, 'Product: Mug')).toBe(5);
  });

  it.each([
    ['semicolons, with commas inside', 'Name;Sum\nA, B;1,5\nC, D;2,5\n'],
    ['tabs', 'Name\tSum\nA, B\t1,5\nC, D\t2,5\n'],
    ['bars', 'Name|Sum\nA, B|1,5\nC, D|2,5\n'],
    ['quoted commas', 'Name,Sum\n"A, B","1,5"\n"C, D","2,5"\n'],
  ])('guesses the delimiter: %s', (_name, text) => {
    expect(blockTexts(parseCsv(text))).toEqual(['Name: A, B; Sum: 1,5', 'Name: C, D; Sum: 2,5']);
  });

  it('reads one column, ragged rows and stray quotes', () => {
    expect(parseCsv('Town\nBern\nGenf\n').text).toBe('Town: Bern\nTown: Genf');
    expect(parseCsv('a,b\n1\n1,2,3\n5" pipe,x\n').text).toBe('a: 1\na: 1; b: 2; Column 3: 3\na: 5" pipe; b: x');
  });

  it('numbers the columns when the first row holds values', () => {
    expect(parseCsv('2024-01-02,Bern,3\n2024-01-03,Genf,4\n').text).toBe(
      'Column 1: 2024-01-02; Column 2: Bern; Column 3: 3\nColumn 1: 2024-01-03; Column 2: Genf; Column 3: 4',
    );
    expect(parseCsv('only,one row\n').text).toBe('Column 1: only; Column 2: one row');
  });

  it('takes years as column names beside a first name', () => {
    expect(parseCsv('Region,2023,2024\nNorth,5,6\n').text).toBe('Region: North; 2023: 5; 2024: 6');
  });

  it('takes out invisible characters and says so', () => {
    const parsed = parseCsv('a,b\nx\u200By,2\n');
    expect(parsed.text).toBe('a: xy; b: 2');
    expect(parsed.flags).toEqual(['INVISIBLE_CHARACTERS_REMOVED']);
  });

  it('names the line of a quote that is not closed', async () => {
    const fault = await faultOf(() => parseCsv('a,b\n1,2\n3,"open\n4,5\n'), 'DOCUMENT_CORRUPT');
    expect(fault.message).toMatch(/quoted cell is not closed \(line [3-5]\)/);
  });

  it('stops at an open quote in a large file instead of taking the rest as one cell', async () => {
    await faultOf(() => parseCsv(`a,b\n1,"open\n${'4,5\n'.repeat(1_000_000)}`), 'DOCUMENT_CORRUPT');
  });

  it('takes 20,000 rows, and refuses 100,000 without reading them all', async () => {
    expect(parseCsv(`a,b\n${'x,2\n'.repeat(20_000)}`).blocks).toHaveLength(20_000);
    const start = cpuNow();
    const fault = await faultOf(
      () => parseCsv(`a,b\n${'x,2\n'.repeat(20_001)}"never read\n${'x,2\n'.repeat(80_000)}`),
      'DOCUMENT_TOO_LARGE',
    );
    expect(fault.remedy).toContain('Split the file');
    expect(cpuNow() - start).toBeLessThan(5_000);
  });

  it('keeps every non-blank cell of any table', () => {
    const cell = fc.stringMatching(/^[a-z"',;|\n ]{0,8}$/);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = [
          'h1,h2,h3',
          ...rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')),
        ].join('\n');
        const parsed = parseCsv(text, { delimiter: ',' });
        expectSound(parsed);
        const kept = rows
          .flat()
          .map((each) => each.replaceAll(/\s+/g, ' ').trim())
          .filter(Boolean);
        for (const each of kept) expect(parsed.text).toContain(`: ${each}`);
        expect(parsed.text.includes('h1') || parsed.text.includes('h2') || parsed.text.includes('h3')).toBe(
          kept.length > 0,
        );
      }),
    );
  });
});
