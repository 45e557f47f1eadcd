import { foreignAddresses } from './addresses.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

/** A claim with a link, an image or an address that its quote does not have is not supported: the shortest way from a sentence to a trap. */
export function refuseForeign(claim: VerifiedClaim): VerifiedClaim {
  const foreign = foreignAddresses(claim.draft.text, claim.proof?.quote ?? '');
  if (foreign.length === 0) return claim;
  return {
    ...claim,
    decided: true,
    status: 'UNSUPPORTED',
    checks: [
      ...claim.checks,
      { name: 'NAMES', passed: false, detail: `Links or addresses that are not in the quote: ${foreign.join(', ')}` },
    ],
  };
}
