import { createTestDatabase, type TestDatabase } from '../test/support/nativePostgres.ts';

/** Creates an empty database on the tests' Postgres; null if there is none. */
export async function openFaultDatabase(url: string): Promise<TestDatabase | null> {
  return url === '' ? null : createTestDatabase(url);
}
