/** The gate of BALANCED on the scale that Candor ships with: `cautionGates.BALANCED` in src/confidence/score.ts. */
const balanced = 0.508;
/** The range that the server accepts for a gate set as a number. */
const [least, most] = [0.05, 0.95];

const logOdds = (share: number) => Math.log(share / (1 - share));
const share = (odds: number) => 1 / (1 + Math.exp(-odds));

/**
 * Returns the number to set so that answers begin at `gate`. A number is set on the shipped scale. A calibration moves
 * it as far from its own gate, in log odds, as it is from BALANCED. The slider shows the resulting gate, because the
 * questions beside it are counted by that.
 *
 * @param gate the minimum confidence of an answer, 0 to 1
 * @param calibrated the gate of the calibration in use, 0 to 1; null: none is in use
 */
export function numberToSet(gate: number, calibrated: number | null): number {
  if (calibrated === null) return gate;
  const number = share(logOdds(gate) - logOdds(calibrated) + logOdds(balanced));
  return Math.min(most, Math.max(least, number));
}
