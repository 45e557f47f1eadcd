/**
 * Asks for every cell of 20 tables of eight shapes in five formats, by its row and column in everyday words, in one
 * workspace through the app without a chat model. Right is a short answer that is the cell; without a short answer, the
 * row. Prints how many are right, how many are wrong, and how many of these are CONFIDENT.
 *
 *   npm run bench tables -- [--list] [--only SHAPE|format]
 *
 * Goal: 90 of 100 right, at most 2 of 100 CONFIDENT and wrong.
 */
import { parseArgs } from 'node:util';
import { openApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { silentLog } from '../src/log.ts';
import { askCells, type AskedCell, cellVerdicts } from './cells/askCells.ts';
import { cellFormats, cellShapes } from './cells/cellTable.ts';
import { cellTables } from './cells/cellTables.ts';

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false }, only: { type: 'string' } } });

const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
try {
  const asked = await askCells(app, cellTables);
  print(asked.filter(({ table }) => !values.only || values.only === table.shape || values.only === table.format));
} finally {
  await app.close();
}

function print(asked: readonly AskedCell[]): void {
  const line = (name: string, members: readonly AskedCell[]) => {
    const counts = cellVerdicts.map((kind) => members.filter(({ verdict }) => verdict === kind).length);
    const sure = members.filter(({ verdict, confident }) => confident && isWrong(verdict)).length;
    const share = ((100 * (counts[0] ?? 0)) / Math.max(1, members.length)).toFixed(1);
    process.stdout.write(
      `${name.padEnd(10)}${[members.length, ...counts, sure].map((count) => String(count).padStart(13)).join('')}${share.padStart(9)}\n`,
    );
  };
  process.stdout.write(
    `${''.padEnd(10)}${['asked', ...cellVerdicts, 'sure + wrong'].map((name) => name.padStart(13)).join('')}  right %\n`,
  );
  for (const shape of cellShapes)
    line(
      shape,
      asked.filter(({ table }) => table.shape === shape),
    );
  for (const format of cellFormats)
    line(
      format,
      asked.filter(({ table }) => table.format === format),
    );
  line('all', asked);
  if (!values.list) return;
  for (const { table, question, wanted, verdict, confident, shown } of asked.filter((each) => each.verdict !== 'CELL'))
    process.stdout.write(
      `\n${table.shape} ${table.format} ${verdict}${confident ? ' CONFIDENT' : ''}: ${question} = ${wanted}\n  ${shown.slice(0, 300).replaceAll('\n', ' / ')}\n`,
    );
}

function isWrong(verdict: AskedCell['verdict']): boolean {
  return verdict === 'OTHER_CELL' || verdict === 'OTHER_ROW';
}
