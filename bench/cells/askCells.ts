/** Asks every cell of the tables by its row and column. */
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { cellFile } from './cellFiles.ts';
import type { CellTable } from './cellTable.ts';

/**
 * CELL: the short answer is the cell. ROW: no short answer, and the answer begins with its row. OTHER_CELL, OTHER_ROW:
 * the short answer, or the row that the answer begins with, is another one.
 */
export const cellVerdicts = ['CELL', 'ROW', 'OTHER_CELL', 'OTHER_ROW', 'NOT_ANSWERED'] as const;

export interface AskedCell {
  readonly table: CellTable;
  readonly question: string;
  readonly wanted: string;
  readonly verdict: (typeof cellVerdicts)[number];
  readonly confident: boolean;
  readonly shown: string;
}

/**
 * Each table as a file of its format in a new workspace, each question through the product's door and without a chat
 * model.
 * @throws when a file cannot be taken in
 */
export async function askCells(app: App, tables: readonly CellTable[]): Promise<AskedCell[]> {
  const signal = new AbortController().signal;
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Tables');
  const documents = tables.map((table) => ({
    key: `${table.title.toLowerCase().replaceAll(' ', '-')}.${table.format}`,
    title: table.title,
    bytes: cellFile(table),
  }));
  const { results } = await app.ingest(caller, documents, { signal });
  const failed = results.find(({ error }) => error);
  if (failed) throw new Error(`${failed.key}: ${failed.error?.message ?? ''}`);
  const asked: AskedCell[] = [];
  for (const table of tables)
    for (const { question, row, column } of cellQuestions(table))
      for await (const event of app.ask(caller, { question, dryRun: true }, { signal }))
        if (event.type === 'Finished') {
          const wanted = table.rows[row]?.[column] ?? '';
          asked.push({ table, question, wanted, ...judge(event.outcome, table, row, column) });
        }
  return asked;
}

interface CellQuestion {
  readonly question: string;
  readonly row: number;
  readonly column: number;
}

export function cellQuestions({ shape, rows, asks }: CellTable): CellQuestion[] {
  if (shape === 'VERTICAL')
    return asks.flatMap(([question]) => question ?? []).map((question, row) => ({ question, row, column: 1 }));
  return rows.flatMap((cells, row) =>
    asks.flatMap((ways, column) => {
      const way = ways[(row + column) % ways.length];
      const named = (_: string, index: string) => lowerNoun(cells[Number(index)] ?? '');
      return way === undefined ? [] : [{ question: way.replaceAll(/\{(\d)\}/g, named), row, column }];
    }),
  );
}

/** As people type it: "hedge trimmer", but "Monday" and "Cedar 42". */
const lowerNoun = (name: string): string =>
  /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

function judge(
  outcome: Outcome,
  table: CellTable,
  row: number,
  column: number,
): Pick<AskedCell, 'verdict' | 'confident' | 'shown'> {
  if (outcome.type !== 'Answer')
    return { verdict: 'NOT_ANSWERED', confident: false, shown: `${outcome.type}: ${outcome.stopReason}` };
  const cells = table.rows[row] ?? [];
  const short = outcome.shortAnswer?.text;
  const quote = outcome.citations[0]?.quote ?? '';
  const isRow = cells.every((cell) => quote.includes(cell));
  const shown = `${short === undefined ? '' : `[${short}] `}${outcome.text}`;
  const verdict = !isRow
    ? 'OTHER_ROW'
    : short === undefined
      ? 'ROW'
      : trimmed(short) === trimmed(cells[column] ?? '')
        ? 'CELL'
        : 'OTHER_CELL';
  return { verdict, confident: outcome.tier === 'CONFIDENT', shown };
}

const trimmed = (text: string): string => text.replace(/\.$/, '');
