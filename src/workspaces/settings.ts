import { CandorError } from '../errors.ts';

/** Limits of one run. */
export interface Budget {
  readonly maxMillis: number;
  readonly maxRounds: number;
  readonly maxTokens: number;
}

/** Limits that somebody may have set. Null or left out: nobody did. */
type Limits = { readonly [Field in keyof Budget]?: Budget[Field] | null | undefined };

/** What a workspace has set of its own. */
export interface BudgetSettings {
  /** What a question takes that says nothing. */
  readonly defaults: Limits;
  /** What no question exceeds. */
  readonly ceilings: Limits;
}

/** The same with the product's own where the workspace has set nothing. */
export interface WorkspaceBudget {
  readonly defaults: Budget;
  readonly ceilings: Budget;
}

/** A change of a workspace's budget: what is left out stays, null goes back to the product's own. */
export type BudgetChange = { readonly [Side in keyof BudgetSettings]?: Limits | undefined };

export const unsetBudget: BudgetSettings = { defaults: {}, ceilings: {} };

export const budgetDefaults: Budget = { maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 };

export const budgetFields = ['maxMillis', 'maxRounds', 'maxTokens'] as const satisfies readonly (keyof Budget)[];

/** What a limit may be; `to` is the product's own ceiling. */
export const budgetRanges: Readonly<Record<keyof Budget, { readonly from: number; readonly to: number }>> = {
  maxMillis: { from: 50, to: 120_000 },
  maxRounds: { from: 1, to: 5 },
  maxTokens: { from: 0, to: 200_000 },
};

/** A default that is the product's own is cut to the workspace's ceiling. */
export function effectiveBudget({ defaults, ceilings }: BudgetSettings): WorkspaceBudget {
  const ceiling = (field: keyof Budget) => ceilings[field] ?? budgetRanges[field].to;
  const standard = (field: keyof Budget) => Math.min(defaults[field] ?? budgetDefaults[field], ceiling(field));
  return { defaults: each(standard), ceilings: each(ceiling) };
}

/** @throws BAD_INPUT for a limit outside of its range, and for a default above its ceiling */
export function checkSettings({ defaults, ceilings }: BudgetSettings): void {
  for (const field of budgetFields) {
    const { from, to } = budgetRanges[field];
    for (const [side, limits] of [
      ['defaults', defaults],
      ['ceilings', ceilings],
    ] as const) {
      const value = limits[field] ?? from;
      if (!Number.isInteger(value) || value < from || value > to)
        throw badLimit(`${side}.${field}`, `must be a whole number from ${from} to ${to}`, value);
    }
    const [standard, ceiling] = [defaults[field] ?? from, ceilings[field] ?? to];
    if (standard > ceiling) throw badLimit(`defaults.${field}`, `is above its ceiling, ${ceiling}`, standard);
  }
}

function badLimit(field: string, problem: string, value: number): CandorError {
  return new CandorError('BAD_INPUT', `${field} ${problem}.`, { details: { field, value } });
}

const each = (limit: (field: keyof Budget) => number): Budget => ({
  maxMillis: limit('maxMillis'),
  maxRounds: limit('maxRounds'),
  maxTokens: limit('maxTokens'),
});

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
