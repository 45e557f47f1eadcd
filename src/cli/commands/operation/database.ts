import { openDatabase } from '../../../db/openDatabase.ts';
import type { Distribution } from '../../../db/distribute.ts';
import { CandorError } from '../../../errors.ts';
import type { Command } from '../../command.ts';
import { readMigrations } from '../../../db/migrate.ts';

export const db: Command = {
  name: 'db',
  summary: 'Distribute the tables over the nodes of Citus.',
  usage: 'db distribute [--shards N]',
  positionals: [1, 1],
  verbs: ['distribute'],
  flags: {
    shards: {
      kind: 'integer',
      value: 'N',
      summary: 'Shards of each table, 1 to 4,096, for the first distribution. Default: citus.shard_count.',
    },
  },
  ownWorkspace: true,
  own: true,
  examples: ['db distribute', 'db distribute --shards 64'],
  notes:
    'For a Postgres with the extension citus, whose nodes are joined; DATABASE_URL is its coordinator, as the login that owns the tables. Every table is distributed by workspace, all of a workspace on one node, and it is verified that they lie so. What was distributed before stays as it is: run it again whenever in doubt. Stop every other process of Candor first. docs/scaling.md has the steps before and after.',
  async run({ config, flags, positionals, print }) {
    if (positionals[0] !== 'distribute')
      throw new CandorError('BAD_INPUT', `"${positionals[0] ?? ''}" is nothing that db does.`, {
        remedy: 'Write "candor db distribute".',
      });
    if (config.databaseUrl === undefined)
      throw new CandorError('BAD_INPUT', 'The embedded database cannot be distributed.', {
        remedy: 'Set DATABASE_URL to the coordinator of a Citus.',
      });
    const shards = flags.integer('shards');
    if (shards !== undefined && (shards < 1 || shards > 4_096))
      throw new CandorError('BAD_INPUT', `--shards cannot be ${shards}.`, {
        details: { flag: '--shards' },
        remedy: 'Write --shards 1 to 4096.',
      });
    const database = await openDatabase({ databaseUrl: config.databaseUrl, dataFolder: config.dataFolder });
    try {
      const done = await database.distribute({ shards });
      print({ json: done, text: distributionText(done) });
    } finally {
      await database.close();
    }
    return 0;
  },
};

function distributionText({ tables, distributed, functions, shards, nodes }: Distribution): string {
  const before = tables.length - distributed.length;
  return [
    `${tables.length} tables lie in ${shards} shards each on ${nodes} ${nodes === 1 ? 'node' : 'nodes'}, all of a workspace together.`,
    `Distributed now: ${distributed.length}${before > 0 ? `; before: ${before}` : ''}. Search functions rewritten: ${functions.length}.`,
  ].join('\n');
}

export const migrate: Command = {
  name: 'migrate',
  summary: "Bring the database to this version's schema. Every command does so; this one does nothing else.",
  usage: 'migrate [flags]',
  positionals: [0, 0],
  flags: {},
  examples: ['migrate'],
  async run(context) {
    // Opening the app applies missing migrations and fails if it cannot. Afterwards the newest migration file is the
    // version of the schema.
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
