import type { VerifiedClaim } from './verifyClaim.ts';

/** From here a claim follows from its quote more likely than not. */
const entailedFrom = 0.5;

/** How a claim stands to its quote by an entailment model: shares in 0..1 that add up to 1. */
type Shares = Readonly<Record<'entailed' | 'neutral' | 'contradicted', number>>;

/** A claim that the checks left open, with the verdict of an entailment model as its last check. */
export function verifiedBy(claim: VerifiedClaim, { entailed, neutral, contradicted }: Shares): VerifiedClaim {
  const passed = entailed >= entailedFrom;
  const isContradicted = contradicted > entailed && contradicted > neutral;
  const [follows, open, against] = [entailed, neutral, contradicted].map((share) => `${Math.round(share * 100)} %`);
  const detail = `The claim follows from the quote: ${follows}, is left open: ${open}, is contradicted: ${against}.`;
  return {
    ...claim,
    decided: true,
    status: passed ? 'SUPPORTED' : isContradicted ? 'CONTRADICTED' : 'UNSUPPORTED',
    checks: [...claim.checks, { name: 'ENTAILMENT', passed, detail }],
  };
}
