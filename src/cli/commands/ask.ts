import type { AskEvent } from '../../agent/events.ts';
import type { Outcome } from '../../agent/outcome.ts';
import type { AskRequest } from '../../agent/request.ts';
import { CandorError, errorRemedies, type ErrorCode } from '../../errors.ts';
import { cautionFlag, readCaution, readRetrievalFlags, retrievalFlags } from '../askFlags.ts';
import type { Command, CommandContext } from '../command.ts';
import { outcomeJson } from '../outcomeJson.ts';
import { outcomeText } from '../outcomeText.ts';
import { findSources } from '../sources.ts';
import { printable } from '../terminal.ts';

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
  async run(context) {
    return context.withApp(async (app, caller) => {
      const outcome = await finalOutcome(app.ask(caller, readRequest(context), { signal: context.signal }), (text) => { showProvisional(context, text); });
      const sources = await findSources(app, caller, outcome);
      context.print({ json: outcomeJson(outcome, sources), text: outcomeText(outcome, sources, context.terminal.columns) });
      return 0;
    });
  },
};

function readRequest({ flags, positionals }: CommandContext): AskRequest {
  return {
    question: positionals[0] ?? '',
    ...readRetrievalFlags(flags),
    conversationId: flags.text('conversation'),
    caution: readCaution(flags),
    budget: { maxMillis: flags.integer('max-millis'), maxRounds: flags.integer('max-rounds'), maxTokens: flags.integer('max-tokens') },
  };
}

/** What is there before a model has answered, dimmed, to a person alone: a pipe gets the one result. */
function showProvisional({ terminal, flags, quiet }: CommandContext, text: string): void {
  if (terminal.live && !quiet && !flags.isOn('json')) terminal.err(`\u001b[2mProvisional, while the model writes:\n${printable(text)}\u001b[22m\n\n`);
}

/**
 * Reads the events of a question to their end.
 * @throws the fault that ended the run
 */
async function finalOutcome(events: AsyncIterable<AskEvent>, onProvisional: (text: string) => void): Promise<Outcome> {
  for await (const event of events) {
    if (event.type === 'Provisional') onProvisional(event.text);
    if (event.type === 'Finished') return event.outcome;
    if (event.type === 'Failed') throw new CandorError(toCode(event.code), event.message, { remedy: event.remedy, details: { runId: event.runId } });
  }
  throw new CandorError('INTERNAL', 'The question ended without an outcome.');
}

function toCode(code: string): ErrorCode {
  return Object.hasOwn(errorRemedies, code) ? code as ErrorCode : 'INTERNAL';
}
