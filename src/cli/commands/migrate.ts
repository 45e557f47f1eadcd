import { readMigrations } from '../../db/migrate.ts';
import type { Command } from '../command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: "Bring the database to this version's schema. Every command does so; this one does nothing else.",
  usage: 'migrate [flags]',
  positionals: [0, 0],
  flags: {},
  examples: ['migrate'],
  async run(context) {
    // Opening the app applies what is missing and fails when it cannot: afterwards the newest file is the schema's
    // version.
    return context.withApp(async ({ config }) => {
      const migrations = await readMigrations();
      const schemaVersion = migrations.at(-1)?.version ?? 0;
      const database = config.databaseUrl ? 'server' : 'embedded';
      context.print({
        json: { schemaVersion, migrations: migrations.map(({ name }) => name), database },
        text: `The ${database} database is at schema version ${schemaVersion}.`,
      });
      return 0;
    });
  },
};
