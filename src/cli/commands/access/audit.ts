import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import type { AuditAnchor, AuditVerification } from '../../../workspaces/verifyAudit.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import type { Command, CommandContext, ExitCode } from '../../command.ts';
import type { FlagReader } from '../../flags.ts';
import { auditConflicts } from './conflicts.ts';

export const audit: Command = {
  name: 'audit',
  summary:
    'Export and verify the audit of a workspace, set how long it is kept; find documents that contradict each other.',
  usage:
    'audit export   or   audit verify [--anchor NUMBER:HASH]   or   audit keep [--days N]   or   audit conflicts [--resolve ID --verdict VERDICT]',
  positionals: [1, 1],
  flags: {
    anchor: {
      kind: 'text',
      value: 'NUMBER:HASH',
      summary: 'End of the chain printed by an earlier verify, which must still be part of it (verify).',
    },
    resolve: { kind: 'text', value: 'ID', summary: 'Say what holds of a conflict that was found (conflicts).' },
    verdict: {
      kind: 'text',
      value: 'VERDICT',
      summary: 'With --resolve: first-holds, second-holds, both-hold, no-conflict, or none to take it back.',
    },
    all: { kind: 'switch', summary: 'List those of which a person said what holds as well (conflicts).' },
    days: {
      kind: 'integer',
      value: 'N',
      least: 1,
      most: 36_500,
      summary: 'Days to keep it (keep). Default: for ever.',
    },
  },
  examples: ['audit verify', 'audit export > audit.jsonl', 'audit keep --days 365', 'audit conflicts'],
  notes:
    'export writes one JSON object a line, oldest first. Keep what verify prints somewhere else: with it, even a chain that was rewritten as a whole is detected. conflicts compares the documents that are new since the last time, goes on where it was interrupted, and lists where two contradict each other; a verdict stays as long as both say so.',
  async run(context) {
    const [action = ''] = context.positionals;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run)
      throw new CandorError('BAD_INPUT', `"audit ${action}" is not known.`, { remedy: `Usage: candor ${audit.usage}` });
    const anchor = readAnchor(context.flags);
    return context.withApp((app, caller) => run(context, app, caller, anchor));
  },
};

type Action = (context: CommandContext, app: App, caller: Caller, anchor: AuditAnchor | undefined) => Promise<ExitCode>;

const actions: Readonly<Record<string, Action>> = {
  conflicts: auditConflicts,
  export: async ({ terminal }, app, caller) => {
    for await (const entry of app.audit.entries(caller)) terminal.out(`${JSON.stringify(entry)}\n`);
    return 0;
  },
  verify: async (context, app, caller, anchor) => {
    const found = await app.audit.verify(caller, anchor);
    context.print({ json: found, text: verificationText(found) });
    return found.holds ? 0 : 1;
  },
  keep: async (context, app, caller) => {
    const days = await app.audit.setRetention(caller, context.flags.integer('days') ?? null);
    context.print({ json: { days }, text: days === null ? 'Kept for ever.' : `Kept for ${days} days.` });
    return 0;
  },
};

function verificationText({ holds, count, head, problems }: AuditVerification): string {
  const end = `${head.sequence}:${head.hash}`;
  if (holds) return `The audit is whole: ${count} entries. Its end, to be kept elsewhere:\n${end}`;
  return ['The audit was tampered with.', ...problems.map(({ sequence, message }) => `${sequence}  ${message}`)].join(
    '\n',
  );
}

/** The link of a chain that `--anchor` names; undefined: none. @throws BAD_INPUT */
export function readAnchor(flags: FlagReader): AuditAnchor | undefined {
  const text = flags.text('anchor');
  if (text === undefined) return undefined;
  const [, sequence, hash] = /^(\d{1,15}):([\da-f]{64})$/i.exec(text) ?? [];
  if (sequence !== undefined && hash !== undefined) return { sequence: Number(sequence), hash };
  throw new CandorError('BAD_INPUT', `--anchor must be NUMBER:HASH (got "${text}").`, {
    remedy: 'Give it as "candor audit verify" printed it.',
  });
}
