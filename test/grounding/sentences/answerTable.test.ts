import { describe, expect, it } from 'vitest';
import type { Citation } from '../../../src/grounding/claim.ts';
import { answerTableOf } from '../../../src/grounding/claims/answerTable.ts';

const offset = 50;

function given(text: string, ...quotes: readonly string[]) {
  const passage = {
    versionId: 'v1',
    documentTitle: '',
    sectionPath: [],
    text,
    sourceSpan: { start: offset, end: offset + text.length },
  };
  const citations = quotes.map((quote, index) => {
    const start = offset + text.indexOf(quote);
    return { number: index + 1, versionId: 'v1', quote, sourceSpan: { start, end: start + quote.length } } as Citation;
  });
  return {
    table: answerTableOf(citations, [passage]),
    textAt: (start: number, end: number) => text.slice(start - offset, end - offset),
  };
}

const cellsOf = (table: ReturnType<typeof answerTableOf>) =>
  table?.rows.map(({ cells }) => cells.map(({ column, text, kind }) => [column, text, kind]));

describe('answerTableOf', () => {
  it('gives the cited row under its header, each cell with its span and what it holds', () => {
    const { table, textAt } = given(
      'Plan: Basic; Price: 9 EUR; From: 12 March 2025\nPlan: Pro; Price: 29 EUR; From: 1 May 2025',
      'Plan: Pro; Price: 29 EUR; From: 1 May 2025',
    );
    expect(table?.columns).toEqual(['Plan', 'Price', 'From']);
    expect(cellsOf(table)).toEqual([
      [
        ['Plan', 'Pro', 'TEXT'],
        ['Price', '29 EUR', 'NUMBER'],
        ['From', '1 May 2025', 'DATE'],
      ],
    ]);
    for (const cell of table?.rows[0]?.cells ?? [])
      expect(textAt(cell.sourceSpan.start, cell.sourceSpan.end)).toBe(cell.text);
  });

  it('takes what no other row calls a column for a part of the cell', () => {
    const { table } = given(
      'Code: E1; To do: rinse it; note: cold water; then wait\nCode: E2; To do: wait',
      'Code: E1; To do: rinse it; note: cold water; then wait',
    );
    expect(cellsOf(table)).toEqual([
      [
        ['Code', 'E1', 'TEXT'],
        ['To do', 'rinse it; note: cold water; then wait', 'TEXT'],
      ],
    ]);
  });

  describe('of a data file, whose rows are passages of their own', () => {
    const rows = ['Code: E1; To do: rinse it; then wait', 'Code: E2; To do: fill it', 'Code: E3; Note: new'];
    const tableOf = (at: number, texts: readonly string[]) => {
      const passages = texts.map((text, index) => ({
        versionId: index < 3 ? 'v1' : 'v2',
        documentTitle: '',
        sectionPath: [],
        text,
        sourceSpan: { start: index * 100, end: index * 100 + text.length },
      }));
      const { sourceSpan, text: quote = '' } = passages[at] ?? {};
      return cellsOf(answerTableOf([{ number: 1, versionId: 'v1', quote, sourceSpan } as Citation], passages));
    };

    it('takes what no row of the same file calls a column for a part of the cell', () => {
      expect(tableOf(0, rows)).toEqual([
        [
          ['Code', 'E1', 'TEXT'],
          ['To do', 'rinse it; then wait', 'TEXT'],
        ],
      ]);
    });

    it.each([
      ['no other row was found', 0, rows.slice(0, 1)],
      ['the other row is of another file', 0, [rows[0], rows[2], rows[2], rows[1]]],
      ['what looks like a column may be part of the cell', 0, [`${rows[0]}; Rare: yes`, rows[1]]],
    ] as const)('gives nothing where %s', (_, at, texts) => {
      expect(tableOf(at, texts.map(String))).toBeUndefined();
    });
  });

  it('makes one table of rows of one header alone', () => {
    const { table } = given('A: 1; B: 2\nA: 3; B: 4\nC: 5; D: 6', 'A: 1; B: 2', 'C: 5; D: 6', 'A: 3; B: 4');
    expect(table?.columns).toEqual(['A', 'B']);
    expect(table?.rows.map(({ citationNumber }) => citationNumber)).toEqual([1, 3]);
  });

  it.each(['Visitors park on level 2; staff on level 1.', 'Note: bring your pass.', 'Owner; Finance'])(
    'is null for what is no row with a header: %s',
    (text) => {
      expect(given(text, text).table).toBeNull();
    },
  );
});
