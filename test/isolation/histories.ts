import fc from 'fast-check';
import { createRandom } from '../../src/stats.ts';
import { drawnOperation } from './operations.ts';
import type { Rig } from './rig.ts';
import { type Model, Round } from './round.ts';
import { createCanaries } from './world.ts';

const workspaceCounts = [3, 5, 8, 12, 20, 50];
/** Rounds of a history at most: long enough that documents change hands and that the keys of its workspaces, nine of each, are soon outnumbered by what is asked with them; short enough that a failure can be read. */
const roundsOf = (workspaces: number) => Math.max(40, Math.round(800 / workspaces));

export interface Told {
  readonly operations: number;
  /** How often each operation was sent, by how it ended: `search: DONE`. */
  readonly ends: ReadonlyMap<string, number>;
  /** Milliseconds of each operation together: `search`. */
  readonly took: ReadonlyMap<string, number>;
}

/**
 * Histories of 3 to 50 workspaces, until so many operations were sent. Each begins with workspaces of its own beside those of the histories before.
 * @throws the first leak, with the caller, the request and the answer
 */
export async function playHistories(
  rig: Rig,
  operations: number,
  seed: number,
  onHistory?: (told: Told) => void,
): Promise<Told> {
  const ends = new Map<string, number>();
  const took = new Map<string, number>();
  const total = () => [...ends.values()].reduce((sum, count) => sum + count, 0);
  const random = createRandom(seed);
  const draw = createCanaries((count) => Math.floor(random() * count));
  const issued = new Set<string>();
  const newCanary = () => {
    const canary = draw();
    issued.add(canary);
    return canary;
  };
  for (let history = 0; total() < operations; history += 1) {
    const size = workspaceCounts[history % workspaceCounts.length]!;
    const rounds = roundsOf(size);
    const round = fc
      .tuple(
        fc.array(drawnOperation, { minLength: size, maxLength: size, size: 'max' }),
        fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) }),
      )
      .map(([drawn, kills]) => new Round(drawn, kills));
    const setUp = async () => {
      const workspaces = [];
      for (let made = 0; made < size; made += 1) workspaces.push(await rig.newWorkspace(newCanary()));
      const model: Model = { workspaces, newCanary, issued, told: ends, took };
      return { model, real: rig };
    };
    // Nothing is shrunk: a history over a real database does not repeat to the millisecond, and the failure tells what was said to whom.
    await fc.assert(
      fc.asyncProperty(fc.commands([round], { maxCommands: rounds, size: 'max' }), (commands) =>
        fc.asyncModelRun(setUp, commands),
      ),
      { seed: seed + history, numRuns: 1, endOnFailure: true },
    );
    onHistory?.({ operations: total(), ends, took });
  }
  return { operations: total(), ends, took };
}
