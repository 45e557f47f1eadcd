import { createTestDatabase, type TestDatabase } from '../test/support/nativePostgres.ts';

/** An empty database on the tests' Postgres; null where there is none. */
export async function openFaultDatabase(url: string): Promise<TestDatabase | null> {
  return url === '' ? null : createTestDatabase(url);
}
