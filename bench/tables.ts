/**
 * Asks questions about the tables of test/formats, each table in a file of a different format, in one workspace through
 * the app without a chat model. A row is right if `Answer.table` begins with it, each cell under its header; stitched
 * if a row of `Answer.table` is in no table; "in text" if the answer's words at least contain the requested cell.
 *
 *   npm run bench:tables -- [--list] [--turns 16] [--formats md,html,ruled.pdf]
 *
 * With `--turns`, the tables change formats that many times, each time in a new workspace: with one turn per format,
 * every table is asked about in all of them.
 */
import { parseArgs } from 'node:util';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { askTables, type AskedTable, tableVerdicts } from '../test/formats/askTables.ts';
import { tableFormats, type TableFormat } from '../test/formats/tableFiles.ts';

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    turns: { type: 'string', default: '1' },
    formats: { type: 'string', default: tableFormats.join(',') },
  },
});
const formats = values.formats.split(',') as TableFormat[];

const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
try {
  const asked: AskedTable[] = [];
  for (let turn = 0; turn < Number(values.turns); turn += 1) asked.push(...(await askTables(app, formats, turn)));
  print(asked);
} finally {
  await app.close();
}

function print(asked: readonly AskedTable[]): void {
  const line = (name: string, members: readonly AskedTable[]) => {
    const counts = tableVerdicts.map((kind) =>
      String(members.filter(({ verdict }) => verdict === kind).length).padStart(13),
    );
    const inText = String(members.filter((each) => each.inText).length).padStart(8);
    process.stdout.write(`${name.padEnd(14)}${String(members.length).padStart(5)}${counts.join('')}${inText}\n`);
  };
  process.stdout.write(
    `${'format'.padEnd(14)}${'asked'.padStart(5)}${tableVerdicts.map((kind) => kind.padStart(13)).join('')} in text\n`,
  );
  for (const format of formats)
    line(
      format,
      asked.filter((each) => each.format === format),
    );
  line('all', asked);
  if (values.list)
    for (const { format, question, verdict, shown } of asked.filter((each) => each.verdict !== 'right'))
      process.stdout.write(
        `\n${format}, ${verdict}: ${question.question}\n  ${shown.slice(0, 300).replaceAll('\n', ' ')}\n`,
      );
}
