import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { askTables, type AskedTable } from './askTables.ts';
import type { TableFormat } from './tableFiles.ts';

const formats: readonly TableFormat[] = [
  ...(['md', 'html', 'docx', 'ruled.pdf', 'unruled.pdf', 'tagged.pdf'] as const),
  ...(['csv', 'xlsx', 'pptx', 'ods', 'rtf', 'epub'] as const),
];
let opened: OpenTestApp;
let asked: readonly AskedTable[];

beforeAll(async () => {
  opened = await openTestApp();
  // From the fourth on: so the table with a cell of two clauses is a data file, whose rows stand alone.
  asked = await askTables(opened.app, formats, 3);
});
afterAll(() => opened.close());

describe('60 questions about tables in twelve formats', () => {
  it('ask about a table of each format', () => {
    expect(asked).toHaveLength(60);
    expect(new Set(asked.map(({ format }) => format))).toEqual(new Set(formats));
  });

  it('are answered with the right row, each cell under its header, and none stitched from two', () => {
    const others = asked.filter(({ verdict }) => verdict !== 'right');
    expect(others.map(({ format, question, verdict }) => `${format}, ${verdict}: ${question.question}`)).toEqual([]);
  });
});
