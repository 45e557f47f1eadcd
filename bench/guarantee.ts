/**
 * Tests the guarantee on labelled questions: the certificate, the best certified pairs, and how often a guarantee made on
 * one half is broken on the other, beside the naive rule.
 *
 *   npm run bench guarantee -- --labels FILE [--set NAME …] [--alpha .05] [--delta .05] [--times 1000] [--method SEED] [--seed 1]
 *
 * FILE contains one labelled question per line (src/confidence/calibration/labelled.ts) with the name of its set. A
 * method other than SEED is fitted on a separate part each time. Redrawn: labels are drawn with replacement and the
 * file is the world; delta bounds this rate. Audited: one half against the other; delta does not bound this rate
 * (resplits.ts explains why).
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatTable } from '../src/cli/output/table.ts';
import { gatedOf, type CalibrationMethod } from '../src/confidence/calibration/calibrator.ts';
import { calibrationMethods, fitMethod } from '../src/confidence/calibration/fitCalibrator.ts';
import { groupBy } from '../src/stats.ts';
import { type LabelledQuestion, splitByFamily } from '../src/confidence/calibration/labelled.ts';
import { certify, certifyPairs, sequenceFrom, type Certificate } from '../src/confidence/calibration/learnThenTest.ts';
import { resplit, type BrokenRate } from './resplits.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    alpha: { type: 'string', default: '0.05' },
    delta: { type: 'string', default: '0.05' },
    times: { type: 'string', default: '1000' },
    method: { type: 'string', default: 'SEED' },
    seed: { type: 'string', default: '1' },
  },
});
const [alpha, delta, times, seed] = [values.alpha, values.delta, values.times, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
];
const method = calibrationMethods.find((each): each is CalibrationMethod => each === values.method);
if (!values.labels || !method)
  throw new Error(`Give --labels FILE, and a --method out of ${calibrationMethods.join(', ')}`);

type LabelledLine = LabelledQuestion & { readonly set?: string };

const lines = readFileSync(values.labels, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as LabelledLine);
const labelled = lines.filter(({ set }) => values.set.length === 0 || values.set.includes(set ?? ''));
const show = (value: number, digits = 3) => value.toFixed(digits);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const numbers = (...titles: string[]) => titles.map((title) => ({ title, align: 'right' as const }));

function setsTable(): string {
  return formatTable(
    [{ title: 'set' }, ...numbers('questions', 'families', 'right', 'vetoed')],
    [...groupBy(labelled, ({ set }) => set ?? '')].map(([set, members]) => [
      set,
      String(members.length),
      String(new Set(members.map(({ family }) => family)).size),
      percent(members.filter(({ right }) => right).length / members.length),
      percent(members.filter(({ vetoed }) => vetoed).length / members.length),
    ]),
  );
}

function certificateText({
  threshold,
  answered,
  wrong,
  upperBound,
  coverage,
  coverageInterval,
  steps,
  needed,
}: Certificate): string {
  const said =
    threshold === null
      ? `No guarantee of at most ${percent(alpha)}. ${needed === null ? 'No number of labels would do: the strictest threshold is wrong too often.' : `It would take about ${needed} labelled questions that certify.`}`
      : `At most ${percent(alpha)} wrong among answered, with confidence ${percent(1 - delta)}, from ${show(threshold)} on: ${wrong} of ${answered} wrong, bound ${percent(upperBound)}, coverage ${percent(coverage)} (${coverageInterval.map(percent).join(' to ')}).`;
  const rows = steps.map((step) => [
    show(step.threshold),
    String(step.answered),
    String(step.wrong),
    step.pValue.toPrecision(3),
    step.passed ? 'passed' : 'failed',
  ]);
  return `${said}\n${formatTable([...numbers('threshold', 'answered', 'wrong', 'p'), { title: '' }], rows)}`;
}

function pairsTable(certificates: readonly Certificate[]): string {
  return formatTable(
    numbers('alpha', 'threshold', 'answered', 'wrong', 'bound', 'coverage', 'labels needed'),
    certificates.map((each) => [
      percent(each.alpha),
      each.threshold === null ? 'none' : show(each.threshold),
      String(each.answered),
      String(each.wrong),
      percent(each.upperBound),
      percent(each.coverage),
      each.needed === null ? 'no number' : String(each.needed),
    ]),
  );
}

function resplitRow(name: string, rate: BrokenRate): string[] {
  return [
    name,
    String(rate.guaranteed),
    String(rate.broken),
    percent(rate.rate),
    percent(rate.monteCarloError),
    percent(rate.coverage),
  ];
}

const split = splitByFamily(
  labelled,
  method === 'SEED' ? { fit: 0, tune: 0.3, certify: 0.7, audit: 0 } : { fit: 0.3, tune: 0.2, certify: 0.5, audit: 0 },
  seed,
);
const calibrator = fitMethod(method, split.fit);
const [tune, held] = [split.tune, split.certify].map((part) =>
  part.map((question) => gatedOf(calibrator, question)),
) as [ReturnType<typeof gatedOf>[], ReturnType<typeof gatedOf>[]];
const thresholdsOf = (wanted: number) => sequenceFrom(tune, { alpha: wanted, labels: held.length });
const { learnThenTest, naive } = resplit(labelled, { alpha, delta, seed, method, times });
process.stdout.write(
  `${[
    setsTable(),
    `${method}, seed ${seed}: ${split.fit.length} questions to fit, ${tune.length} to choose thresholds, ${held.length} to certify`,
    certificateText(certify(held, { alpha, delta, thresholds: thresholdsOf(alpha) })),
    'Certified pairs, each by itself',
    pairsTable(certifyPairs(held, delta, thresholdsOf)),
    `${times} times, alpha ${percent(alpha)}, delta ${percent(delta)}`,
    formatTable(
      [{ title: 'rule' }, ...numbers('guaranteed', 'broken', 'rate', '+-', 'coverage')],
      [
        resplitRow('learn then test, redrawn', learnThenTest.redrawn),
        resplitRow('naive, redrawn', naive.redrawn),
        resplitRow('learn then test, audited', learnThenTest.audited),
        resplitRow('naive, audited', naive.audited),
      ],
    ),
  ].join('\n\n')}\n`,
);
