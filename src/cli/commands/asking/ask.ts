import { finalOutcome } from '../../../agent/ask.ts';
import type { AskEvent } from '../../../agent/state/events.ts';
import type { Outcome } from '../../../agent/state/outcome.ts';
import type { AskRequest } from '../../../agent/state/request.ts';
import {
  cautionFlag,
  readCaution,
  readRetrievalFlags,
  readWording,
  retrievalFlags,
  wordingFlag,
} from '../../askFlags.ts';
import type { Command, CommandContext, ExitCode } from '../../command.ts';
import {
  findSources,
  outcomeJson,
  outcomeText,
  printableSources,
  writtenHeading,
  writtenLine,
} from '../../output/outcomeText.ts';
import { paintFor, printableCopy, printable } from '../../terminal.ts';
import type { RefineStrategy } from '../../../agent/state/reflection.ts';
import { clip, wrap } from '../../output/table.ts';

/** Lets a script distinguish an answer from the lack of one; both are results, not faults. */
const exitCodes = { Answer: 0, Abstention: 3, Clarification: 4 } as const satisfies Record<Outcome['type'], ExitCode>;

export const ask: Command = {
  name: 'ask',
  summary: 'Answer a question with citations, or say why there is no answer.',
  usage: 'ask "QUESTION" [flags]',
  positionals: [1, 1],
  flags: {
    ...retrievalFlags,
    caution: cautionFlag,
    wording: wordingFlag,
    'max-millis': { kind: 'integer', value: 'N', summary: 'Time for the whole question.' },
    'max-rounds': { kind: 'integer', value: 'N', summary: 'Rounds of retrieval.' },
    'max-tokens': {
      kind: 'integer',
      value: 'N',
      summary: 'Model tokens, input and output together. 0: no model is called.',
    },
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
      const outcome = await finalOutcome(events, watch.show).finally(watch.finish);
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
    wording: readWording(flags),
    budget: {
      maxMillis: flags.integer('max-millis'),
      maxRounds: flags.integer('max-rounds'),
      maxTokens: flags.integer('max-tokens'),
    },
  };
}

interface AskWatch {
  readonly show: (event: AskEvent) => void;
  /** Clears what was shown, so that the outcome takes its place. */
  readonly finish: () => void;
}

/** A block is rewritten in place, so it must fit on the screen. */
const mostLines = 14;

const strategies: Readonly<Record<RefineStrategy, string>> = {
  ALIASES: 'with synonyms',
  DECOMPOSE: 'part by part',
  EXPAND: 'with more words',
  SWITCH_ARMS: 'by meaning or by words alone',
  WIDEN: 'for more passages',
  RELAX_FILTER: 'with a looser filter',
};

/** Shows a person first what is being done, then the answer as it emerges. A pipe gets only the final result. */
function watchAsk({ terminal, quiet, flags }: Pick<CommandContext, 'terminal' | 'quiet' | 'flags'>): AskWatch {
  if (!terminal.live || quiet || flags.isOn('json')) return { show: () => undefined, finish: () => undefined };
  const paint = paintFor(terminal);
  const width = terminal.columns - 1;
  let shown = 0;
  let provisional: string[] = [];
  let written: string[] = [];
  const claims: string[] = [];
  const erase = () => {
    if (shown > 0) terminal.err(`${'\u001b[1A'.repeat(shown)}\r\u001b[J`);
    shown = 0;
  };
  const rewrite = (status: string) => {
    const lines = [status, ...provisional, ...claims, ...written].slice(0, mostLines);
    erase();
    terminal.err(lines.map((line) => `${paint('dim', clip(printable(line), width))}\n`).join(''));
    shown = lines.length;
  };
  return {
    show: (event) => {
      if (event.type === 'Provisional') {
        provisional = ['Provisional, while the model writes:', ...wrap(event.text, width).split('\n')];
        const sentences = event.claims.flatMap((claim) => ('answerSpan' in claim ? [] : writtenLine(claim)));
        written = sentences.length > 0 ? [writtenHeading, ...sentences] : [];
      }
      if (event.type === 'ClaimVerified')
        claims.push(`${event.claim.status === 'SUPPORTED' ? '✓' : '✗'} ${event.claim.text}`);
      const status = statusOf(event);
      if (status !== undefined) rewrite(`${status} · ${(event.elapsedMillis / 1_000).toFixed(1)} s`);
    },
    finish: erase,
  };
}

function statusOf(event: AskEvent): string | undefined {
  switch (event.type) {
    case 'Planned':
      return event.plan.queries.length > 1 ? `Searching, in ${event.plan.queries.length} parts` : 'Searching';
    case 'Retrieved':
      return `Reading ${event.passageCount} passages`;
    case 'Reflected':
      return `Confidence ${event.confidence.display.toFixed(0)} of 100`;
    case 'Refined':
      return `Searching again ${strategies[event.strategy]}`;
    case 'Provisional':
      return 'The model writes';
    case 'Writing':
      return 'Writing';
    case 'ClaimVerified':
      return 'Checking claims';
    case 'Finished':
    case 'Failed':
      return undefined;
  }
}
