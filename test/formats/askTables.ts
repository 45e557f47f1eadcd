import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { tableFile, type TableFormat, type TestTable } from './tableFiles.ts';
import { tableQuestions, type TableQuestion } from './tableQuestions.ts';
import { tables } from './tables.ts';

export const tableVerdicts = ['right', 'other row', 'stitched', 'no table', 'not answered'] as const;

export interface AskedTable {
  readonly format: TableFormat;
  readonly question: TableQuestion;
  /** Right: `Answer.table` begins with the row, each cell under its header. Stitched: it has a row that stands in no table. */
  readonly verdict: (typeof tableVerdicts)[number];
  /** Whether the answer's words hold the cell that was asked for. */
  readonly inText: boolean;
  readonly shown: string;
}

/**
 * All questions of `tableQuestions`, through the product's door and without a chat model, in a new workspace that holds each table as a
 * file of one format: the formats in turn, the first table in that of number `first`.
 * @throws when a file cannot be taken in
 */
export async function askTables(app: App, formats: readonly TableFormat[], first = 0): Promise<AskedTable[]> {
  const signal = new AbortController().signal;
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Tables');
  const placed = tables.map((table, index) => ({ table, format: formats[(index + first) % formats.length] ?? 'md' }));
  const documents = await Promise.all(
    placed.map(async ({ table, format }) => ({
      key: `${table.title.toLowerCase().replaceAll(' ', '-')}.${format}`,
      title: table.title,
      bytes: Buffer.from(await tableFile(format, table)),
    })),
  );
  const { results } = await app.ingest(caller, documents, { signal });
  const failed = results.find(({ error }) => error);
  if (failed) throw new Error(`${failed.key}: ${failed.error?.message ?? ''}`);
  const asked: AskedTable[] = [];
  for (const { table, format } of placed)
    for (const question of tableQuestions[table.title] ?? [])
      for await (const event of app.ask(caller, { question: question.question, dryRun: true }, { signal }))
        if (event.type === 'Finished') asked.push({ format, question, ...judge(event.outcome, question, table) });
  return asked;
}

const rowText = (head: readonly string[], row: readonly string[]): string =>
  row.map((cell, column) => `${head[column] ?? ''}: ${cell}`).join('; ');

function judge(
  outcome: Outcome,
  question: TableQuestion,
  table: TestTable,
): Pick<AskedTable, 'verdict' | 'inText' | 'shown'> {
  if (outcome.type !== 'Answer')
    return { verdict: 'not answered', inText: false, shown: `${outcome.type}: ${outcome.stopReason}` };
  const [head = [], ...rows] = table.rows;
  const wanted = rows.find(([name]) => name === question.row) ?? [];
  const shown = {
    shown: outcome.text,
    inText: outcome.text.includes(wanted[head.indexOf(question.column)] ?? ''),
  };
  if (!outcome.table) return { ...shown, verdict: 'no table' };
  const all = new Set(tables.flatMap(({ rows: [names = [], ...others] }) => others.map((row) => rowText(names, row))));
  const given = outcome.table.rows.map(({ cells }) => cells.map(({ column, text }) => `${column}: ${text}`).join('; '));
  if (given.some((row) => !all.has(row))) return { ...shown, verdict: 'stitched' };
  return { ...shown, verdict: given[0] === rowText(head, wanted) ? 'right' : 'other row' };
}
