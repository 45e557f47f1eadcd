/** What vitest.config.ts and the global set-up hand to the tests; `inject('databaseUrl')` reads it. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres server whose user may create databases, in the native tier; null: use the embedded database. */
    databaseUrl: string | null;
    /** Whether that server is the coordinator of a Citus, on which every test database is distributed. */
    isCitus: boolean;
    /** A dumped, migrated data folder for the embedded database; null in the native tier. */
    snapshotFile: string | null;
    /** Whether dist/ holds the program and the pages of this source. */
    hasBuild: boolean;
    /** Whether the browser's tests write the pictures of docs/images. */
    pictures: boolean;
    /** Whether properties draw a few cases or as many as they name. */
    draws: 'few' | 'many';
    /** Of tests that draw something else each time; null: they choose one, and print it. */
    seed: number | null;
  }
  export interface TaskMeta {
    /** Of a file: the statements of src that it has run over the embedded database. */
    statements?: readonly string[];
    /** Of test/db/plannedStatements.db.test.ts: those that it has planned there. */
    planned?: readonly string[];
    /** Of test/db/sql.test.ts: the statements that there are. */
    declared?: readonly string[];
    /** Of a file: CPU seconds of its worker and of the processes that it started, seconds by the clock, its place among the worker's files, and what a unit of the budget is (test/setup/costReport.ts) where that was timed after it. */
    cost?: {
      readonly own: number;
      readonly children: number;
      readonly wall: number;
      readonly order: number;
      readonly unit: number | null;
    };
  }
}

export {};
