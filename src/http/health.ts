import { Router } from 'express';
import type { App, Check } from '../app/app.ts';

/** A check that has something to report: it failed, or its part is left out for a while. */
type Noted = Pick<Check, 'name' | 'passed' | 'remedy' | 'until'>;

/**
 * Probes come every few seconds from several places, and anybody may send them. A lost database is reported from the
 * next second on.
 */
const cacheMillis = 1_000;
/** A check that hangs must not make the probe hang: it is answered within 2 s, also by a thread that is at work. */
const checkMillis = 1_500;
const late: Noted = {
  name: 'time',
  passed: false,
  remedy: `The checks did not end within ${checkMillis / 1_000} s: the database or the embedder hangs, or the machine is overloaded. Run "candor doctor".`,
};

const stopping: Noted = {
  name: 'stopping',
  passed: false,
  remedy: 'The server is about to stop: send requests to another one.',
};

/**
 * /healthz: the process answers. /readyz: it can do its work, and which parts are left out for a while. Both are public,
 * so they name checks but give no details.
 * @param retiring aborted once the server is to get no new work
 */
export function healthRoutes(app: App, retiring: AbortSignal): Router {
  const noted = cachedChecks(app);
  return Router()
    .get('/healthz', (_request, response) => {
      response.set('Cache-Control', 'no-store').json({ status: 'ok' });
    })
    .get('/readyz', async (_request, response) => {
      const checks = retiring.aborted ? [stopping] : await noted();
      const failing = checks.filter(({ passed }) => !passed);
      const without = checks.flatMap(({ name, until }) => (until ? [{ name, until }] : []));
      response.set('Cache-Control', 'no-store').status(failing.length === 0 ? 200 : 503);
      response.json({
        ...(failing.length === 0
          ? { status: 'ready' }
          : { status: 'not ready', failing: failing.map(({ name, remedy }) => ({ name, remedy })) }),
        ...(without.length > 0 ? { without } : {}),
      });
    });
}

function cachedChecks(app: App): () => Promise<readonly Noted[]> {
  let running: Promise<readonly Noted[]> | undefined;
  let freshUntil = 0;
  const run = async () => {
    const noted = await inTime(
      app
        .doctor({ callChat: false })
        .then((checks) => checks.filter(({ passed, until }) => !passed || until !== undefined)),
    );
    freshUntil = performance.now() + cacheMillis;
    return noted;
  };
  return () => {
    if (!running || performance.now() > freshUntil) {
      freshUntil = Number.POSITIVE_INFINITY;
      running = run();
    }
    return running;
  };
}

async function inTime(checking: Promise<readonly Noted[]>): Promise<readonly Noted[]> {
  let timer: NodeJS.Timeout | undefined;
  const hanging = new Promise<readonly Noted[]>((resolve) => {
    timer = setTimeout(() => {
      resolve([late]);
    }, checkMillis);
  });
  try {
    return await Promise.race([checking, hanging]);
  } finally {
    clearTimeout(timer);
  }
}
