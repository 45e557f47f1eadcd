/**
 * Learns when a question is what the documents are about at all: below that, `Outcome.alternatives` shows nothing. By
 * the two signals that tell it best, from runs of `candor eval --foreign … --runs FILE`: questions of the set that can be
 * answered against those of other sets and of other topics.
 *
 *   npm run fit topic -- FOLDER=FILE=SET+SET… [--write]
 *
 * Of each set its folder, its runs, and the sets whose borrowed questions are on other topics than its own. Prints each file by a model of the
 * others: the share of both kinds for which something is shown. `--write` stores the model of all in
 * weights/answers/fitted.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { solve } from '../../src/confidence/calibration/maps.ts';
import { logistic } from '../../src/confidence/score.ts';
import { readRunRecords, type RunRecord } from '../../src/evaluation/run/runRecord.ts';
import { auroc } from './fitFigures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: 'knative-users' }, write: { type: 'boolean', default: false } },
});
const target = 'weights/answers/fitted.json';
/** The off-topic questions that may see a passage; three in the fit leave room for five elsewhere. */
const allowed = 0.03;
const print = (text: string) => process.stdout.write(`${text}\n`);

interface Row {
  readonly file: string;
  readonly isOn: boolean;
  readonly x: readonly number[];
}

const rows = { read: [] as Row[], unread: [] as Row[] };
for (const entry of positionals) {
  const [folder = '', file = '', foreign = ''] = entry.split('=');
  const types = new Map(
    readFileSync(`${folder}/questions.jsonl`, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: string; type?: string; answerable: boolean })
      .map((question) => [question.id, question]),
  );
  for (const record of await readRunRecords(file)) {
    const question = types.get(record.questionId);
    const isOff = question
      ? question.type === 'off-topic'
      : foreign.split('+').some((name) => record.questionId.startsWith(`${name}:`));
    if (!isOff && !question?.answerable) continue;
    for (const kind of ['read', 'unread'] as const) {
      const x = signalsOf(record, kind);
      if (x) rows[kind].push({ file, isOn: !isOff, x });
    }
  }
}
const models = { read: learn('read'), unread: learn('unread') };
if (values.write) {
  const stored = JSON.parse(readFileSync(target, 'utf8')) as { alternatives: object };
  writeFileSync(
    target,
    `${JSON.stringify({ ...stored, alternatives: { ...stored.alternatives, topic: models } }, null, 2)}\n`,
  );
}

function signalsOf({ signals }: RunRecord, kind: 'read' | 'unread'): number[] | undefined {
  const { topSimilarity, readerBest } = signals ?? {};
  if (topSimilarity === undefined || (kind === 'read' && readerBest === undefined)) return undefined;
  return kind === 'read' ? [1, topSimilarity, readerBest ?? 0] : [1, topSimilarity];
}

function learn(kind: 'read' | 'unread') {
  const all = rows[kind];
  for (const file of new Set(all.map((row) => row.file))) {
    const others = all.filter((row) => row.file !== file);
    const model = fitLogistic(others.length > 0 ? others : all);
    const from = floorOf(others.length > 0 ? others : all, model);
    const own = all.filter((row) => row.file === file);
    const shown = (isOn: boolean) => {
      const some = own.filter((row) => row.isOn === isOn);
      return `${some.filter(({ x }) => oddsOf(model, x) >= from).length} of ${some.length}`;
    };
    const told = own.map(({ x, isOn }) => ({ value: oddsOf(model, x), right: isOn }));
    print(
      `${kind} ${file}: AUROC ${auroc(told).toFixed(3)}; shown: on topic ${shown(true)}, off topic ${shown(false)}`,
    );
  }
  const model = fitLogistic(all);
  const [intercept = 0, topSimilarity = 0, readerBest = 0] = model.map((weight) => Number(weight.toFixed(4)));
  const found = { intercept, topSimilarity, readerBest, from: Number(logistic(floorOf(all, model)).toFixed(3)) };
  print(`${kind}: ${JSON.stringify(found)}`);
  return found;
}

/** The log odds that all but the allowed share of the off-topic questions lie below. */
function floorOf(some: readonly Row[], model: readonly number[]): number {
  const off = some
    .filter(({ isOn }) => !isOn)
    .map(({ x }) => oddsOf(model, x))
    .sort((left, right) => right - left);
  return (off[Math.floor(allowed * off.length)] ?? 0) + 1e-3;
}

function oddsOf(model: readonly number[], x: readonly number[]): number {
  return x.reduce((sum, value, index) => sum + value * (model[index] ?? 0), 0);
}

/** Logistic regression by Newton's steps. */
function fitLogistic(some: readonly Row[]): number[] {
  const size = some[0]?.x.length ?? 0;
  let model = Array.from({ length: size }, () => 0);
  for (let step = 0; step < 30; step += 1) {
    const gradient = model.map(() => 0);
    const hessian = model.map((_, row) => model.map((_other, column) => Number(row === column) * 1e-6));
    for (const { x, isOn } of some) {
      const told = logistic(oddsOf(model, x));
      for (const [row, left] of x.entries()) {
        gradient[row] = (gradient[row] ?? 0) + (Number(isOn) - told) * left;
        const line = hessian[row] ?? [];
        for (const [column, other] of x.entries())
          line[column] = (line[column] ?? 0) + told * (1 - told) * left * other;
      }
    }
    const move = solve(hessian, gradient);
    model = model.map((weight, index) => weight + (move[index] ?? 0));
  }
  return model;
}
