import { Router } from 'express';
import type { App, Check } from '../app/app.ts';

/**
 * Probes come every few seconds from several places, and anybody may send them. A lost database is reported from the
 * next second on.
 */
const cacheMillis = 1_000;
/** A check that hangs must not make the probe hang: it is answered within 2 s, also by a thread that is at work. */
const checkMillis = 1_500;
const late: Pick<Check, 'name' | 'remedy'> = {
  name: 'time',
  remedy: `The checks did not end within ${checkMillis / 1_000} s: the database or the embedder hangs, or the machine is overloaded. Run "candor doctor".`,
};

const stopping: Pick<Check, 'name' | 'remedy'> = {
  name: 'stopping',
  remedy: 'The server is about to stop: send requests to another one.',
};

/**
 * /healthz: the process answers. /readyz: it can do its work. Both are public, so they name failing checks but give no
 * details.
 * @param retiring aborted once the server is to get no new work
 */
export function healthRoutes(app: App, retiring: AbortSignal): Router {
  const failing = cachedFailures(app);
  return Router()
    .get('/healthz', (_request, response) => {
      response.set('Cache-Control', 'no-store').json({ status: 'ok' });
    })
    .get('/readyz', async (_request, response) => {
      const checks = retiring.aborted ? [stopping] : await failing();
      response.set('Cache-Control', 'no-store').status(checks.length === 0 ? 200 : 503);
      response.json(
        checks.length === 0
          ? { status: 'ready' }
          : { status: 'not ready', failing: checks.map(({ name, remedy }) => ({ name, remedy })) },
      );
    });
}

type Failing = readonly Pick<Check, 'name' | 'remedy'>[];

function cachedFailures(app: App): () => Promise<Failing> {
  let running: Promise<Failing> | undefined;
  let freshUntil = 0;
  const run = async () => {
    const failing = await inTime(
      app.doctor({ callChat: false }).then((checks) => checks.filter((check) => !check.passed)),
    );
    freshUntil = performance.now() + cacheMillis;
    return failing;
  };
  return () => {
    if (!running || performance.now() > freshUntil) {
      freshUntil = Number.POSITIVE_INFINITY;
      running = run();
    }
    return running;
  };
}

async function inTime(checking: Promise<Failing>): Promise<Failing> {
  let timer: NodeJS.Timeout | undefined;
  const hanging = new Promise<Failing>((resolve) => {
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
