import type { MeasuredRun } from '../../telemetry/measures.ts';
import type { Run } from './run.ts';

/** What is counted of a run. Of a fault its code is the reason, which the record keeps as a step. */
export function measuredRun({
  outcome,
  tier,
  stopReason,
  confidenceValue,
  result,
  usage,
  steps,
  budget,
}: Run): MeasuredRun {
  const fault = steps.find(({ node }) => node === 'fault')?.detail['code'];
  return {
    outcome: outcome ?? 'FAILED',
    tier: tier ?? 'NONE',
    stopReason: stopReason ?? (typeof fault === 'string' ? fault : 'INTERNAL'),
    // Of a clarification it is a sentence with the question's words in it.
    reason: result?.type === 'Abstention' ? result.reason : 'NONE',
    confidence: confidenceValue,
    millis: usage.millis,
    maxMillis: budget.maxMillis,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    modelCalls: usage.modelCalls,
    cost: usage.cost,
    stages: steps.filter(({ node }) => node !== 'fault').map(({ node, millis }) => ({ stage: node, millis })),
    degraded: result?.degraded.map(({ part }) => part) ?? [],
  };
}
