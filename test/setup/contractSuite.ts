/**
 * The files of a database that `npm test` runs over PGlite, which is what `npm start` uses: what differs there (migrations, the schema's rules, the fences, the queue, backups, folders of documents), a question from end to end, and a plan of every statement of src (statementReport.ts fails where one is left out).
 * The others run on the server (npm run test:native), and over PGlite before a release.
 */
export const contractSuite: readonly string[] = [
  'test/agent/outcomes.db.test.ts',
  'test/agent/purgeRuns.db.test.ts',
  'test/cli/knowledge.db.test.ts',
  'test/cli/renewVectors.db.test.ts',
  'test/db/backup/backup.db.test.ts',
  'test/db/database.db.test.ts',
  'test/db/everyStatement.db.test.ts',
  'test/db/isolation.db.test.ts',
  'test/db/migrate.db.test.ts',
  'test/db/plannedStatements.db.test.ts',
  'test/db/queue.db.test.ts',
  'test/db/schema.db.test.ts',
  'test/graphql/everyNode.db.test.ts',
  'test/graphql/sources.db.test.ts',
  'test/knowledge/aliases.db.test.ts',
  'test/knowledge/drafts.db.test.ts',
  'test/knowledge/hypotheticalRetrieval.db.test.ts',
  'test/knowledge/jobs/renewal.db.test.ts',
  'test/knowledge/sync/pushed.db.test.ts',
  'test/knowledge/sync/schedule.db.test.ts',
  'test/knowledge/sync/syncPath.db.test.ts',
  'test/workspaces/keyLimits.db.test.ts',
  'test/workspaces/spending.db.test.ts',
  'test/workspaces/updateWorkspace.db.test.ts',
];
