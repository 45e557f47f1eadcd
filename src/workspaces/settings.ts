import { CandorError } from '../errors.ts';

/** Limits of one run. */
export interface Budget {
  readonly maxMillis: number;
  readonly maxRounds: number;
  readonly maxTokens: number;
}

/** Limits that may be set. Null or left out: not set. */
type Limits = { readonly [Field in keyof Budget]?: Budget[Field] | null | undefined };

/** The limits that a workspace has set. */
export interface BudgetSettings {
  /** Limits of a question that sets none. */
  readonly defaults: Limits;
  /** Limits that no question may exceed. */
  readonly ceilings: Limits;
}

/** The same, with the product's own limits if the workspace has set none. */
export interface WorkspaceBudget {
  readonly defaults: Budget;
  readonly ceilings: Budget;
}

/** A change of a workspace's budget: a limit that is left out stays, null restores the product's own. */
export type BudgetChange = { readonly [Side in keyof BudgetSettings]?: Limits | undefined };

export const unsetBudget: BudgetSettings = { defaults: {}, ceilings: {} };

export const budgetDefaults: Budget = { maxMillis: 20_000, maxRounds: 2, maxTokens: 20_000 };

export const budgetFields = ['maxMillis', 'maxRounds', 'maxTokens'] as const satisfies readonly (keyof Budget)[];

/** The range of each limit; `to` is the product's own ceiling. */
export const budgetRanges: Readonly<Record<keyof Budget, { readonly from: number; readonly to: number }>> = {
  maxMillis: { from: 50, to: 120_000 },
  maxRounds: { from: 1, to: 5 },
  maxTokens: { from: 0, to: 200_000 },
};

/** Returns the limits that apply. A default of the product is capped at the workspace's ceiling. */
export function effectiveBudget({ defaults, ceilings }: BudgetSettings): WorkspaceBudget {
  const ceiling = (field: keyof Budget) => ceilings[field] ?? budgetRanges[field].to;
  const standard = (field: keyof Budget) => Math.min(defaults[field] ?? budgetDefaults[field], ceiling(field));
  return { defaults: each(standard), ceilings: each(ceiling) };
}

/** @throws BAD_INPUT for a limit outside its range, and for a default above its ceiling */
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

/** How certain an answer must be to be given: three measured points of one curve. */
export type Caution = 'STRICT' | 'BALANCED' | 'GENEROUS';

export const cautions = ['STRICT', 'BALANCED', 'GENEROUS'] as const satisfies readonly Caution[];

/** A point of the curve, or a confidence on the product's default scale. */
export type GateSetting = Caution | number;

/** The setting if neither question nor workspace specifies one. */
export const gateDefault: Caution = 'BALANCED';

/**
 * Whose words an answer's text has. QUOTED: the documents'. WRITTEN: the chat model's where they are proven, and the
 * documents' elsewhere.
 */
export const answerWordings = ['QUOTED', 'WRITTEN'] as const;
export type AnswerWording = (typeof answerWordings)[number];

/** The wording if neither question nor workspace specifies one. */
export const wordingDefault: AnswerWording = 'QUOTED';

/** The range of a number: beyond it nothing would be answered, and below it everything. */
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

/** Reads a gate as people write it: a caution in any case, or a number; undefined for anything else. */
export function readGate(text: string): GateSetting | undefined {
  const named = cautions.find((caution) => caution === text.toUpperCase());
  return named ?? (/^\d*\.?\d+$/.test(text) ? Number(text) : undefined);
}
