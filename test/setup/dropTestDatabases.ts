import type { TestProject } from 'vitest/node';
import './provided.ts';
import { joinTestServer } from '../support/nativePostgres.ts';

/** Leaves no test database behind, neither this run's nor that of an earlier run that was killed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = project.config.provide.databaseUrl;
  if (typeof serverUrl !== 'string') throw new Error('the native tier runs with CANDOR_TEST_DATABASE_URL only');
  const membership = await joinTestServer(serverUrl);
  return () => membership.leave();
}
