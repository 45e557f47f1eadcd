import type { Database } from '../../src/db/database.ts';

export interface Counted {
  readonly database: Database;
  /** The names of the statements of each transaction, in the order in which they began. */
  readonly transactions: string[][];
}

/** The same database, each of whose transactions and statements is noted. */
export function countingDatabase(database: Database): Counted {
  const transactions: string[][] = [];
  return {
    transactions,
    database: {
      ...database,
      inWorkspace: (workspaceId, work, options) => {
        const names: string[] = [];
        transactions.push(names);
        return database.inWorkspace(
          workspaceId,
          (transaction) =>
            work({
              query: (statement, values) => {
                names.push(statement.name);
                return transaction.query(statement, values);
              },
            }),
          options,
        );
      },
    },
  };
}
