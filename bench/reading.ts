/**
 * Measures the value of the reader's signals through the app: every question of each set is asked with the gate open,
 * then the coefficients are fitted on the other sets and judged on the one that was left out. Sets that the reader has
 * seen (squad2, clapnq, mtrag, timeqa) are excluded.
 *
 *   npm run bench:reading -- [SETS_FOLDER] [--sets golden,people,telecom,…] [--limit 300] [--cache FOLDER] [--fit]
 *
 * Prints, one line per set: AUROC and ECE as shipped and with the set left out; what STRICT, BALANCED and GENEROUS
 * answer; how few answerable questions fall below the floor under which nothing is read. `--fit` prints the
 * coefficients over all sets, for src/confidence/score.ts.
 */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { cautionGates, heldShare, uncertainFrom, type Coefficients } from '../src/confidence/score.ts';
import {
  figuresOf,
  fitCoefficients,
  atGate,
  shipped,
  valueOf,
  weighed,
  withoutReading,
  type ReadingFigures,
} from './readingFit.ts';
import { readLabels, type ReadingLabel, type ReadingSet } from './readingLabels.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: 'golden,people,telecom,hospital,knative-users,fit-squad2' },
    limit: { type: 'string', default: '300' },
    cache: { type: 'string', default: join(tmpdir(), 'candor-reading-labels') },
    fit: { type: 'boolean', default: false },
  },
});
const root = positionals[0] ?? '../shared/eval';
const own: Readonly<Record<string, ReadingSet>> = {
  golden: { name: 'golden', folder: 'test/golden', corpus: 'sample/knowledge', curated: 'sample/curated.jsonl' },
  people: { name: 'people', folder: 'test/golden/people', corpus: 'sample/knowledge', curated: 'sample/curated.jsonl' },
  telecom: { name: 'telecom', folder: 'bench/typed/telecom', corpus: 'bench/typed/telecom/knowledge' },
  hospital: { name: 'hospital', folder: 'bench/typed/hospital', corpus: 'bench/typed/hospital/knowledge' },
};
const held = heldShare(uncertainFrom);
/** The difference in log odds between a probability of .57 and a gate of .45. */
const middle = 0.46;

const sets = new Map<string, ReadingLabel[]>();
for (const name of values.sets.split(',')) {
  const show = (done: number, of: number) => {
    if (done % 50 === 0 || done === of) process.stderr.write(`${name}: ${done} of ${of}\n`);
  };
  sets.set(
    name,
    await readLabels(
      own[name] ?? { name, folder: join(root, name) },
      { limit: Number(values.limit), seed: 1, cache: values.cache },
      show,
    ),
  );
}

const lists = [...sets.values()];
const leftOut = new Map(
  [...sets].map(([name]) => [
    name,
    fitCoefficients(
      [...sets].filter(([other]) => other !== name).map(([, labels]) => labels),
      weighed.READ,
    ),
  ]),
);
const all = fitCoefficients(lists, weighed.READ);
const allUnread = fitCoefficients(lists.map(withoutReading), weighed.UNREAD);

process.stdout.write(
  `${['', 'AUROC right, on topic, off topic; ECE: shipped | left out', ...[...sets].map(([name, labels]) => line(name, labels))].join('\n')}\n`,
);
for (const [caution, gate] of Object.entries(cautionGates)) {
  process.stdout.write(
    `${['', `${caution} (from ${gate}): right of answerable, wrong of answers, near misses answered, answerable asked back; shipped | left out`, ...[...sets].map(([name, labels]) => gateLine(name, labels, gate))].join('\n')}\n`,
  );
}
process.stdout.write(
  `${['', 'Confidence of retrieval alone: of answerable questions whose answer was right, the lowest 1 %', floorLine()].join('\n')}\n`,
);
if (values.fit)
  process.stdout.write(
    `${[...coefficientLines('candor', asShipped(all)), ...coefficientLines('candorUnread', asShipped(allUnread))].join('\n')}\n`,
  );

/** Moves the middle of a fit to where the shipped one has it: UNCERTAIN begins where 55 in 100 answers were right. */
function asShipped(coefficients: Coefficients): Coefficients {
  return { ...coefficients, intercept: coefficients.intercept - middle };
}

function line(name: string, labels: readonly ReadingLabel[]): string {
  const by = (coefficients: Coefficients) => figuresOf(labels, (label) => valueOf(label, coefficients, held));
  return `${name} (${labels.length}): ${figuresText(by(shipped.read))} | ${figuresText(by(leftOut.get(name) ?? all))}`;
}

function figuresText({ right, onTopic, offTopic, ece }: ReadingFigures): string {
  return `${[right, onTopic, offTopic].map(number).join(' ')}; ${number(ece)}`;
}

function gateLine(name: string, labels: readonly ReadingLabel[], gate: number): string {
  const by = (coefficients: Coefficients) => {
    const { right, wrong, nearMisses, askedBack } = atGate(labels, (label) => valueOf(label, coefficients, held), gate);
    return [right, wrong, nearMisses, askedBack].map(percent).join(' ');
  };
  return `${name}: ${by(shipped.read)} | ${by(asShipped(leftOut.get(name) ?? all))}`;
}

function floorLine(): string {
  const scores = lists
    .flatMap((labels) =>
      withoutReading(labels)
        .filter(({ answerable, right }) => answerable && right)
        .map((label) => valueOf({ ...label, vetoed: false }, shipped.unread, 1)),
    )
    .sort((left, right) => left - right);
  return number(scores[Math.floor(scores.length / 100)] ?? null);
}

function coefficientLines(name: string, { intercept, ...weights }: Coefficients): string[] {
  return [
    '',
    name,
    `intercept: ${intercept.toFixed(2)}, ${Object.entries(weights)
      .filter(([, weight]) => weight !== 0)
      .map(([signal, weight]) => `${signal}: ${weight.toFixed(2)}`)
      .join(', ')}`,
  ];
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

function percent(value: number | null): string {
  return value === null ? '–' : `${(100 * value).toFixed(0)} %`;
}
