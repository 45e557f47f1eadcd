import type { TestProject } from 'vitest/node';
import './provided.ts';
import { nodesOf } from '../support/citusNodes.ts';
import { joinTestServer } from '../support/nativePostgres.ts';
import { notOnCitus } from '../support/notOnCitus.ts';

/** Leaves no test database behind, neither this run's nor that of an earlier run that was killed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = project.config.provide.databaseUrl;
  if (typeof serverUrl !== 'string') throw new Error('the native tier runs with CANDOR_TEST_DATABASE_URL only');
  if ((await nodesOf(serverUrl)).length > 1) {
    project.provide('isCitus', true);
    for (const [test, reason] of Object.entries(notOnCitus))
      process.stdout.write(`SKIPPED on Citus: ${test}: ${reason}\n`);
  }
  const membership = await joinTestServer(serverUrl);
  return () => membership.leave();
}
