/**
 * Measures, without a chat model, how well questions about the corpus with a missing answer are distinguished from
 * questions with an answer; how precise each veto is and what it costs; and how often the best sentences contain the
 * gold answer.
 *
 *   npm run bench answerability -- SETS_FOLDER [--sets squad2,clapnq,mtrag,timeqa] [--limit 400] [--unread] [--json FILE]
 *
 * AUROC is given for the shipped confidence, for a model fitted only on the other sets, and for one fitted in the set
 * (five folds by document), which is the ceiling of these signals. Intervals are 95 %, by resampling documents. The
 * built-in reader was trained on texts of these four sets, so its figures here are too good; of fit-squad2, fit-clapnq
 * and fit-mtrag it saw none. `--unread` measures the product without a reader.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shippedModels, uncertainFrom } from '../src/confidence/score.ts';
import { signalNames } from '../src/confidence/signals.ts';
import { createRandom, groupBy, percentile } from '../src/stats.ts';
import { fitLogistic, type LogisticModel, predict } from '../src/confidence/calibration/maps.ts';
import { auroc } from '../src/confidence/calibration/forecasts.ts';
import { readCases, type AnswerabilityCase } from './answerabilityCases.ts';
import { signalColumns } from './signalColumns.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: 'squad2,clapnq,mtrag,timeqa' },
    limit: { type: 'string', default: '400' },
    unread: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const [root] = positionals;
if (!root) throw new Error('Give the folder that holds the sets, as in: npm run bench answerability -- ../shared/eval');
const { weights } = shippedModels[values.unread ? 'unread' : 'read'];
/** The signals that the shipped confidence weighs; no chat model is asked. */
const used = signalNames.filter((name) => name !== 'writerFound' && (weights[name] ?? 0) > 0);
const targets: Readonly<Record<string, number>> = { squad2: 0.6, clapnq: 0.78, mtrag: 0.76, timeqa: 0.62 };
const kinds = ['MISSING_FACT', 'OTHER_TIME', 'OTHER_POLARITY', 'OPPOSITE'] as const;
const resamples = 500;

interface Scored {
  readonly family: string;
  readonly answerable: boolean;
  readonly score: number;
}

const sets = new Map<string, AnswerabilityCase[]>();
for (const name of values.sets.split(',')) {
  const show = (done: number, of: number) => {
    if (done % 50 === 0 || done === of) process.stderr.write(`${name}: ${done} of ${of}\n`);
  };
  sets.set(name, await readCases(join(root, name), Number(values.limit), !values.unread, show));
}

const columnsOf = signalColumns(
  [...sets.values()].flat().map(({ signals }) => signals),
  used,
);
const fitOf = (cases: readonly (readonly AnswerabilityCase[])[]) =>
  fitPositive(
    cases.flatMap((list) =>
      list.map(({ signals, answerable }) => ({
        features: columnsOf(signals),
        label: answerable,
        weight: 300 / list.length,
      })),
    ),
  );
const report = [...sets].map(([name, cases]) => ({
  set: name,
  questions: cases.length,
  answerable: cases.filter(({ answerable }) => answerable).length,
  target: targets[name] ?? null,
  shipped: measured(cases.map((entry) => scored(entry, entry.confidence))),
  fittedOnOthers:
    sets.size > 1
      ? measured(withModel(cases, fitOf([...sets].filter(([other]) => other !== name).map(([, list]) => list))))
      : null,
  fittedInSet: measured(inFolds(cases)),
  vetoes: kinds.map((kind) => vetoFigures(kind, cases)),
  holding: holdingFigures(cases),
}));
process.stdout.write(`${tablesOf().join('\n')}\n`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);

/** A veto keeps the score below the gate, as in the product. */
function scored({ family, answerable, vetoes }: AnswerabilityCase, score: number): Scored {
  return { family, answerable, score: vetoes.length > 0 ? Math.min(score, uncertainFrom - 0.01) : score };
}

function withModel(cases: readonly AnswerabilityCase[], model: LogisticModel): Scored[] {
  return cases.map((entry) => scored(entry, predict(model, columnsOf(entry.signals))));
}

/** Evidence must never count against an answer: features that would are dropped, as in the shipped model. */
function fitPositive(
  examples: readonly { readonly features: readonly number[]; readonly label: boolean; readonly weight: number }[],
): LogisticModel {
  let kept = used.map((_, index) => index);
  for (;;) {
    const model = fitLogistic(
      examples.map((example) => ({ ...example, features: kept.map((index) => example.features[index] ?? 0) })),
      { l2: 3 },
    );
    const least = Math.min(...model.coefficients);
    if (least >= 0)
      return {
        intercept: model.intercept,
        coefficients: used.map((_, index) =>
          kept.includes(index) ? (model.coefficients[kept.indexOf(index)] ?? 0) : 0,
        ),
      };
    const out = model.coefficients.indexOf(least);
    kept = kept.filter((_, position) => position !== out);
  }
}

function inFolds(cases: readonly AnswerabilityCase[]): Scored[] {
  const families = [...new Set(cases.map(({ family }) => family))];
  const foldOf = new Map(families.map((family, position) => [family, position % 5]));
  return [0, 1, 2, 3, 4].flatMap((fold) => {
    const [held, rest] = [
      cases.filter(({ family }) => foldOf.get(family) === fold),
      cases.filter(({ family }) => foldOf.get(family) !== fold),
    ];
    return withModel(held, fitOf([rest]));
  });
}

function measured(cases: readonly Scored[]): {
  readonly auroc: number | null;
  readonly interval: readonly [number | null, number | null];
} {
  const families = [...groupBy(cases, ({ family }) => family).values()];
  const random = createRandom(7);
  const drawn = Array.from({ length: resamples }, () =>
    aurocOf(families.flatMap(() => families[Math.floor(random() * families.length)] ?? [])),
  ).filter((value) => value !== null);
  return { auroc: aurocOf(cases), interval: [percentile(drawn, 0.025), percentile(drawn, 0.975)] };
}

function aurocOf(cases: readonly Scored[]): number | null {
  const scores = (wanted: boolean) => cases.filter(({ answerable }) => answerable === wanted).map(({ score }) => score);
  return auroc(scores(true), scores(false));
}

function vetoFigures(kind: (typeof kinds)[number], cases: readonly AnswerabilityCase[]) {
  const fired = cases.filter(({ vetoes }) => vetoes.includes(kind));
  const wronged = fired.filter(({ answerable }) => answerable);
  const answerable = cases.filter((entry) => entry.answerable).length;
  return {
    kind,
    fired: fired.length,
    precision: fired.length === 0 ? null : 1 - wronged.length / fired.length,
    cost: wronged.length / answerable,
    answersLost: wronged.filter(({ holds }) => holds?.chosen).length,
  };
}

function holdingFigures(cases: readonly AnswerabilityCase[]) {
  const gold = cases.flatMap(({ holds, sentences }) => (holds === null ? [] : [{ ...holds, sentences }]));
  const share = (holds: (entry: (typeof gold)[number]) => boolean | undefined) =>
    gold.filter((entry) => holds(entry)).length / gold.length;
  return {
    questions: gold.length,
    best: [0, 1, 2].map((count) => share(({ best }) => best[count])),
    chosen: share(({ chosen }) => chosen),
    sentences: gold.reduce((sum, entry) => sum + entry.sentences, 0) / gold.length,
  };
}

function tablesOf(): string[] {
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(3));
  const percent = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);
  const withInterval = (entry: ReturnType<typeof measured> | null) =>
    entry === null ? '–' : `${number(entry.auroc)} (${number(entry.interval[0])}-${number(entry.interval[1])})`;
  return [
    'AUROC, answerable against on-topic but missing (95 % by document)',
    'set: questions, answerable; target; shipped; fitted on the other sets; fitted in the set',
    ...report.map(
      (entry) =>
        `${entry.set}: ${entry.questions}, ${entry.answerable}; ${number(entry.target)}; ${withInterval(entry.shipped)}; ${withInterval(entry.fittedOnOthers)}; ${withInterval(entry.fittedInSet)}`,
    ),
    '',
    'Vetoes: fired; of those without an answer; cost in answerable questions (and those whose answer was among the sentences)',
    ...report.flatMap((entry) =>
      entry.vetoes.map(
        (veto) =>
          `${entry.set} ${veto.kind}: ${veto.fired}; ${number(veto.precision)}; ${percent(veto.cost)} (${veto.answersLost})`,
      ),
    ),
    '',
    'The gold answer is held by the best sentence, two, three; by those that are chosen, of which there are',
    ...report.map(
      ({ set, holding }) =>
        `${set} (${holding.questions}): ${holding.best.map((share) => percent(share)).join(', ')}; ${percent(holding.chosen)}; ${number(holding.sentences)}`,
    ),
  ];
}
