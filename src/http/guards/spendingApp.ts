import type { AskEvent } from '../../agent/state/events.ts';
import type { AskRequest } from '../../agent/state/request.ts';
import type { App } from '../../app/app.ts';
import type { AskOptions } from '../../app/verbs.ts';
import { messageOf } from '../../errors.ts';
import { type Caller, checkConversation } from '../../workspaces/caller.ts';
import { inLastMillis } from './inLastMillis.ts';

/**
 * The app with its questions, searches, choices, and checks of texts and citations counted against the allowances of its
 * callers.
 */
export function spendingApp(app: App): App {
  /** These use no model and therefore no tokens. */
  const counted = async <Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> => {
    await app.spending.reserve(caller, { question: '', budget: { maxTokens: 0 } });
    return work();
  };
  return {
    ...app,
    ask: (caller, request, options) => askCounted(app, caller, request, options),
    search: (caller, request, options) => counted(caller, () => app.search(caller, request, options)),
    grounding: {
      verifyCitation: (caller, request, options) =>
        counted(caller, () => app.grounding.verifyCitation(caller, request, options)),
      // The most expensive thing that a public key may do besides asking: it checks 20,000 characters, claim by claim.
      check: (caller, request, options) => counted(caller, () => app.grounding.check(caller, request, options)),
    },
    // One click of a page that everybody may open, and a write.
    feedback: { ...app.feedback, choose: (caller, input) => counted(caller, () => app.feedback.choose(caller, input)) },
    runs: {
      ...app.runs,
      explainMiss: (caller, runId, documentId, options) =>
        counted(caller, () => app.runs.explainMiss(caller, runId, documentId, options)),
      replay: async (caller, id, overrides, options) => {
        const reserved = await app.spending.reserve(caller, { question: '', budget: overrides.budget });
        if (!reserved) return app.runs.replay(caller, id, overrides, options);
        let tokens = reserved.reservation.tokens;
        try {
          // The allowance of the original run is not what is left now.
          const budget = { ...overrides.budget, maxTokens: tokens };
          const replay = await app.runs.replay(caller, id, { ...overrides, budget }, options);
          tokens = tokensOf(replay.run.usage);
          return replay;
        } finally {
          await settle(app, caller, reserved.reservation, tokens);
        }
      },
    },
  };
}

const tokensOf = ({ inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number }) =>
  inputTokens + outputTokens;

/**
 * A question that ends without an outcome, because of a fault or because the client disconnected, is charged the most
 * that it could have used: its actual usage is not known.
 */
async function* askCounted(
  app: App,
  caller: Caller,
  request: AskRequest,
  options: AskOptions | undefined,
): AsyncGenerator<AskEvent, void, undefined> {
  checkConversation(caller, request.conversationId);
  const timed = { ...options, startedAt: performance.now() };
  const reserved = await app.spending.reserve(caller, request);
  if (!reserved) {
    yield* app.ask(caller, request, timed);
    return;
  }
  let tokens = reserved.reservation.tokens;
  let last: AskEvent | undefined;
  try {
    for await (const event of app.ask(caller, reserved.request, timed)) {
      last = event;
      if (event.type === 'Finished') tokens = tokensOf(event.outcome.usage);
      yield event;
    }
  } finally {
    await settle(app, caller, reserved.reservation, tokens, (write) => inLastMillis(app, timed.startedAt, last, write));
  }
}

/** A reservation that cannot be settled now is charged in full when it expires. */
async function settle(
  app: App,
  caller: Caller,
  reservation: Parameters<App['spending']['settle']>[1],
  tokens: number,
  inTime = (write: Promise<void>) => write,
): Promise<void> {
  await inTime(app.spending.settle(caller, reservation, tokens)).catch((error: unknown) => {
    app.log.warn('a reservation was not settled', { reservation: reservation.id, error: messageOf(error) });
  });
}
