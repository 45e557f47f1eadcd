import type { LangGraphRunnableConfig } from '@langchain/langgraph';
import { CandorError } from '../../errors.ts';
import { withLogFields } from '../../log.ts';
import { inSpan } from '../../telemetry/spans.ts';
import type { AskState, AskUpdate } from '../state/askState.ts';
import type { RunStep } from '../state/run.ts';
import type { NodeContext } from './parts.ts';

type Channel = keyof AskState;

/** What a node reads of the state, and what it may write: its type says both. */
export type Node<Read extends Channel, Written extends Channel> = (
  state: Pick<AskState, Read>,
  context: NodeContext,
) => Promise<Pick<AskUpdate, Written>> | Pick<AskUpdate, Written>;

/** Turns a Node into a graph node: measures it, records its step and binds both clocks. */
export function asGraphNode(name: string, node: Node<Channel, Channel>) {
  return async (state: AskState, config: LangGraphRunnableConfig): Promise<AskUpdate> => {
    const { startedAt, budget } = state.request;
    const started = performance.now();
    const millisLeft = Math.max(0, budget.maxMillis - (started - startedAt));
    const timer = new AbortController();
    // setTimeout, not AbortSignal.timeout: the timer must end with the node and must not keep the process alive.
    const timeout = setTimeout(() => {
      timer.abort(new CandorError('TIMEOUT', 'The time of the run is used up.'));
    }, millisLeft);
    let detail: Readonly<Record<string, unknown>> = {};
    try {
      const update = await observed(name, state, () =>
        node(state, {
          signal: config.signal,
          deadline: config.signal ? AbortSignal.any([config.signal, timer.signal]) : timer.signal,
          millisLeft,
          emit: (event) => config.writer?.(event),
          note: (more) => {
            detail = { ...detail, ...more, ...joinedPrompts(detail, more) };
          },
        }),
      );
      return {
        ...update,
        record: { ...update.record, steps: [stepOf(name, startedAt, started, detail)] },
      };
    } finally {
      clearTimeout(timeout);
    }
  };
}

/** Runs a node as operators see it: in a span of its run, with the run's id in each line that is logged meanwhile. */
async function observed(
  name: string,
  { request: { runId } }: Pick<AskState, 'request'>,
  work: () => Promise<AskUpdate> | AskUpdate,
): Promise<AskUpdate> {
  return withLogFields({ runId }, () =>
    inSpan({ name: `node ${name}`, runId, facts: { 'candor.node': name } }, async () => work()),
  );
}

function joinedPrompts(
  { prompts: before }: RunStep['detail'],
  { prompts: more }: RunStep['detail'],
): RunStep['detail'] {
  return Array.isArray(before) && Array.isArray(more)
    ? { prompts: [...(before as unknown[]), ...(more as unknown[])] }
    : {};
}

/** @param startedAt when the run began, and `started` the step, by `performance.now()` */
function stepOf(node: string, startedAt: number, started: number, detail: RunStep['detail']): RunStep {
  return { node, startedMillis: round(started - startedAt), millis: round(performance.now() - started), detail };
}

function round(millis: number): number {
  return Math.round(millis * 100) / 100;
}
