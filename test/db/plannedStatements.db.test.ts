import { afterAll, beforeAll, expect, it } from 'vitest';
import '../setup/provided.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { statementsOfSource } from './statementsOfSource.ts';

let open: OpenTestDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('every statement of src is one that this database can plan: its tables, columns, functions and types are there', async ({
  task,
}) => {
  const faults: string[] = [];
  const planned: string[] = [];
  for (const { name, text } of statementsOfSource)
    try {
      await open.pool.query(`explain (generic_plan) ${text}`);
      planned.push(name);
    } catch (error) {
      faults.push(`${name}: ${String(error)}`);
    }
  // For test/setup/statementReport.ts.
  task.file.meta.planned = planned;
  expect(faults).toEqual([]);
  await expect(open.pool.query('explain (generic_plan) select no_such_column from chunk')).rejects.toThrow(
    'no_such_column',
  );
});
