/**
 * Measures retrieval alone over the public sets: nDCG@10 of each arm, their fusions and the default preset, their mean,
 * and the targets of issue 4.
 *
 *   npm run bench sets -- [--sets squad2,xquad] [--from ../shared/eval] [--limit N] [--json FILE]
 *
 * Each set is ingested once; no questions are answered. The mean is over the eight English sets (for xquad: its English
 * questions). `--limit` takes N questions of each set, for a first look.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApp, type App } from '../src/app/app.ts';
import { languageTable, rowFaults } from '../src/cli/eval/breakdownText.ts';
import { number, right, formatTable } from '../src/cli/output/table.ts';
import { createProgress, processTerminal, type Progress } from '../src/cli/terminal.ts';
import { loadConfig } from '../src/config/config.ts';
import { armFigures, type ArmFigures } from '../src/evaluation/arms/armFigures.ts';
import { armsOfCandor, presetRow } from '../src/evaluation/arms/measureArms.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import { isScorable } from '../src/evaluation/figures/retrievalFigures.ts';
import { runEvaluation } from '../src/evaluation/run/runEvaluation.ts';
import { sampleByType } from '../src/evaluation/question.ts';
import { silentLog } from '../src/log.ts';
import {
  checkTargets,
  englishSets,
  meanOf,
  ndcgOf,
  pooledGap,
  type Check,
  type MeasuredSet,
} from './retrievalTargets.ts';

interface SetResult extends MeasuredSet {
  readonly english: ArmFigures;
  /** Of every question. */
  readonly all: ArmFigures;
  readonly failedDocuments: number;
}

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: [...englishSets, 'docs-knative'].join(',') },
    from: { type: 'string', default: '../shared/eval' },
    limit: { type: 'string' },
    json: { type: 'string' },
  },
});
const terminal = processTerminal();
const rows = [...armsOfCandor, presetRow('CANDOR')];
const names = values.sets.split(',').filter(Boolean);
const signal = new AbortController().signal;

// Each set gets a separate database: rows of a removed workspace stay in the tables and would slow the next one down.
const results: SetResult[] = [];
for (const name of names) results.push(await withApp((app) => measure(app, name)));
const xquad = results.find(({ name }) => name === 'xquad');
const checks = checkTargets(results, xquad?.all.rows.find(({ row }) => row === 'candor')?.byLanguage ?? []);
process.stdout.write(`${report(results, checks)}\n`);
if (values.json)
  writeFileSync(
    values.json,
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, checks, sets: results }, null, 2)}\n`,
  );

async function withApp<Result>(use: (app: App) => Promise<Result>): Promise<Result> {
  const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}

async function measure(app: App, name: string): Promise<SetResult> {
  const folder = join(values.from, name);
  const everyQuestion = await readQuestions(folder);
  const questions = values.limit === undefined ? everyQuestion : sampleByType(everyQuestion, Number(values.limit), 1);
  const progressOf = (label: string, total: number | null) =>
    createProgress({ terminal, label: `${name}: ${label}`, total, quiet: false });
  const ingesting = progressOf('ingesting', null);
  // Begun with its first search, so that its time left does not count what came before.
  let searching: Progress | undefined;
  let searched = 0;
  const { arms, failedDocuments } = await runEvaluation(
    app,
    { folder, corpusPath: undefined, curatedPath: undefined, questions, presets: [], rows, useModel: false },
    {
      signal,
      onIngest: (done, total, key) => ingesting.update(done, key, total ?? undefined),
      onRecord: () => undefined,
      onSearch: ({ row }) => {
        searching ??= progressOf('searching', questions.filter(isScorable).length * (rows.length + 1));
        searching.update((searched += 1), row);
      },
    },
  );
  searching?.finish();
  if (!arms) throw new Error('Nothing was measured.');
  const english = questions.filter(({ language }) => language === undefined || language === 'en');
  return {
    name,
    english: armFigures(english, arms),
    all: armFigures(questions, arms),
    failedDocuments: failedDocuments.length,
  };
}

function report(sets: readonly SetResult[], targets: readonly Check[]): string {
  const inOther = sets.filter(({ english, all }) => english.questions < all.questions);
  const missing = [...new Set(sets.flatMap(({ all }) => all.missing))].map((text) => `WARNING: ${text}`);
  const broken = sets.flatMap(({ name, all, failedDocuments }) => [
    ...(failedDocuments > 0 ? [`WARNING: ${name}: ${failedDocuments} documents were not taken in.`] : []),
    ...all.rows.flatMap(rowFaults).map((text) => `WARNING: ${name}, ${text}`),
  ]);
  return [
    `nDCG@10 (mean over the English sets that were measured; of xquad its English questions)\n${setTable(sets)}`,
    ...inOther.map(({ name, all }) => `${name}: nDCG@10 by language of the question\n${languageTable(all.rows)}`),
    `Targets of issue 4\n${targetTable(targets)}`,
    ...[...missing, ...broken],
  ].join('\n\n');
}

function setTable(sets: readonly SetResult[]): string {
  const rowNames = sets[0]?.english.rows.map(({ row }) => row) ?? [];
  const inGap = pooledGap(sets, 'candor').questions;
  const columns = [
    { title: 'retrieval' },
    ...sets.map(({ name, english }) => right(`${name} (${english.questions})`)),
    right('mean'),
    right(`lexical gap recall@5 (${inGap})`),
  ];
  return formatTable(
    columns,
    rowNames.map((row) => [
      row,
      ...sets.map((set) => number(ndcgOf(set, row))),
      number(meanOf(sets, row)),
      number(pooledGap(sets, row).recallAt5),
    ]),
  );
}

function targetTable(targets: readonly Check[]): string {
  return formatTable(
    [{ title: 'target' }, right('wanted'), right('found'), { title: '' }, { title: '' }],
    targets.map(({ target, wanted, found, met, remark }) => [
      target,
      wanted,
      number(found),
      found === null ? 'not measured' : met ? 'met' : 'MISSED',
      remark,
    ]),
  );
}
