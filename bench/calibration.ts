/**
 * Measures the quality of the confidence for its purpose, without a model: by cross-validation over documents, and by
 * fits that never saw the set.
 *
 *   npm run bench calibration -- SETS_FOLDER [--sets squad2,clapnq,mtrag,lihua-world] [--limit 300] [--seed 1] [--cache .candor/labels] [--json FILE]
 *
 * Every set is asked a sample of its own questions, and as many questions of the other sets as it has answerable ones
 * (squad2 brings its own), with the gate open. Figures: answerable against off-corpus, by the combined signals and by
 * the best single one; the share of off-corpus questions refused when 90 % of the answerable ones are kept; the
 * calibration error in the set (cross-validated), as shipped, and with a fit on the other sets; AUGRC; what can be
 * certified. `--cache` keeps the labels, because answering takes nearly all the time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forecastOf, gatedOf, seedCalibrator, type Calibrator } from '../src/confidence/calibration/calibrator.ts';
import { fitCalibrator, fitMethod } from '../src/confidence/calibration/fitCalibrator.ts';
import { auroc, augrc, calibrationError, type Forecast } from '../src/confidence/calibration/forecasts.ts';
import { certifyPairs, sequenceFrom } from '../src/confidence/calibration/learnThenTest.ts';
import { fitLogistic, predict } from '../src/confidence/calibration/maps.ts';
import { partsBy, splitByFamily } from '../src/confidence/calibration/labelled.ts';
import { signalNames, type SignalName } from '../src/confidence/signals.ts';
import { mean } from '../src/stats.ts';
import { readLabels, type BenchLabel } from './calibrationLabels.ts';
import { signalColumns } from './signalColumns.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: 'squad2,clapnq,mtrag,lihua-world' },
    limit: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    cache: { type: 'string', default: '.candor/labels' },
    json: { type: 'string' },
  },
});
const [root] = positionals;
if (!root) throw new Error('Give the folder that holds the sets, as in: npm run bench calibration -- ../shared/eval');
const names = values.sets.split(',');
const seed = Number(values.seed);
const delta = 0.05;
/** Signals that can be used alone to judge a set: raw evidence, no switches. */
const single: readonly SignalName[] = ['reader', 'readerBest', 'documentShare', 'topSimilarity', 'keyword'];

const sets = new Map<string, BenchLabel[]>();
for (const set of names) {
  const show = (done: number, of: number) => {
    if (done % 50 === 0 || done === of) process.stderr.write(`${set}: ${done} of ${of}\n`);
  };
  sets.set(
    set,
    await readLabels({ root, set, others: names, limit: Number(values.limit), seed, cache: values.cache }, show),
  );
}
const report = [...sets].map(([set, labels]) => figuresOf(set, labels));
process.stdout.write(`${linesOf().join('\n')}\n`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
// The input of npm run bench guarantee: the answerable and the off-corpus questions, and all.
mkdirSync(values.cache, { recursive: true });
writeFileSync(
  join(values.cache, 'off-corpus.jsonl'),
  [...sets.values()]
    .flat()
    .filter((label) => label.answered && (label.answerable || label.offCorpus))
    .map((label) => `${JSON.stringify(label)}\n`)
    .join(''),
);
writeFileSync(
  join(values.cache, 'all.jsonl'),
  [...sets.values()]
    .flat()
    .filter(({ answered }) => answered)
    .map((label) => `${JSON.stringify(label)}\n`)
    .join(''),
);

function figuresOf(set: string, labels: readonly BenchLabel[]) {
  const mixture = labels.filter(({ answerable, offCorpus }) => answerable || offCorpus);
  const combined = heldOutScores(mixture);
  const alone = single
    .map((name) => ({
      name,
      auroc:
        aurocOf(
          mixture,
          mixture.map((label) => signalOf(label, name)),
        ) ?? 0,
    }))
    .sort((left, right) => right.auroc - left.auroc);
  const answered = labels.filter((label) => label.answered);
  const others = [...sets]
    .filter(([other]) => other !== set)
    .flatMap(([, list]) => list.filter((label) => label.answered));
  const errorOf = (calibrator: Calibrator) => calibrationError(answered.map((label) => forecastOf(calibrator, label)));
  const shipped = answered.map((label) => forecastOf(seedCalibrator, label));
  return {
    set,
    questions: labels.length,
    answerable: labels.filter(({ answerable }) => answerable).length,
    offCorpus: labels.filter(({ offCorpus }) => offCorpus).length,
    offCorpusAuroc: aurocOf(mixture, combined),
    shippedAuroc: aurocOf(
      mixture,
      mixture.map((label) => forecastOf(seedCalibrator, label).probability),
    ),
    bestSingle: alone[0],
    rejectedAt90: rejectedAt(0.9, mixture, combined),
    ece: {
      inSet: fitCalibrator(answered, { seed }).eceAfter,
      shipped: errorOf(seedCalibrator),
      fittedOnOthers: others.length > 0 ? errorOf(fitMethod('LOGISTIC', others)) : null,
    },
    augrc: {
      shipped: augrc(shipped),
      fitted: augrc(heldOutForecasts(answered)),
      bestSingle: Math.min(
        ...single.map(
          (name) =>
            augrc(answered.map((label) => ({ probability: signalOf(label, name), happened: label.right }))) ?? 1,
        ),
      ),
    },
    certifiedOffCorpus: pairsOf(answered.filter((label) => label.answerable || label.offCorpus)),
    certifiedAll: pairsOf(answered),
  };
}

/** One that was not measured is below all others. */
function signalOf({ signals }: BenchLabel, name: SignalName): number {
  return signals[name] ?? Number.MIN_SAFE_INTEGER;
}

/**
 * Scores answerable against off-corpus questions: a logistic regression over all signals, five folds by document.
 * Includes questions that got a clarifying question.
 */
function heldOutScores(labels: readonly BenchLabel[]): number[] {
  const columnsOf = signalColumns(
    labels.map(({ signals }) => signals),
    signalNames,
  );
  const features = labels.map(({ signals }) => columnsOf(signals));
  const folds = partsBy(labels, ({ family }) => family, [1, 1, 1, 1, 1], seed);
  const models = [0, 1, 2, 3, 4].map((fold) =>
    fitLogistic(
      labels.flatMap(({ answerable }, index) =>
        folds[index] === fold ? [] : [{ features: features[index] ?? [], label: answerable }],
      ),
      { l2: 10 },
    ),
  );
  return labels.map((_, index) => {
    const model = models[folds[index] ?? 0];
    return model ? predict(model, features[index] ?? []) : 0;
  });
}

function heldOutForecasts(labels: readonly BenchLabel[]): Forecast[] {
  const folds = partsBy(labels, ({ family }) => family, [1, 1, 1, 1, 1], seed);
  const fits = [0, 1, 2, 3, 4].map((fold) =>
    fitMethod(
      'LOGISTIC',
      labels.filter((_, index) => folds[index] !== fold),
    ),
  );
  return labels.map((label, index) => forecastOf(fits[folds[index] ?? 0] ?? seedCalibrator, label));
}

function aurocOf(labels: readonly BenchLabel[], scores: readonly number[]): number | null {
  const of = (wanted: boolean) => scores.filter((_, index) => labels[index]?.answerable === wanted);
  return auroc(of(true), of(false));
}

/** Returns the share of off-corpus questions below the score that keeps `kept` of the answerable ones. */
function rejectedAt(kept: number, labels: readonly BenchLabel[], scores: readonly number[]): number {
  const answerable = scores.filter((_, index) => labels[index]?.answerable).sort((left, right) => right - left);
  const least = answerable[Math.ceil(kept * answerable.length) - 1] ?? 0;
  const foreign = scores.filter((_, index) => labels[index]?.answerable === false);
  return foreign.filter((score) => score < least).length / foreign.length;
}

/**
 * Returns what can be guaranteed: the product's fit, certified on documents that it never saw, with coverage over all
 * questions and over the answerable ones.
 */
function pairsOf(labels: readonly BenchLabel[]) {
  const split = splitByFamily(labels, { fit: 0.3, tune: 0.1, certify: 0.5, audit: 0.1 }, seed);
  const calibrator = fitMethod('LOGISTIC', split.fit);
  const gated = (questions: readonly (typeof labels)[number][]) =>
    questions.map((question) => gatedOf(calibrator, question));
  const held = split.certify;
  const tune = gated([...split.fit, ...split.tune]);
  return certifyPairs(gated(held), delta, (alpha) => sequenceFrom(tune, { alpha, labels: held.length })).map(
    ({ alpha, threshold, coverage, answered, wrong }) => ({
      alpha,
      threshold,
      coverage,
      answered,
      wrong,
      ofAnswerable:
        threshold === null
          ? 0
          : mean(
              held
                .filter(({ answerable }) => answerable)
                .map((label) => Number(gatedOf(calibrator, label).confidence >= threshold)),
            ),
    }),
  );
}

function linesOf(): string[] {
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(3));
  const percent = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);
  const pairLines = (title: string, pick: (entry: (typeof report)[number]) => ReturnType<typeof pairsOf>) => [
    '',
    title,
    ...report.map(
      (entry) =>
        `${entry.set}: ${pick(entry)
          .map(({ alpha, threshold, ofAnswerable, answered, wrong }) =>
            threshold === null
              ? `${percent(alpha)}: none`
              : `${percent(alpha)}: ${percent(ofAnswerable)} (${wrong} of ${answered})`,
          )
          .join('; ')}`,
    ),
  ];
  return [
    'Answerable against off-corpus: AUROC of all signals, five folds by document; as it ships; best single signal; off-corpus refused at 90 % of answerable kept',
    ...report.map(
      (entry) =>
        `${entry.set} (${entry.answerable} answerable, ${entry.offCorpus} off-corpus): ${number(entry.offCorpusAuroc)}; ${number(entry.shippedAuroc)}; ${entry.bestSingle?.name} ${number(entry.bestSingle?.auroc)}; ${percent(entry.rejectedAt90)}`,
    ),
    `mean: ${number(mean(report.map(({ offCorpusAuroc }) => offCorpusAuroc)))}`,
    '',
    'Calibration error of right answers: fitted in the set (cross-validated); as it ships; fitted on the other sets. AUGRC: as it ships; fitted in the set (held out); best single signal',
    ...report.map(
      ({ set, ece, augrc: risk }) =>
        `${set}: ${number(ece.inSet)}; ${number(ece.shipped)}; ${number(ece.fittedOnOthers)}. ${number(risk.shipped)}; ${number(risk.fitted)}; ${number(risk.bestSingle)}`,
    ),
    ...pairLines(
      'Certified at 95 %, answerable and off-corpus: wrong at most, share of answerable answered (wrong of answered in the test)',
      (entry) => entry.certifiedOffCorpus,
    ),
    ...pairLines('The same with near misses', (entry) => entry.certifiedAll),
  ];
}
