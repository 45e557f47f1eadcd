/**
 * Fits the coefficients that ship with Candor on runs files, and shows how well they transfer to a set that they were
 * not fitted on.
 *
 *   npx tsx bench/fitSeed.ts --set DIR=RUNS [--set DIR=RUNS …] [--preset candor] [--features idfCoverage,margin,…] [--l2 1] [--balance] [--json]
 *
 * DIR is a set's folder, RUNS the file written by `candor eval DIR --runs RUNS`. `--balance` gives every set the same
 * weight.
 */
import { parseArgs } from 'node:util';
import { wouldBeRight } from '../src/evaluation/judge.ts';
import { type Example, fitLogistic, type LogisticModel, predict } from '../src/confidence/calibration/maps.ts';
import { auroc, brier, calibrationError, type Forecast } from '../src/confidence/calibration/forecasts.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import { readRunRecords } from '../src/evaluation/run/runRecord.ts';
import { signalReaders } from './signalReaders.ts';

interface LabelledSet {
  readonly name: string;
  readonly examples: readonly Example[];
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: [] },
    preset: { type: 'string', default: 'candor' },
    features: { type: 'string', default: Object.keys(signalReaders).join(',') },
    l2: { type: 'string', default: '1' },
    balance: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const features = values.features.split(',');
const l2 = Number(values.l2);
const unknown = features.filter((name) => !(name in signalReaders));
if (values.set.length === 0 || unknown.length > 0)
  throw new Error(`Give --set DIR=RUNS, and features out of ${Object.keys(signalReaders).join(', ')}`);

async function readSet(pair: string): Promise<LabelledSet> {
  const [folder = '', runs = ''] = pair.split('=');
  const questions = new Map((await readQuestions(folder)).map((question) => [question.id, question]));
  const records = (await readRunRecords(runs)).filter((record) => record.preset === values.preset);
  const examples = records.flatMap((record): Example[] => {
    const question = questions.get(record.questionId);
    const label = question ? wouldBeRight(question, record) : null;
    const { signals } = record;
    return label === null || !signals
      ? []
      : [{ features: features.map((name) => signalReaders[name]?.(signals) ?? 0), label }];
  });
  return { name: folder.split('/').filter(Boolean).at(-1) ?? folder, examples };
}

/** Pools all examples. If balanced, each set has the total weight of a set of mean size. */
function pool(sets: readonly LabelledSet[]): Example[] {
  const total = sets.reduce((sum, { examples }) => sum + examples.length, 0);
  return sets.flatMap(({ examples }) =>
    examples.map((example) => ({ ...example, weight: values.balance ? total / sets.length / examples.length : 1 })),
  );
}

function quality(model: LogisticModel, examples: readonly Example[]) {
  const forecasts = examples.map((example): Forecast => ({
    probability: predict(model, example.features),
    happened: example.label,
  }));
  const scores = (happened: boolean) =>
    forecasts.filter((forecast) => forecast.happened === happened).map(({ probability }) => probability);
  return {
    examples: examples.length,
    rightShare: scores(true).length / examples.length,
    auroc: auroc(scores(true), scores(false)),
    ece: calibrationError(forecasts),
    brier: brier(forecasts),
  };
}

function aloneAurocs(examples: readonly Example[]): Record<string, number | null> {
  const column = (index: number, label: boolean) =>
    examples.filter((example) => example.label === label).map((example) => example.features[index] ?? 0);
  return Object.fromEntries(features.map((name, index) => [name, auroc(column(index, true), column(index, false))]));
}

const sets = await Promise.all(values.set.map(readSet));
const model = fitLogistic(pool(sets), { l2 });
const report = {
  preset: values.preset,
  l2,
  balance: values.balance,
  intercept: model.intercept,
  coefficients: Object.fromEntries(features.map((name, index) => [name, model.coefficients[index] ?? 0])),
  sets: sets.map(({ name, examples }, index) => ({
    set: name,
    fittedOnAll: quality(model, examples),
    leftOut:
      sets.length > 1 ? quality(fitLogistic(pool(sets.filter((_, other) => other !== index)), { l2 }), examples) : null,
    aurocOfEachFeature: aloneAurocs(examples),
  })),
  pooled: quality(
    model,
    sets.flatMap(({ examples }) => examples),
  ),
};

const show = (value: number | null | undefined) => (value === null || value === undefined ? '  –  ' : value.toFixed(3));
const lines = [
  `intercept ${model.intercept.toFixed(6)}`,
  ...features.map((name, index) => `${name} ${(model.coefficients[index] ?? 0).toFixed(6)}`),
  '',
  'set: examples, share right; AUROC, ECE, Brier fitted on all; then with the set left out',
  ...report.sets.map(
    ({ set, fittedOnAll, leftOut }) =>
      `${set}: ${fittedOnAll.examples}, ${show(fittedOnAll.rightShare)}; ${[fittedOnAll.auroc, fittedOnAll.ece, fittedOnAll.brier].map(show).join(' ')}; ${[leftOut?.auroc, leftOut?.ece, leftOut?.brier].map(show).join(' ')}`,
  ),
  `pooled: ${report.pooled.examples}; ${[report.pooled.auroc, report.pooled.ece, report.pooled.brier].map(show).join(' ')}`,
  '',
  'AUROC of each feature alone',
  ...report.sets.map(
    ({ set, aurocOfEachFeature }) =>
      `${set}: ${Object.entries(aurocOfEachFeature)
        .map(([name, value]) => `${name} ${show(value)}`)
        .join(', ')}`,
  ),
];
process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : lines.join('\n')}\n`);
