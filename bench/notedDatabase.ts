import type { Database } from '../src/db/database.ts';
import { formatTable } from '../src/cli/output/table.ts';
import { cpuNow } from '../test/support/clocks.ts';

export interface Spent {
  calls: number;
  millis: number;
  cpuMillis: number;
}

/** The same database, with its statements and transactions counted by name. */
export function noting(database: Database, spent: Map<string, Spent>): Database {
  const note = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const entry = spent.get(name) ?? { calls: 0, millis: 0, cpuMillis: 0 };
    spent.set(name, entry);
    const [started, cpu] = [performance.now(), cpuNow()];
    try {
      return await work();
    } finally {
      entry.calls += 1;
      entry.millis += performance.now() - started;
      entry.cpuMillis += cpuNow() - cpu;
    }
  };
  return {
    ...database,
    inWorkspace: (workspaceId, work, options) =>
      note('transactions', () =>
        database.inWorkspace(
          workspaceId,
          (transaction) => work({ query: (each, values) => note(each.name, () => transaction.query(each, values)) }),
          options,
        ),
      ),
    refreshStatistics: () => note('refreshStatistics', () => database.refreshStatistics()),
  };
}

/** Returns a table of what was spent, the most first. */
export function spentTable(spent: ReadonlyMap<string, Spent>): string {
  return formatTable(
    [
      { title: 'statement' },
      ...['calls', 'ms', 'ms of this process'].map((one) => ({ title: one, align: 'right' as const })),
    ],
    [...spent]
      .sort(([, left], [, right]) => right.millis - left.millis)
      .map(([name, { calls, millis, cpuMillis: own }]) => [name, String(calls), millis.toFixed(0), own.toFixed(0)]),
  );
}
