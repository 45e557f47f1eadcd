/**
 * Questions about the tables of test/formats, each table in a file of another format, asked in one workspace through the product's door
 * without a chat model. A row is right when `Answer.table` begins with it, each cell under its header; stitched when a row of `Answer.table`
 * stands in no table; "in text" when the answer's words at least hold the cell that was asked for.
 *
 *   npm run bench:tables -- [--list] [--formats md,html,docx,pdf,csv,xlsx,pptx]
 */
import { parseArgs } from 'node:util';
import type { Outcome } from '../src/agent/outcome.ts';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { newId } from '../src/db/id.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { tableFile, type TableFormat, type TestTable } from '../test/formats/tableFiles.ts';
import { tables } from '../test/formats/tables.ts';
import { tableQuestions, type TableQuestion } from './tableQuestions.ts';

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    formats: { type: 'string', default: 'md,html,docx,pdf,csv,xlsx,pptx' },
  },
});
const formats = values.formats.split(',') as TableFormat[];
const signal = new AbortController().signal;

interface Result {
  readonly format: TableFormat;
  readonly question: TableQuestion;
  readonly kind: 'right' | 'other row' | 'stitched' | 'no table' | 'not answered';
  readonly inText: boolean;
  readonly shown: string;
}

const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
try {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Tables');
  const placed = tables.map((table, index) => ({
    table,
    format: formats[Math.floor(index / 2) % formats.length] ?? 'md',
  }));
  const documents = await Promise.all(
    placed.map(async ({ table, format }) => ({
      key: `${table.title.toLowerCase().replaceAll(' ', '-')}.${format}`,
      title: table.title,
      bytes: Buffer.from(await tableFile(format, table)),
    })),
  );
  for (const result of (await app.ingest(caller, documents, { signal })).results)
    if (result.error) process.stdout.write(`${result.key}: ${result.error.message}\n`);
  const results: Result[] = [];
  for (const { table, format } of placed)
    for (const question of tableQuestions[table.title] ?? []) {
      for await (const event of app.ask(caller, { question: question.question, dryRun: true }, { signal }))
        if (event.type === 'Finished') results.push(judged(event.outcome, question, table, format));
    }
  print(results);
} finally {
  await app.close();
}

function rowText(head: readonly string[], row: readonly string[]): string {
  return row.map((cell, column) => `${head[column] ?? ''}: ${cell}`).join('; ');
}

function judged(outcome: Outcome, question: TableQuestion, table: TestTable, format: TableFormat): Result {
  const all = tables.flatMap(({ rows: [head = [], ...rows] }) => rows.map((row) => rowText(head, row)));
  const [head = [], ...rows] = table.rows;
  const wanted = rows.find(([name]) => name === question.row) ?? [];
  const cell = wanted[head.indexOf(question.column)] ?? '';
  const shown = outcome.type === 'Answer' ? outcome.text : `${outcome.type}: ${outcome.stopReason}`;
  const result = { format, question, shown, inText: outcome.type === 'Answer' && shown.includes(cell) };
  if (outcome.type !== 'Answer') return { ...result, kind: 'not answered' };
  if (!outcome.table) return { ...result, kind: 'no table' };
  const given = outcome.table.rows.map(({ cells }) => cells.map(({ column, text }) => `${column}: ${text}`).join('; '));
  if (given.some((row) => !all.includes(row))) return { ...result, kind: 'stitched' };
  return { ...result, kind: given[0] === rowText(head, wanted) ? 'right' : 'other row' };
}

function print(results: readonly Result[]): void {
  const kinds = ['right', 'other row', 'stitched', 'no table', 'not answered'] as const;
  const line = (name: string, members: readonly Result[]) => {
    const counts = kinds.map((kind) => String(members.filter((each) => each.kind === kind).length).padStart(13));
    const inText = String(members.filter((each) => each.inText).length).padStart(8);
    process.stdout.write(`${name.padEnd(8)}${String(members.length).padStart(5)}${counts.join('')}${inText}\n`);
  };
  process.stdout.write(
    `${'format'.padEnd(8)}${'asked'.padStart(5)}${kinds.map((kind) => kind.padStart(13)).join('')} in text\n`,
  );
  for (const format of formats)
    line(
      format,
      results.filter((each) => each.format === format),
    );
  line('all', results);
  if (values.list)
    for (const { format, question, kind, shown } of results.filter((each) => each.kind !== 'right'))
      process.stdout.write(
        `\n${format}, ${kind}: ${question.question}\n  ${shown.slice(0, 300).replaceAll('\n', ' ')}\n`,
      );
}
