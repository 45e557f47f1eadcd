import type { Command } from '../command.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Save a workspace, or all of them, to one file.',
  usage: 'backup FILE [--all]',
  positionals: [1, 1],
  paths: [0],
  examples: ['backup candor.backup', 'backup everything.backup --all'],
  flags: { all: { kind: 'switch', summary: 'Every workspace of the database. Default: the one of --workspace.' } },
  notes:
    'The file holds everything: documents, vectors, runs, feedback, calibrations and the hashes of keys. Keep it as you keep the database. It is whole or not there. "candor restore FILE" brings it back, into the embedded database or a server.',
  async run(context) {
    const [file = ''] = context.positionals;
    return context.withAppOf(context.config, async (app) => {
      const progress = context.progress('Saving', null);
      const saved = await app.backups.backup(file, {
        workspaceIds: context.flags.isOn('all') ? null : [context.config.workspaceId],
        signal: context.signal,
        onProgress: ({ rows, table }) => progress.update(rows, table),
      });
      progress.finish();
      const { workspaces, rows, tables, hash } = saved;
      context.print({
        json: { file, ...saved },
        text: `Saved ${rows} rows of ${Object.keys(tables).length} tables from ${counted(workspaces.length)} to ${file}.\nSHA-256 of the rows: ${hash}`,
      });
      return 0 as const;
    });
  },
};

export const counted = (workspaces: number): string =>
  workspaces === 1 ? 'one workspace' : `${workspaces} workspaces`;
