/** Where the gates stand: a rule over sets that no fit has seen, so that each fit derives them anew. */
import { formatTable } from '../../src/cli/output/table.ts';
import { applyPlatt, fitPlatt } from '../../src/confidence/calibration/maps.ts';
import type { Caution } from '../../src/workspaces/settings.ts';
import { thresholdFor } from './fitFigures.ts';

/** An answer that would be given from some gate on. */
export interface Forecast {
  readonly set: string;
  readonly isAnswerable: boolean;
  /** The confidence: 0..1. */
  readonly value: number;
  readonly right: boolean;
}

/** CONFIDENT is no gate, but begins by the same rule. */
type GateName = Caution | 'CONFIDENT';

/**
 * The wrong answers, in all answers, that a gate allows: over the hard bases and over the everyday folders. A quarter of the questions over the hard bases are near misses, each written over the passage that it
 * resembles, so twice as many answers are wrong there as where people ask.
 */
const allowed: Readonly<Record<Caution, Partial<Record<'hard' | 'everyday', number>>>> = {
  STRICT: { hard: 0.15 },
  BALANCED: { hard: 0.2, everyday: 0.1 },
  GENEROUS: { hard: 0.3, everyday: 0.15 },
};
const allowedConfident = 0.05;

/** Bases that are left out of every fit. */
export const hardSets = ['kbtel', 'kbhosp', 'evolution'];
/** Everyday folders that set the gates, and those that judge them. No chooser and no confidence learns from either. */
export const everydayFolders = ['music-school', 'bicycle-workshop'];
export const judgingFolders = ['housing-cooperative', 'hall'];

/** The lowest gates that keep to what is allowed. */
export function gatesBy(forecasts: readonly Forecast[]): Record<GateName, number> {
  const of = (sets: readonly string[]) => forecasts.filter(({ set }) => sets.includes(set));
  const pools = { hard: of(hardSets), everyday: of(everydayFolders) };
  const lowest = (most: (typeof allowed)[Caution]) =>
    Math.max(...Object.entries(most).map(([pool, wrong]) => thresholdFor(pools[pool as keyof typeof pools], wrong)));
  const found = Object.entries(allowed).map(([name, most]) => [name, lowest(most)]);
  const all = [...pools.hard, ...pools.everyday];
  return { ...(Object.fromEntries(found) as Record<Caution, number>), CONFIDENT: surelyFrom(all, allowedConfident) };
}

/**
 * The same for what is rare: so few answers stand above that three of them decide. By Platt's fit (1999) to all
 * forecasts, instead of by counting those.
 */
function surelyFrom(forecasts: readonly Forecast[], wrong: number): number {
  const known = forecasts.filter(({ value }) => value > 0 && value < 1);
  const map = fitPlatt(known.map(({ value, right }) => ({ score: value, right })));
  const sorted = known.toSorted((left, right) => right.value - left.value);
  let [lowest, expected] = [1, 0];
  for (const [index, { value }] of sorted.entries()) {
    expected += 1 - applyPlatt(map, value);
    if (expected / (index + 1) <= wrong) lowest = value;
  }
  return Number(lowest.toFixed(3));
}

/** What comes of a gate: shares of the answerable, of the answers, and of what has no answer. */
function outcomesAt(forecasts: readonly Forecast[], gate: number): string {
  const answered = forecasts.filter(({ value }) => value >= gate);
  const answerable = forecasts.filter(({ isAnswerable }) => isAnswerable);
  const none = forecasts.filter(({ isAnswerable }) => !isAnswerable);
  const right = answered.filter((each) => each.right).length;
  const shares = [
    right / Math.max(1, answerable.length),
    (answered.length - right) / Math.max(1, answered.length),
    answered.filter(({ isAnswerable }) => !isAnswerable).length / Math.max(1, none.length),
  ];
  return shares.map((share) => share.toFixed(2).replace(/^0/, '')).join(' / ');
}

const steps = [0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3];

/** Right of the answerable / wrong of the answers / answered of the unanswerable, by gate and set. */
export function gateTable(forecasts: readonly Forecast[], gates: Readonly<Record<GateName, number>>): string {
  const known = new Set(forecasts.map(({ set }) => set));
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['hard bases', hardSets],
    ...[...everydayFolders, ...judgingFolders].map((set) => [set, [set]] as const),
    ...[...known].filter((set) => !set.startsWith('kb') && !hardSets.includes(set)).map((set) => [set, [set]] as const),
  ];
  const shown = groups.filter(
    ([name, sets], index) =>
      sets.some((set) => known.has(set)) && groups.findIndex(([other]) => other === name) === index,
  );
  const rows = [
    ...Object.entries(gates).map(([name, gate]) => [`${gate.toFixed(3)}, ${name}`, gate] as const),
    ...steps.map((gate) => [gate.toFixed(2), gate] as const),
  ].sort(([, left], [, right]) => right - left);
  return formatTable(
    [{ title: 'gate' }, ...shown.map(([title]) => ({ title }))],
    rows.map(([label, gate]) => [
      label,
      ...shown.map(([, sets]) =>
        outcomesAt(
          forecasts.filter(({ set }) => sets.includes(set)),
          gate,
        ),
      ),
    ]),
  );
}
