import type { Command } from '../command.ts';
import { counted } from './backup.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Bring back the workspaces of a backup.',
  usage: 'restore FILE [--replace]',
  positionals: [1, 1],
  paths: [0],
  examples: ['restore candor.backup', 'restore candor.backup --replace'],
  ownWorkspace: true,
  flags: {
    replace: {
      kind: 'switch',
      summary: 'Delete what the workspaces of the backup hold now. Default: refuse when one is there.',
    },
  },
  notes:
    'The file is read to its end before anything is touched; then all of its workspaces are stored, read back and compared in one transaction, or none is.',
  async run(context) {
    const [file = ''] = context.positionals;
    return context.withAppOf(context.config, async (app) => {
      const progress = context.progress('Restoring', null);
      const restored = await app.backups.restore(file, {
        replace: context.flags.isOn('replace'),
        signal: context.signal,
        onProgress: (phase, { rows, table }, total) =>
          progress.update(rows, phase === 'CHECK' ? `checking ${table}` : `storing ${table}`, total),
      });
      progress.finish();
      const { workspaces, rows, hash } = restored;
      context.print({
        json: { file, ...restored },
        text: `Restored ${rows} rows of ${counted(workspaces.length)} from ${file}, and compared them with it.\nSHA-256 of the rows: ${hash}`,
      });
      return 0 as const;
    });
  },
};
