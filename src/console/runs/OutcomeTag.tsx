import type { RunOutcome, Tier } from '../generated/graphql.ts';
import { words } from '../words/words.ts';

/** How a run ended, in a word. */
export function OutcomeTag({ outcome, tier }: { readonly outcome: RunOutcome | null; readonly tier: Tier | null }) {
  if (outcome === null || tier === null) return <span className="tag bad">{words.runs.fault}</span>;
  const look = outcome === 'ANSWER' ? (tier === 'CONFIDENT' ? 'good' : 'doubt') : '';
  return (
    <span className={`tag ${look}`}>{outcome === 'ANSWER' ? words.tiers[tier] : words.runs.outcomes[outcome]}</span>
  );
}
