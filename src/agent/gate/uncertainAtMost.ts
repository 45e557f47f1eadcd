import type { Tier } from '../../confidence/signals.ts';

/** The tier, CONFIDENT lowered to UNCERTAIN: for an answer that a reader must check. */
export function uncertainAtMost(tier: Tier): Tier {
  return tier === 'CONFIDENT' ? 'UNCERTAIN' : tier;
}
