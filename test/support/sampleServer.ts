import { openApp } from '../../src/app.ts';
import { loadSample } from '../../src/cli/loadSample.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { startServer } from '../../src/http/server.ts';
import { silentLog } from '../../src/log.ts';
import { buildPart } from './builtPage.ts';

export interface SampleServer {
  readonly url: string;
  close(): Promise<void>;
}

/** What `npm start` serves, in memory and on a free port: the sample, the built-in models and pages built from the source as it is. */
export async function startSampleServer(changes: Partial<Config> = {}): Promise<SampleServer> {
  await buildPart('console');
  const config = { ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent', port: 0, ...changes } as const;
  const app = await openApp(config, { log: silentLog });
  await app.workspaces.ensure(config.workspaceId, 'Default');
  const caller = { workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  const quiet = { update: () => undefined, finish: () => undefined };
  await loadSample(app, caller, { progress: () => quiet, signal: new AbortController().signal });
  const server = await startServer(app, config);
  await app.jobs.start(caller);
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await app.close();
    },
  };
}
