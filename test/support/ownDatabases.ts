/** The files that start a database of their own, and why the worker's would not do. Every other file takes workspaces of the worker's, which costs it nothing. */
export const ownDatabases: Readonly<Record<string, string>> = {
  'test/db/database.db.test.ts': 'writes a migration of the future, and sets the role of the session',
  'test/db/migrate.db.test.ts': 'migrates from nothing',
  'test/db/plans.db.slow.test.ts': 'looks at plans, which other rows and statistics change',
  'test/db/schema.db.test.ts': 'changes tables to break rules',
  'test/db/isolation.db.test.ts': 'has tables filled whole',
  'test/knowledge/manyRows.db.test.ts': 'counts what is read of whole tables',
  'test/db/database.native.test.ts': 'ends sessions',
  'test/db/distribute.native.test.ts': 'counts the statements of its database, and moves its shards',
  'test/db/silentServer.native.test.ts': 'reaches it through a proxy that loses bytes',
  'test/agent/cancellation.db.slow.test.ts': 'locks a table',
  'test/agent/scriptedModels.slow.test.ts': 'stops the clock, by which the connections have timers',
  'test/agent/workspaceBudget.db.test.ts': 'closes it',
  'test/retrieval/transient.native.test.ts': 'ends sessions',
  'test/db/backup/moving.native.test.ts': 'saves every workspace',
  'test/db/backup/day.slow.test.ts': 'saves and restores what another has',
  'test/db/backup/everyRow.db.release.test.ts': 'reads whole tables, and the catalogue',
};
