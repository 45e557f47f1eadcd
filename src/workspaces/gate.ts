import { CandorError } from '../errors.ts';

/** How sure an answer must be to be given: three measured points of one curve. */
export type Caution = 'STRICT' | 'BALANCED' | 'GENEROUS';

export const cautions = ['STRICT', 'BALANCED', 'GENEROUS'] as const satisfies readonly Caution[];

/** A point of the curve, or a confidence on the scale that ships. */
export type GateSetting = Caution | number;

/** Where neither question nor workspace says anything. */
export const gateDefault: Caution = 'BALANCED';

/** What a number may be: nothing is answered beyond, and all of it below. */
export const gateRange = { from: 0.05, to: 0.95 } as const;

const remedy = `Give STRICT, BALANCED or GENEROUS, or a number from ${gateRange.from} to ${gateRange.to}.`;

/** @throws BAD_INPUT for a number out of range */
export function checkGate(gate: GateSetting): GateSetting {
  if (typeof gate !== 'number' || (gate >= gateRange.from && gate <= gateRange.to)) return gate;
  throw new CandorError('BAD_INPUT', `gate must be a confidence from ${gateRange.from} to ${gateRange.to}.`, {
    details: { field: 'gate', value: gate },
    remedy,
  });
}

/** A gate as people write it: a caution in any case, or a number; undefined for anything else. */
export function readGate(text: string): GateSetting | undefined {
  const named = cautions.find((caution) => caution === text.toUpperCase());
  return named ?? (/^\d*\.?\d+$/.test(text) ? Number(text) : undefined);
}
