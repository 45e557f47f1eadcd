import { LRUCache } from 'lru-cache';
import { Counter, Histogram, Registry } from 'prom-client';

/** What is counted for a finished question: names and numbers, no text. */
export interface MeasuredRun {
  /** ANSWER, CLARIFICATION, ABSTENTION; FAILED if a fault ended it. */
  readonly outcome: string;
  /** The tier; NONE for a fault. */
  readonly tier: string;
  /** Why the loop stopped; for a fault, its code. */
  readonly stopReason: string;
  /** Why nothing was answered, or something was asked back; NONE for an answer or a fault. */
  readonly reason: string;
  /** 0..1; null for a fault. */
  readonly confidence: number | null;
  readonly millis: number;
  /** The time limit of its budget. */
  readonly maxMillis: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly modelCalls: number;
  /** US dollars; null if no token prices are configured. */
  readonly cost: number | null;
  readonly stages: readonly { readonly stage: string; readonly millis: number }[];
  /** Components that failed. */
  readonly degraded: readonly string[];
}

/** The metrics of one workspace, or of the whole process. */
interface Measured {
  readonly registry: Registry;
}

/** The counters of this process since it started. Nothing is stored: Prometheus keeps what it scrapes. */
export interface Measures {
  count(workspaceId: string, run: MeasuredRun): void;
  ofProcess(): Measured;
  /** Metrics of a recently active workspace; empty metrics for others. */
  ofWorkspace(workspaceId: string): Measured;
}

/** The metrics of an evicted workspace start at zero again, which Prometheus interprets as a restart. */
const workspacesKept = 500;

const seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const stageSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Reported as 0 before the first of each: a series that begins at 1 has no increase, and the first fault of a process would go unseen. */
const outcomes = ['ANSWER', 'CLARIFICATION', 'ABSTENTION', 'FAILED'];

interface Meters extends Measured {
  count(run: MeasuredRun): void;
}

export function createMeasures(): Measures {
  const process = createMeters();
  const workspaces = new LRUCache<string, Meters>({ max: workspacesKept });
  const metersOf = (workspaceId: string) => {
    const meters = workspaces.get(workspaceId) ?? createMeters();
    workspaces.set(workspaceId, meters);
    return meters;
  };
  return {
    count: (workspaceId, run) => {
      process.count(run);
      metersOf(workspaceId).count(run);
    },
    ofProcess: () => process,
    ofWorkspace: (workspaceId) => workspaces.get(workspaceId) ?? createMeters(),
  };
}

function createMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram({ name, help, buckets, labelNames: [...labelNames], registers });
  const questions = counter(
    'candor_questions_total',
    'Questions by outcome, tier, why the loop stopped and why nothing was answered. FAILED: a fault, with its code as stop_reason.',
    ['outcome', 'tier', 'stop_reason', 'reason'],
  );
  const took = histogram('candor_question_seconds', 'How long questions took.', seconds, ['outcome']);
  for (const outcome of outcomes) took.zero({ outcome });
  const stages = histogram('candor_stage_seconds', 'How long each node of the loop took.', stageSeconds, ['stage']);
  const confidences = histogram('candor_confidence', 'The confidence of outcomes, 0 to 1.', tenths, ['outcome']);
  const budget = histogram(
    'candor_budget_time_share',
    "The part of a question's time budget that it used; above 1 it ended late.",
    [...tenths, 1.25, 1.5],
  );
  const tokens = counter('candor_model_tokens_total', 'Tokens of the chat model.', ['direction']);
  const calls = counter('candor_model_calls_total', 'Calls of the chat model.');
  const cost = counter('candor_model_cost_dollars_total', 'What the tokens cost; 0 where no price is configured.');
  const degraded = counter('candor_degraded_total', 'Parts that were lost while a question was answered.', ['part']);
  return {
    registry,
    count: (run) => {
      const { outcome, tier, stopReason, reason } = run;
      questions.inc({ outcome, tier, stop_reason: stopReason, reason });
      took.observe({ outcome }, run.millis / 1_000);
      if (run.confidence !== null) confidences.observe({ outcome }, run.confidence);
      if (run.maxMillis > 0) budget.observe(run.millis / run.maxMillis);
      for (const { stage, millis } of run.stages) stages.observe({ stage }, millis / 1_000);
      tokens.inc({ direction: 'input' }, run.inputTokens);
      tokens.inc({ direction: 'output' }, run.outputTokens);
      calls.inc(run.modelCalls);
      cost.inc(run.cost ?? 0);
      for (const part of run.degraded) degraded.inc({ part });
    },
  };
}
