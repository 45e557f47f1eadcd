import { Router } from 'express';
import type { App, Check } from '../app.ts';

/** Probes come every few seconds from several sides. */
const cacheMillis = { passed: 15_000, failed: 2000 } as const;

/** /healthz: the process answers. /readyz: it can do its work. Both are open to all, so they name failing checks and no details. */
export function healthRoutes(app: App): Router {
  const failing = cachedFailures(app);
  return Router()
    .get('/healthz', (_request, response) => {
      response.set('Cache-Control', 'no-store').json({ status: 'ok' });
    })
    .get('/readyz', async (_request, response) => {
      const checks = await failing();
      response.set('Cache-Control', 'no-store').status(checks.length === 0 ? 200 : 503);
      response.json(checks.length === 0 ? { status: 'ready' } : { status: 'not ready', failing: checks.map(({ name, remedy }) => ({ name, remedy })) });
    });
}

function cachedFailures(app: App): () => Promise<readonly Check[]> {
  let running: Promise<readonly Check[]> | undefined;
  let freshUntil = 0;
  const run = async () => {
    const failing = (await app.doctor({ callChat: false })).filter((check) => !check.passed);
    freshUntil = performance.now() + (failing.length === 0 ? cacheMillis.passed : cacheMillis.failed);
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
