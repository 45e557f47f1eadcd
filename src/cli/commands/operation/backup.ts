import type { Command } from '../../command.ts';
import { readAnchor } from '../access/audit.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Save a workspace, or all of them, to one file.',
  usage: 'backup FILE [--all] [--verify]',
  positionals: [1, 1],
  paths: [0],
  examples: ['backup candor.backup --verify', 'backup everything.backup --all'],
  flags: {
    all: { kind: 'switch', summary: 'Every workspace of the database. Default: the one of --workspace.' },
    verify: {
      kind: 'switch',
      summary: 'Restore the file into memory and compare every row; exit code 1 if that fails.',
    },
  },
  notes:
    'The file holds everything: documents, vectors, runs, feedback, calibrations, the audit and the hashes of keys. Keep it as you keep the database. It is whole or not there. "candor restore FILE" brings it back, into the embedded database or a server. --verify needs memory for everything that is saved.',
  async run(context) {
    const [file = ''] = context.positionals;
    const verify = context.flags.isOn('verify');
    return context.withAppOf(context.config, async (app) => {
      const progress = context.progress('Saving', null);
      const saved = await app.backups.backup(file, {
        workspaceIds: context.flags.isOn('all') ? null : [context.config.workspaceId],
        signal: context.signal,
        onProgress: ({ rows, table }) => progress.update(rows, table),
        ...(verify && {
          verify: { onProgress: ({ rows, table }, total) => progress.update(rows, `verifying ${table}`, total) },
        }),
      });
      progress.finish();
      const { workspaces, rows, tables, hash } = saved;
      context.print({
        json: { file, ...saved, verified: verify },
        text: [
          `Saved ${rows} rows of ${Object.keys(tables).length} tables from ${counted(workspaces.length)} to ${file}.`,
          ...(verify ? ['Restored it into memory: every row is the same, and the audit holds.'] : []),
          `SHA-256 of the rows: ${hash}`,
        ].join('\n'),
      });
      return 0 as const;
    });
  },
};

const counted = (workspaces: number): string => (workspaces === 1 ? 'one workspace' : `${workspaces} workspaces`);

const phases = { CHECK: 'checking', UPGRADE: 'bringing up to date', STORE: 'storing' } as const;

export const restore: Command = {
  name: 'restore',
  summary: 'Restore the workspaces of a backup.',
  usage: 'restore FILE [--replace] [--anchor NUMBER:HASH | --without-audit]',
  positionals: [1, 1],
  paths: [0],
  examples: ['restore candor.backup', 'restore candor.backup --replace'],
  ownWorkspace: true,
  flags: {
    replace: {
      kind: 'switch',
      summary: 'Delete the present content of these workspaces. Default: refuse if there is any.',
    },
    anchor: {
      kind: 'text',
      value: 'NUMBER:HASH',
      summary: 'An end of the audit that "candor audit verify" printed: the restored audit must have it.',
    },
    'without-audit': {
      kind: 'switch',
      summary: 'Restore everything but the audit, for one that does not hold; a new audit begins.',
    },
  },
  notes:
    'The file is read to its end before anything is touched; then all of its workspaces are stored, read back and compared in one transaction, or none is. The audit must hold, and is written with the rights of the login that owns the tables. A backup of an earlier version is brought up to date on the way.',
  async run(context) {
    const [file = ''] = context.positionals;
    const anchor = readAnchor(context.flags);
    const withoutAudit = context.flags.isOn('without-audit');
    return context.withAppOf(context.config, async (app) => {
      const progress = context.progress('Restoring', null);
      const restored = await app.backups.restore(file, {
        replace: context.flags.isOn('replace'),
        withoutAudit,
        anchor,
        signal: context.signal,
        onProgress: (phase, { rows, table }, total) => progress.update(rows, `${phases[phase]} ${table}`, total),
      });
      progress.finish();
      const { workspaces, rows, hash, audits } = restored;
      context.print({
        json: { file, ...restored },
        text: [
          `Restored ${rows} rows of ${counted(workspaces.length)} from ${file}, and compared them with it.`,
          ...(withoutAudit ? ['Of these, the rows of the audit were left in the file; a new audit begins.'] : []),
          ...audits
            .filter(({ count }) => count > 0)
            .map(
              ({ workspaceId, count, head }) =>
                `The audit of ${workspaceId} holds: ${count} entries. Its end:\n${head.sequence}:${head.hash}`,
            ),
          `SHA-256 of the rows: ${hash}`,
        ].join('\n'),
      });
      return 0 as const;
    });
  },
};
