/**
 * The files of a database that `npm test` runs over PGlite, which is what `npm start` uses: at most a third of them. Together they execute every statement of src (statementReport.ts fails where one is left out), and they are what differs there: migrations, the schema's rules, the fences, the queue, backups.
 * The others run on the server (npm run test:native), and over PGlite before a release.
 */
export const contractSuite: readonly string[] = [
  'test/agent/outcomes.db.test.ts',
  'test/agent/purgeRuns.db.test.ts',
  'test/agent/verifyCitation.db.test.ts',
  'test/agent/versions.db.test.ts',
  'test/cli/knowledge.db.test.ts',
  'test/cli/renewVectors.db.test.ts',
  'test/db/backup/backup.db.test.ts',
  'test/db/database.db.test.ts',
  'test/db/everyStatement.db.test.ts',
  'test/db/isolation.db.test.ts',
  'test/db/migrate.db.test.ts',
  'test/db/queue.db.test.ts',
  'test/db/schema.db.test.ts',
  'test/graphql/everyNode.db.test.ts',
  'test/knowledge/aliases.db.test.ts',
  'test/knowledge/documents.db.test.ts',
  'test/knowledge/drafts.db.test.ts',
  'test/knowledge/hypotheticalRetrieval.db.test.ts',
  'test/knowledge/jobs/renewal.db.test.ts',
  'test/knowledge/sync/syncPath.db.test.ts',
  'test/learning/calibrations.db.test.ts',
  'test/learning/choice.db.test.ts',
  'test/learning/feedback.db.test.ts',
  'test/learning/outdatedCalibration.db.test.ts',
  'test/retrieval/chain.db.test.ts',
  'test/workspaces/keyLimits.db.test.ts',
  'test/workspaces/spending.db.test.ts',
  'test/workspaces/updateWorkspace.db.test.ts',
];
