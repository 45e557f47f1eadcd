import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Builds GraphiQL where a checkout has not done so yet, in a process of its own, so that nobody waits for it: 5 to 20 seconds. Until then its page says so.
 * @returns whether that was begun; not where it is built, in what `npm run build` made, or without the packages for development
 */
export function buildPages(): boolean {
  const vite = path('../../node_modules/vite/bin/vite.js');
  if (!import.meta.url.endsWith('.ts') || existsSync(path('../../dist/console/graphiql.html')) || !existsSync(vite)) return false;
  const building = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: path('../..'), stdio: ['ignore', 'ignore', 'inherit'] });
  // The page goes on saying that it is not built, and how to build it.
  building.on('error', () => undefined);
  building.unref();
  return true;
}
