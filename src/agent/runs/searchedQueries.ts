import { z } from 'zod';
import type { RunStep } from './run.ts';

const retrieveDetail = z.object({ queries: z.array(z.string()) });

/** What the rounds of a run searched, in order, each once, from what the steps of an older run note: a round that ran out of time notes nothing. */
export function searchedQueries(steps: readonly RunStep[]): string[] {
  const rounds = steps
    .filter((step) => step.node === 'retrieve' || step.node === 'merge')
    .map((step) => retrieveDetail.safeParse(step.detail));
  return [...new Set(rounds.flatMap((round) => (round.success ? round.data.queries : [])))];
}
