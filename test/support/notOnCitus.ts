/**
 * What is skipped where the tests' databases lie on the nodes of a Citus, and why. A file alone stands for all of its tests. Nothing here is left out because it fails: each looks at one server, or does
 * by itself what Citus refuses anybody.
 */
export const notOnCitus: Readonly<Record<string, string>> = {
  'test/db/plans.db.slow.test.ts': "reads the coordinator's plan, which holds the worker's as text",
  'test/retrieval/knownWordsPlan.db.test.ts': "reads the coordinator's plan, which holds the worker's as text",
  'test/db/runPlans.db.slow.test.ts':
    'writes as the owner and reads as the application in one transaction, which Citus refuses; test/agent/runLists.db.test.ts reads the plans of workers',
  "test/db/schema.db.test.ts > there are no views, which would read with their owner's rights":
    'Citus has views of its own',
  'test/db/schema.db.test.ts > finds a breach of: workspace_id has no default and is not generated':
    'Citus refuses the breach',
  'test/db/schema.db.test.ts > finds a breach of: a foreign key restricts or cascades': 'Citus refuses the breach',
  'test/db/schema.db.test.ts > finds a breach of: there are no triggers': 'Citus refuses the breach',
  'test/db/schema.db.test.ts > finds a breach of: no policy holds a sub-query': 'Citus refuses the breach',
  'test/retrieval/appliedFilters.db.test.ts > is empty for exactly the documents that candor_filtered lets through':
    'calls candor_filtered by itself, which stands in its callers there',
  'test/db/backup/directions.native.test.ts':
    'logs in without the rights that Citus asks of who owns the tables; test/db/backup/moving.native.test.ts restores there',
  'test/retrieval/statements.db.test.ts': 'counts the statements of one server',
  'test/workspaces/audit.db.test.ts > tells when somebody has changed an entry together with its hash':
    'tampers with a statement that Citus refuses',
};
