import { afterAll, beforeAll } from 'vitest';
import { loadSample } from '../../src/cli/commands/operation/serve.ts';
import type { Config } from '../../src/config/config.ts';
import { startServer } from '../../src/http/server.ts';
import { openTestApp, type OpenTestDatabase } from './database.ts';

export interface SampleServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * What `npm start` serves, on a free port: the sample in a workspace of the worker's database, the built-in models, and the pages that test/setup/buildPages.ts built.
 * @param opened the database where it is not the worker's: a bench has no worker
 */
export async function startSampleServer(
  changes: Partial<Config> = {},
  opened?: OpenTestDatabase,
): Promise<SampleServer> {
  const { app } = await openTestApp({ port: 0, ...changes }, opened);
  const { workspaceId } = app.config;
  await app.workspaces.ensure(workspaceId, 'Default');
  const caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  const quiet = { update: () => undefined, finish: () => undefined };
  await loadSample(app, caller, { progress: () => quiet, signal: new AbortController().signal });
  const server = await startServer(app, app.config);
  await app.jobs.start(caller);
  await app.sources.start(caller);
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await app.close();
    },
  };
}

/** One for all tests of a file, from before the first to after the last. Its address is known once they run. */
export function servedSample(): Pick<SampleServer, 'url'> {
  let server: SampleServer;
  beforeAll(async () => {
    server = await startSampleServer();
  }, 600_000);
  afterAll(() => server.close());
  return {
    get url() {
      return server.url;
    },
  };
}
