import { setTimeout as wait } from 'node:timers/promises';
import { errorRemedies } from '../../src/errors.ts';
import type { Conduct } from './faultProxy.ts';
import { graceMillis, maxMillis, unhurriedMillis, type Dependency, type Ending, type FaultRig } from './faultRig.ts';

/** What one fault before one server came to. */
export interface FaultRow {
  readonly dependency: Dependency;
  readonly fault: string;
  /** The asks while it lasted. */
  readonly endings: readonly Ending[];
  /** Milliseconds from its end to the first ask that is as good as before; null: none was within 10 s. */
  readonly recoveredAfter: number | null;
  /** What must not be; empty: all is well. */
  readonly problems: readonly string[];
}

const tolerance = 1e-6;
const recoveryMillis = 20_000;

/** Brings a fault about, asks some times meanwhile, ends it, and asks until all is as before. */
export async function judgeFault(
  rig: FaultRig,
  whole: Ending,
  [dependency, fault, conduct]: readonly [Dependency, string, Conduct],
  asks = 2,
): Promise<FaultRow> {
  await rig.begin(dependency, conduct);
  const endings: Ending[] = [];
  try {
    for (let index = 0; index < asks; index += 1) endings.push(await rig.ask());
  } finally {
    await rig.heal(dependency);
  }
  const recoveredAfter = await recovery(rig, whole);
  const problems = endings.flatMap((ending) => problemsOf(ending, whole));
  if (recoveredAfter === null) problems.push('never as before');
  return { dependency, fault, endings, recoveredAfter, problems };
}

function problemsOf({ type, code, confidence, millis }: Ending, whole: Ending): string[] {
  return [
    ...(type === 'Failed' && (code === null || !(code in errorRemedies) || code === 'INTERNAL')
      ? [`untyped: ${code ?? 'nothing'}`]
      : []),
    ...(type === 'nothing' ? ['ended without a word'] : []),
    ...(millis > maxMillis + graceMillis ? [`late: ${Math.round(millis)} ms`] : []),
    ...(confidence > whole.confidence + tolerance ? [`confidence rose from ${whole.confidence} to ${confidence}`] : []),
  ];
}

async function recovery(rig: FaultRig, whole: Ending): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < recoveryMillis) {
    const { type, tier, degraded } = await rig.ask(unhurriedMillis);
    if (type === whole.type && tier === whole.tier && degraded.length === 0) return performance.now() - began;
    await wait(100);
  }
  return null;
}
