import type { AskEvent } from '../../agent/events.ts';
import type { Outcome } from '../../agent/outcome.ts';
import type { AskRequest } from '../../agent/request.ts';
import { CandorError, errorRemedies, type ErrorCode } from '../../errors.ts';
import { cautionFlag, readCaution, readRetrievalFlags, retrievalFlags } from '../askFlags.ts';
import type { Command, CommandContext } from '../command.ts';
import type { ExitCode } from '../exitCode.ts';
import { outcomeJson } from '../output/outcomeJson.ts';
import { outcomeText } from '../output/outcomeText.ts';
import { paintFor, printableCopy } from '../terminal/paint.ts';
import { findSources, printableSources } from '../output/sources.ts';
import { watchAsk, type AskWatch } from '../terminal/watchAsk.ts';

/** So that a script can tell an answer from the lack of one; both are results and no faults. */
const exitCodes = { Answer: 0, Abstention: 3, Clarification: 4 } as const satisfies Record<Outcome['type'], ExitCode>;

export const ask: Command = {
  name: 'ask',
  summary: 'Answer a question, with the citations that prove the answer, or say why not.',
  usage: 'ask "QUESTION" [flags]',
  positionals: [1, 1],
  flags: {
    ...retrievalFlags,
    caution: cautionFlag,
    'max-millis': { kind: 'integer', value: 'N', summary: 'Time for the whole question.' },
    'max-rounds': { kind: 'integer', value: 'N', summary: 'Rounds of retrieval.' },
    'max-tokens': { kind: 'integer', value: 'N', summary: 'Model tokens, in and out together. 0: no model is called.' },
    conversation: { kind: 'text', value: 'ID', summary: 'Conversation that the question belongs to.' },
  },
  examples: [
    'candor ask "How long do refunds take?"',
    'candor ask "What did a seat cost?" --as-of 2024-06-01',
    'candor ask "Who approves expenses?" --tags finance --json',
    'candor ask "Can I bring a dog?" --quiet && echo answered',
  ],
  notes:
    'Exit codes: 0 answered, 3 not answered, 4 a clarifying question, 1 a fault, 2 wrong usage. On a screen it shows what it does meanwhile; NO_COLOR=1 turns colours off.',
  async run(context) {
    return context.withApp(async (app, caller) => {
      const watch = watchAsk(context);
      const events = app.ask(caller, readRequest(context), { signal: context.signal });
      const outcome = await finalOutcome(events, watch).finally(() => watch.finish());
      const sources = await findSources(app, caller, outcome);
      const { columns } = context.terminal;
      context.print({
        json: outcomeJson(outcome, sources),
        text: outcomeText(printableCopy(outcome), printableSources(sources), columns, paintFor(context.terminal)),
        painted: true,
      });
      return exitCodes[outcome.type];
    });
  },
};

function readRequest({ flags, positionals }: CommandContext): AskRequest {
  return {
    question: positionals[0] ?? '',
    ...readRetrievalFlags(flags),
    conversationId: flags.text('conversation'),
    caution: readCaution(flags),
    budget: {
      maxMillis: flags.integer('max-millis'),
      maxRounds: flags.integer('max-rounds'),
      maxTokens: flags.integer('max-tokens'),
    },
  };
}

/**
 * Reads the events of a question to their end.
 * @throws the fault that ended the run
 */
async function finalOutcome(events: AsyncIterable<AskEvent>, watch: AskWatch): Promise<Outcome> {
  for await (const event of events) {
    watch.show(event);
    if (event.type === 'Finished') return event.outcome;
    if (event.type === 'Failed')
      throw new CandorError(toCode(event.code), event.message, {
        remedy: event.remedy,
        details: { runId: event.runId },
      });
  }
  throw new CandorError('INTERNAL', 'The question ended without an outcome.');
}

function toCode(code: string): ErrorCode {
  return Object.hasOwn(errorRemedies, code) ? (code as ErrorCode) : 'INTERNAL';
}
