import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { CandorError, isCandorError } from '../../errors.ts';
import type { Execution } from '../../graphql/execute.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { Authenticate, Credentials } from '../authenticate.ts';

/** How often the key of a running subscription is looked up; with a look-up of a second, it ends within two. */
const everyMillis = 1_000;

/** Ends subscriptions whose key was revoked, has expired or has lost rights since they began. */
export interface KeyWatch {
  /** Returns a signal for the context of an operation; it aborts with the fault of the key. */
  open(credentials: Credentials, caller: Caller): KeySignal;
  /** Says which context has the signal. */
  bind(context: object, key: KeySignal): void;
  /** Runs a subscription and looks at its key until it ends. */
  readonly subscribe: Execution['subscribe'];
}

interface KeySignal {
  readonly signal: AbortSignal;
  /** Begins to look; returns what ends it. */
  start(): () => void;
}

export function createKeyWatch(authenticate: Authenticate, subscribe: Execution['subscribe']): KeyWatch {
  const keys = new WeakMap<object, KeySignal>();
  return {
    open: (credentials, caller) => {
      const controller = new AbortController();
      return { signal: controller.signal, start: () => look(authenticate, { credentials, caller, controller }) };
    },
    bind: (context, key) => void keys.set(context, key),
    subscribe: async (args: ExecutionArgs) => {
      const result = await subscribe(args);
      const key = keys.get(args.contextValue as object);
      return key && Symbol.asyncIterator in result ? whileIterated(result, key.start()) : result;
    },
  };
}

interface Looking {
  readonly credentials: Credentials;
  readonly caller: Caller;
  readonly controller: AbortController;
}

/** One look-up at a time: a busy database gets no second one. */
function look(authenticate: Authenticate, { credentials, caller, controller }: Looking): () => void {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void faultOfKey(authenticate, credentials, caller)
      .then((fault) => fault && controller.abort(fault))
      .finally(() => {
        isBusy = false;
      });
  }, everyMillis).unref();
  return () => {
    clearInterval(timer);
  };
}

/** Undefined while the key opens what it did, and where that cannot be known now. */
async function faultOfKey(
  authenticate: Authenticate,
  credentials: Credentials,
  caller: Caller,
): Promise<CandorError | undefined> {
  try {
    return rightsOf(await authenticate(credentials)) === rightsOf(caller)
      ? undefined
      : new CandorError('UNAUTHENTICATED', 'The rights of the key have changed.', { remedy: 'Subscribe again.' });
  } catch (error) {
    return isCandorError(error, 'UNAUTHENTICATED') || isCandorError(error, 'FORBIDDEN') ? error : undefined;
  }
}

const rightsOf = ({ workspaceId, keyId, role, accessGroups, scopes, runs }: Caller): string =>
  JSON.stringify([workspaceId, keyId, role, accessGroups, scopes, runs]);

/** The same results; `end` is called when there are no more of them. */
function whileIterated(
  source: AsyncIterableIterator<ExecutionResult>,
  end: () => void,
): AsyncIterableIterator<ExecutionResult> {
  return {
    next: async () => {
      const result = await source.next().catch((error: unknown) => {
        end();
        throw error;
      });
      if (result.done) end();
      return result;
    },
    return: async () => {
      end();
      return (await source.return?.()) ?? { done: true, value: undefined };
    },
    throw: async (error) => {
      end();
      return (await source.throw?.(error)) ?? { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
