import { CandorError, messageOf } from '../../errors.ts';
import { asRequested } from './toRun.ts';
import type { AgentParts } from '../parts.ts';
import type { ResolvedRequest } from '../state.ts';

/** With what the statement before it takes to be given up, a run ends within 250 ms of its budget. */
const graceMillis = 150;

/**
 * Waits for a record of a run, but not for a database that is stuck: the caller has an answer or a fault that must not
 * wait. The record may follow.
 * @param millis of the run's time that are left
 * @throws CandorError TIMEOUT, or what the saving threw
 */
export async function saveInTime(saved: Promise<void>, millis: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new CandorError('TIMEOUT', 'The run was not recorded before its time was up; it may be there later.'));
    }, millis + graceMillis);
  });
  try {
    await Promise.race([saved, late]);
  } finally {
    clearTimeout(timer);
    saved.catch(() => undefined);
  }
}

/**
 * Records a run that a fault ended, so that an operator finds it. Recording it is a try: the fault may be the database,
 * and then nothing is tried while that is away.
 */
export async function saveFailedRun(parts: AgentParts, request: ResolvedRequest, fault: CandorError): Promise<void> {
  const millis = performance.now() - request.startedAt;
  const run = {
    ...asRequested(request, parts),
    queries: [],
    outcome: null,
    tier: null,
    confidenceValue: null,
    stopReason: null,
    plan: null,
    reflections: [],
    searches: [],
    prompts: [],
    passages: [],
    candidates: [],
    result: null,
    steps: [{ node: 'fault', startedMillis: millis, millis: 0, detail: { code: fault.code, message: fault.message } }],
    usage: { millis, rounds: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: null },
  };
  parts.countRun?.(request.workspaceId, run);
  if (fault.code === 'DATABASE_UNREACHABLE') return;
  try {
    await saveInTime(parts.saveRun(request.workspaceId, run), 0);
  } catch (error) {
    parts.log.warn('failed run not recorded', { runId: request.runId, error: messageOf(error) });
  }
}
