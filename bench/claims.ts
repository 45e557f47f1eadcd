/**
 * Measures what becomes of claims that a chat model may write: false ones of 14 kinds and true ones of 8, made from the
 * sentences of a knowledge folder. No database, no model. Fails if a lie is CONFIDENT, if `checkGrounding` supports
 * what only a question or an order in a heading says, or if more than 2 lies in 100 stand in the text of WRITTEN by a
 * chat judge that says yes to everything and is not found out. `npm run bench claims -- --show 99` lists these.
 *
 *   npm run bench claims -- [--knowledge FOLDER] [--count N] [--seed N] [--limit N] [--show N] [--kind a,b]
 *
 * --count of each kind; --limit reads a draw of that many documents; --show prints N examples of each kind of lie that
 * is shown or supported, and of each kind of truth that is dropped.
 */
import { parseArgs } from 'node:util';
import { formatTable } from '../src/cli/output/table.ts';
import type { CheckName } from '../src/grounding/claim.ts';
import { type BlindJudge, blindJudges, drawClaims, judgeClaim, type JudgedClaim, type SeenAs } from './claimJudge.ts';
import { isTrue, lieKinds, lies } from './claimLies.ts';
import { truthKinds, truths } from './claimTruths.ts';
import { openLibrary } from './groundingDraw.ts';
import { readDocuments, sampleFolder } from './groundingTexts.ts';

const { values: flags } = parseArgs({
  options: {
    knowledge: { type: 'string', default: sampleFolder },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '300' },
    show: { type: 'string', default: '0' },
    kind: { type: 'string', default: '' },
  },
});
const [count, seed, shown] = [Number(flags.count), Number(flags.seed), Number(flags.show)];
const isWanted = (kind: string) => flags.kind === '' || flags.kind.split(',').includes(kind);
const library = await openLibrary(await readDocuments('knowledge', flags.knowledge, Number(flags.limit)), []);

type Judged = readonly [kind: string, claims: readonly JudgedClaim[]];
const judgedLies = lieKinds
  .filter(isWanted)
  .map((kind, turn): Judged => [
    kind,
    drawClaims(lies[kind], library, count, seed + turn, (claim, fact) => isTrue(kind, claim, fact)).map((made) =>
      judgeClaim(made),
    ),
  ]);
const judgedTruths = truthKinds
  .filter(isWanted)
  .map((kind, turn): Judged => [
    kind,
    drawClaims(truths[kind], library, count, seed + turn).map((made) => judgeClaim(made)),
  ]);

const columns = ['n', 'CONFIDENT', 'quoted', 'UNCERTAIN', 'dropped', 'SUPPORTED', 'yes: own judge', 'yes: chat'];
function rowOf([kind, claims]: Judged): string[] {
  const seen = (as: SeenAs) => claims.filter((one) => one.seen === as).length;
  return [
    kind,
    ...[
      claims.length,
      seen('CONFIDENT'),
      seen('QUOTED'),
      seen('UNCERTAIN'),
      seen('DROPPED'),
      supported(claims).length,
      ...blindJudges.map((judge) => entailed(claims, judge).length),
    ].map(String),
  ];
}
const supported = (claims: readonly JudgedClaim[]) => claims.filter(({ grounding }) => grounding === 'SUPPORTED');
const entailed = (claims: readonly JudgedClaim[], judge: BlindJudge) =>
  claims.filter(({ entailedBy }) => entailedBy.has(judge));
const right = (titles: readonly string[]) => titles.map((title) => ({ title, align: 'right' as const }));
const all = (sets: readonly Judged[]): Judged => ['all', sets.flatMap(([, claims]) => claims)];

function print(title: string, sets: readonly Judged[]): void {
  if (sets.length > 0)
    process.stdout.write(`${formatTable([{ title }, ...right(columns)], [...sets, all(sets)].map(rowOf))}\n\n`);
}
print('lies', judgedLies);
print('truths', judgedTruths);

const [, everyLie] = all(judgedLies);
const [, everyTruth] = all(judgedTruths);
const checks: readonly CheckName[] = [
  'QUOTE',
  'NUMBERS',
  'DATES',
  'NAMES',
  'POLARITY',
  'MODALITY',
  'SCOPE',
  'RELATION',
  'ADDITIONS',
  'COVERAGE',
];
process.stdout.write(
  `${formatTable(
    [{ title: 'without this check' }, ...right(['lies pass', 'lies SUPPORTED', 'truths pass', 'truths SUPPORTED'])],
    checks.map((name) => [
      name,
      ...[everyLie, everyTruth].flatMap((claims) => [
        String(claims.filter(({ heldBy }) => heldBy === name).length),
        String(claims.filter(({ groundingHeldBy }) => groundingHeldBy.has(name)).length),
      ]),
    ]),
  )}\n`,
);

function show(kind: string, what: string, claims: readonly JudgedClaim[]): void {
  for (const { claim, quote, passages, seen, grounding, checks: told } of claims.slice(0, shown)) {
    const failed = told.filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail ?? ''}`);
    const where = [passages[0].documentTitle, ...passages[0].sectionPath].join(' > ');
    process.stdout.write(
      `\n${kind}, ${what} (${seen}, ${grounding})\n  claim: ${claim}\n  quote: ${quote}\n  under: ${where}\n  ${failed.join('; ')}\n`,
    );
  }
}
for (const [kind, claims] of judgedLies) {
  show(
    kind,
    'CONFIDENT',
    claims.filter(({ seen }) => seen === 'CONFIDENT'),
  );
  show(
    kind,
    'UNCERTAIN',
    claims.filter(({ seen }) => seen === 'UNCERTAIN'),
  );
  show(kind, 'SUPPORTED', supported(claims));
  for (const judge of blindJudges) show(kind, `ENTAILED by a yes of a judge ${judge}`, entailed(claims, judge));
}
for (const [kind, claims] of judgedTruths)
  show(
    kind,
    'dropped',
    claims.filter(({ seen }) => seen === 'DROPPED'),
  );

const sure = everyLie.filter(({ seen }) => seen === 'CONFIDENT').length;
const ofHeadings = judgedLies.flatMap(([kind, claims]) =>
  /question|order/.test(kind) ? supported(claims) : [],
).length;
const inText = entailed(everyLie, 'chat').length;
if (sure > 0 || ofHeadings > 0 || inText > 0.02 * everyLie.length) {
  process.stdout.write(
    `\n${sure} lies are CONFIDENT; ${ofHeadings} lies of headings are SUPPORTED; ${inText} of ${everyLie.length} in the text of WRITTEN.\n`,
  );
  process.exitCode = 1;
}
