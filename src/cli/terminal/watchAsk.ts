import type { AskEvent } from '../../agent/events.ts';
import type { RefineStrategy } from '../../agent/gate/reflection.ts';
import type { CommandContext } from '../command.ts';
import { paintFor } from './paint.ts';
import { clip, wrap } from '../output/table.ts';
import { printable } from './terminal.ts';

export interface AskWatch {
  show(event: AskEvent): void;
  /** Clears what was shown: the outcome takes its place. */
  finish(): void;
}

/** A block is rewritten in place, so it must fit on a screen. */
const mostLines = 14;

const strategies: Readonly<Record<RefineStrategy, string>> = {
  ALIASES: 'with synonyms',
  DECOMPOSE: 'part by part',
  EXPAND: 'with more words',
  SWITCH_ARMS: 'by meaning or by words alone',
  WIDEN: 'for more passages',
  RELAX_FILTER: 'with a looser filter',
};

/** What is at work, then what is there of the answer, to a person alone: a pipe gets the one result. */
export function watchAsk({ terminal, quiet, flags }: Pick<CommandContext, 'terminal' | 'quiet' | 'flags'>): AskWatch {
  if (!terminal.live || quiet || flags.isOn('json')) return { show: () => undefined, finish: () => undefined };
  const paint = paintFor(terminal);
  const width = terminal.columns - 1;
  let shown = 0;
  let provisional: string[] = [];
  const claims: string[] = [];
  const erase = () => {
    if (shown > 0) terminal.err(`${'\u001b[1A'.repeat(shown)}\r\u001b[J`);
    shown = 0;
  };
  const rewrite = (status: string) => {
    const lines = [status, ...provisional, ...claims].slice(0, mostLines);
    erase();
    terminal.err(lines.map((line) => `${paint('dim', clip(printable(line), width))}\n`).join(''));
    shown = lines.length;
  };
  return {
    show: (event) => {
      if (event.type === 'Provisional')
        provisional = ['Provisional, while the model writes:', ...wrap(event.text, width).split('\n')];
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
