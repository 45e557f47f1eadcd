/**
 * Measures whether a claim that says more than its quote is dropped, and whether honest paraphrases pass. No database,
 * no model.
 *
 *   npm run bench:claims -- [--show N] [--held]
 *
 * --show prints examples of errors in the half that the checks were written against, --held those of the other half:
 * once they have been read, that half can no longer be used for unbiased measurement.
 */
import { parseArgs } from 'node:util';
import { formatTable } from '../src/cli/output/table.ts';
import {
  halves,
  judge,
  overreaches,
  placePairs,
  readElsewhere,
  readFalse,
  readFalseAfresh,
  readHonest,
  readHonestAfresh,
  readHonestThird,
  splitSeed,
  type Judged,
} from './claimPairs.ts';
import { drawOverreaches } from './claimMutations.ts';
import { readParaphrases } from './groundingAlarms.ts';
import { factsOf, readDocuments, sampleFolder } from './groundingTexts.ts';

const { values: flags } = parseArgs({
  options: { show: { type: 'string', default: '0' }, held: { type: 'boolean', default: false } },
});
/** Claims made by rule, of each kind. */
const drawnOfEach = 25;
const documents = await readDocuments('sample', sampleFolder);
const honest = halves(placePairs(await readHonest(), documents));
const untrue = halves(placePairs(await readFalse(), documents));
const earlier = placePairs(
  (await readParaphrases()).map(({ path, quote, claim }) => ({ path, quote, claim })),
  documents,
);

const elsewhere = await readElsewhere();

const sets: readonly (readonly [string, readonly Judged[]])[] = [
  ['honest, developed', honest.developed.map((pair) => judge(pair))],
  ['honest, held out', honest.held.map((pair) => judge(pair))],
  ['honest, golden', earlier.map((pair) => judge(pair))],
  ['honest, afresh', placePairs(await readHonestAfresh(), documents).map((pair) => judge(pair))],
  ['honest, third', placePairs(await readHonestThird(), documents).map((pair) => judge(pair))],
  ['honest, elsewhere', elsewhere.filter(({ kind }) => kind === null).map((pair) => judge(pair))],
  ['false, elsewhere', elsewhere.filter(({ kind }) => kind !== null).map((pair) => judge(pair))],
  ['false, afresh', placePairs(await readFalseAfresh(), documents).map((pair) => judge(pair))],
  ['false, drawn', drawOverreaches(factsOf(documents), drawnOfEach, splitSeed).map((pair) => judge(pair))],
  ...overreaches.flatMap((kind) =>
    (['developed', 'held'] as const).map(
      (half) =>
        [`${kind}, ${half}`, untrue[half].filter((pair) => pair.kind === kind).map((pair) => judge(pair))] as const,
    ),
  ),
];
const percent = (part: number, whole: number) => (whole === 0 ? '' : ((100 * part) / whole).toFixed(1));
const count = (judged: readonly Judged[], passing: Judged['passing']) =>
  judged.filter((one) => one.passing === passing).length;
process.stdout.write(
  `${formatTable(
    [
      { title: 'claims' },
      ...['n', 'CONFIDENT', 'UNCERTAIN', 'dropped', 'pass %'].map((title) => ({ title, align: 'right' as const })),
    ],
    sets.map(([name, judged]) => {
      const [sure, open, dropped] = [count(judged, 'CONFIDENT'), count(judged, 'UNCERTAIN'), count(judged, 'DROPPED')];
      return [
        name,
        String(judged.length),
        String(sure),
        String(open),
        String(dropped),
        percent(sure + open, judged.length),
      ];
    }),
  )}\n`,
);
for (const [name, judged] of sets) {
  if (/held/.test(name) !== flags.held) continue;
  const isHonest = name.startsWith('honest');
  for (const { pair, passing, reason } of judged
    .filter((one) => (one.passing === 'DROPPED') === isHonest)
    .slice(0, Number(flags.show))) {
    process.stdout.write(`\n${name} ${passing}: ${reason}\n  claim: ${pair.claim}\n  quote: ${pair.quote}\n`);
  }
}
