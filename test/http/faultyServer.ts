import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/http/server.ts';
import { createFakeApp } from '../support/fakeApp.ts';

/** A program whose searches meet faults that no promise carries, as libraries throw them: the query says which. */
const app = createFakeApp({ admission: { ...loadConfig({}).admission, atOnce: 100, perWorkspace: 100 } });
const faults: Readonly<Record<string, () => void>> = {
  callback: () =>
    setImmediate(() => {
      throw new RangeError('a secret of the library');
    }),
  late: () =>
    void setTimeout(() => {
      throw new Error('thrown after the answer');
    }, 200),
  rejection: () => void Promise.reject(new TypeError('nobody waits for this')),
};
const { url } = await startServer(
  {
    ...app,
    search: async (caller, request, options) => {
      faults[request.query]?.();
      if (request.query !== 'late') await wait(request.query in faults ? 600_000 : 100);
      return app.search(caller, request, options);
    },
  },
  app.config,
);
process.stdout.write(`${url}\n`);
