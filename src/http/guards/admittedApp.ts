import type { AskEvent } from '../../agent/events.ts';
import type { App } from '../../app.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { Admission } from './admission.ts';

/**
 * The app as callers over the network have it: what searches, reads or asks a model waits for its turn. The command
 * line and `eval` have the app itself.
 */
export function admittedApp(app: App, admission: Admission): App {
  const inTurn = async <Result>(
    { workspaceId }: Caller,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const leave = await admission.enter(workspaceId, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return {
    ...app,
    ask: (caller, request, options = {}) =>
      askInTurn(
        () => admission.enter(caller.workspaceId, options.signal),
        () => app.ask(caller, request, options),
      ),
    search: (caller, request, options = {}) =>
      inTurn(caller, options.signal, () => app.search(caller, request, options)),
    gaps: (caller, request) => inTurn(caller, request.signal, () => app.gaps(caller, request)),
    runs: {
      ...app.runs,
      explainMiss: (caller, runId, documentId, options = {}) =>
        inTurn(caller, options.signal, () => app.runs.explainMiss(caller, runId, documentId, options)),
      replay: (caller, id, overrides, options = {}) =>
        inTurn(caller, options.signal, () => app.runs.replay(caller, id, overrides, options)),
    },
    grounding: {
      verifyCitation: (caller, request, options = {}) =>
        inTurn(caller, options.signal, () => app.grounding.verifyCitation(caller, request, options)),
      check: (caller, request, options = {}) =>
        inTurn(caller, options.signal, () => app.grounding.check(caller, request, options)),
    },
  };
}

async function* askInTurn(
  enter: () => Promise<() => void>,
  ask: () => AsyncIterable<AskEvent>,
): AsyncGenerator<AskEvent, void, undefined> {
  const leave = await enter();
  try {
    yield* ask();
  } finally {
    leave();
  }
}
