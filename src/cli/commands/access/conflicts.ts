/** `candor audit conflicts`: finds, lists and resolves contradictions of documents. */
import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import { conflictVerdicts, type FoundConflict } from '../../../learning/audits/foundConflicts.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { wrap } from '../../output/table.ts';

/** @throws BAD_INPUT for a verdict that is none, NOT_FOUND for a conflict that is not there */
export async function auditConflicts(context: CommandContext, app: App, caller: Caller): Promise<ExitCode> {
  const { flags, terminal } = context;
  const id = flags.text('resolve');
  if (id !== undefined) {
    const conflict = await app.conflicts.resolve(caller, id, verdictOf(flags.text('verdict')));
    context.print({ json: { conflict }, text: conflictText(conflict, terminal.columns) });
    return 0;
  }
  const progress = context.progress('comparing documents', null);
  const { done, found } = await app.conflicts.audit(caller, {
    signal: context.signal,
    onProgress: (at) => progress.update(at.done, undefined, at.total),
  });
  progress.finish();
  const conflicts = await app.conflicts.list(caller, flags.isOn('all') ? null : false);
  const summary = `${done} documents compared, ${found} new conflicts.`;
  const texts = conflicts.map((conflict) => conflictText(conflict, terminal.columns));
  context.print({
    json: { comparedCount: done, foundCount: found, conflicts },
    text: [...texts, summary].join('\n\n'),
  });
  return 0;
}

function verdictOf(text: string | undefined) {
  if (text === 'none') return null;
  const verdict = conflictVerdicts.find((each) => each === text?.toUpperCase().replaceAll('-', '_'));
  if (verdict) return verdict;
  throw new CandorError('BAD_INPUT', '--resolve needs a --verdict.', {
    remedy: 'Give --verdict first-holds, second-holds, both-hold, no-conflict or none.',
  });
}

function conflictText({ id, kind, sides, foundAt, verdict }: FoundConflict, columns: number): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const lines = sides.map(({ quote, documentKey, effectiveFrom }, at) => {
    const said = `${at + 1}. “${quote.replaceAll(/\s+/g, ' ')}” (${documentKey}, since ${day(effectiveFrom)})`;
    return `  ${wrap(said, columns - 2, '     ')}`;
  });
  return [`${kind} ${id}, found ${day(foundAt)}${verdict === null ? '' : `, ${verdict}`}`, ...lines].join('\n');
}
