import { z } from 'zod';
import { noSignals } from '../../confidence/computeSignals.ts';
import type { Confidence } from '../../confidence/signals.ts';
import type { DroppedClaim } from '../../grounding/claims/claim.ts';
import { noFacts } from '../../grounding/reading/namedFacts.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { presets } from '../../retrieval/presets.ts';
import { budgetDefaults } from '../../workspaces/budget.ts';
import type { ClarificationOption, NextStep, Outcome, Usage } from '../outcome.ts';
import type { Plan, TimeScope } from '../question/plan.ts';
import { recordedPrompts } from './recordedPrompts.ts';
import type { Run, RunStep } from './run.ts';
import type { RunRow } from './runs.sql.ts';

/** Fields that runs were first recorded without. */
type LaterField =
  | 'settings'
  | 'filter'
  | 'asOf'
  | 'language'
  | 'queries'
  | 'reflections'
  | 'searches'
  | 'prompts'
  | 'budget'
  | 'gate'
  | 'replayOf'
  | 'askedBy';
type Written = Omit<Run, LaterField> & Partial<Pick<Run, LaterField>>;

/** JSON keeps dates as text: they become dates again. The record was written by `saveRun` alone, so its shape is that of Run, or of an older one. */
export function reviveRun(row: RunRow): Run {
  const run = withLaterFields(reviveDates(row.record) as unknown as Written, row.created_at);
  return {
    ...run,
    accessGroups: row.access_groups,
    createdAt: row.created_at,
    plan: run.plan && revivePlan(run.plan, run),
    usage: reviveUsage(run.usage),
    passages: run.passages.map((passage) => revivePassage(passage)),
    result: run.result && reviveOutcome(run.result),
  };
}

/** An older run tells its preset alone: its settings, no filter, everybody's budget, and the instant it was asked. */
function withLaterFields(run: Written, createdAt: Date): Run {
  const {
    filter = {},
    asOf = createdAt,
    language = null,
    queries = searchedQueries(run.steps),
    prompts = recordedPrompts(run.steps),
  } = run;
  const {
    reflections = [],
    searches = [],
    budget = budgetDefaults,
    gate = null,
    replayOf = null,
    askedBy = null,
  } = run;
  return {
    ...run,
    settings: { ...presets[run.preset].settings, ...run.settings },
    filter,
    asOf,
    language,
    queries,
    reflections,
    searches,
    prompts,
    budget,
    gate,
    replayOf,
    askedBy,
  };
}

/** An older plan knows the kind and the queries alone. */
function revivePlan(plan: Plan, { question, settings }: Run): Plan {
  const {
    topK = settings.topK,
    standalone = question,
    facts = noFacts,
    time = null,
    decidedBy = 'RULES',
    dependent = [],
  } = plan as Partial<Plan>;
  return { ...plan, topK, standalone, dependent, facts, time: time && reviveTime(time), decidedBy };
}

/** Not by `reviveDates`: a step may well note something else under the names `from` and `until`. */
function reviveTime({ from, until, ...time }: TimeScope): TimeScope {
  return { ...time, from: from && new Date(from), until: until && new Date(until) };
}

function reviveUsage(usage: Usage): Usage {
  const { cost = null } = usage as Partial<Usage>;
  return { ...usage, cost };
}

/** An older run knows nothing of copies, trust, adjustments and rerankers. */
function revivePassage(passage: Passage): Passage {
  const {
    duplicateGroup = null,
    duplicates = [],
    trust = 'NORMAL',
    layout = 'CERTAIN',
    documentCreatedAt = passage.updatedAt,
  } = passage as Partial<Passage>;
  const { adjustments = [], rerank = null } = passage.trace as Partial<Passage['trace']>;
  return {
    ...passage,
    duplicateGroup,
    duplicates,
    trust,
    layout,
    documentCreatedAt,
    trace: { ...passage.trace, adjustments, rerank },
  };
}

function reviveOutcome(outcome: Outcome): Outcome {
  const [usage, confidence] = [reviveUsage(outcome.usage), reviveConfidence(outcome.confidence)];
  switch (outcome.type) {
    case 'Answer':
      return {
        ...outcome,
        usage,
        confidence,
        droppedClaims: outcome.droppedClaims.map((claim) => reviveDropped(claim)),
      };
    case 'Clarification':
      return { ...outcome, usage, confidence, options: outcome.options.map((option) => reviveOption(option)) };
    case 'Abstention':
      return {
        ...outcome,
        usage,
        confidence,
        nextSteps: outcome.nextSteps.map((step) => reviveStep(step)),
        nearest: outcome.nearest.map((passage) => revivePassage(passage)),
      };
  }
}

/** Not by `reviveDates`: a message may well be told under the name `createdAt`. */
/** An older run has fewer signals. */
function reviveConfidence(confidence: Confidence): Confidence {
  const { calibration, signals } = confidence;
  return {
    ...confidence,
    signals: { ...noSignals, ...signals },
    calibration: calibration && { ...calibration, createdAt: new Date(calibration.createdAt) },
  };
}

/** An older claim was dropped without its evidence. */
function reviveDropped(claim: DroppedClaim): DroppedClaim {
  const { evidence = null } = claim as Partial<DroppedClaim>;
  return { ...claim, evidence };
}

/** An older option was a question as it stood, and nothing had been tried with it. */
function reviveOption(option: ClarificationOption): ClarificationOption {
  const { question = option.text, documentIds = [], confidence = 0 } = option as Partial<ClarificationOption>;
  return { ...option, question, documentIds, confidence };
}

function reviveStep(step: NextStep): NextStep {
  const { terms = [], filterField = null, owner = null } = step as Partial<NextStep>;
  return { ...step, terms, filterField, owner };
}

/** The fields of a recorded run that hold an instant. */
const instants: ReadonlySet<string> = new Set([
  'updatedAt',
  'effectiveFrom',
  'effectiveUntil',
  'expiresAt',
  'changedAt',
  'documentCreatedAt',
  'asOf',
  'updatedAfter',
  'updatedBefore',
]);

/** A value as it was before it became JSON: the text of its instants becomes dates again, however deep they stand. */
export function reviveDates<Value>(value: Value): Value;
export function reviveDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => reviveDates(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]: [string, unknown]) => [
      name,
      instants.has(name) && typeof entry === 'string' ? new Date(entry) : reviveDates(entry),
    ]),
  );
}

const retrieveDetail = z.object({ queries: z.array(z.string()) });

/** What the rounds of a run searched, in order, each once, from what the steps of an older run note: a round that ran out of time notes nothing. */
function searchedQueries(steps: readonly RunStep[]): string[] {
  const rounds = steps
    .filter((step) => step.node === 'retrieve' || step.node === 'merge')
    .map((step) => retrieveDetail.safeParse(step.detail));
  return [...new Set(rounds.flatMap((round) => (round.success ? round.data.queries : [])))];
}
