import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * What Vite builds, by mode, each with the file that shows that it is built. The page that a person opens first comes
 * first.
 */
const parts = [
  ['console', path('../../dist/console/index.html')],
  ['box', path('../../dist/box/candor-ask.js')],
  ['graphiql', path('../../dist/graphiql/graphiql.html')],
] as const;

/**
 * In a checkout, builds the parts whose source has changed since their last build. Each part is built after the other
 * in a separate process, so that nobody waits: the console takes 2 seconds, GraphiQL 5 to 20. Until then the page says
 * that it is not built yet.
 * @returns whether a build was started: not if everything is built, if this is the output of `npm run build`, or
 * without the development packages
 */
export function buildPages(): boolean {
  const vite = path('../../node_modules/vite/bin/vite.js');
  if (!import.meta.url.endsWith('.ts') || !existsSync(vite)) return false;
  const changed = lastChange(path('../console'));
  const old = parts.filter(([, file]) => !existsSync(file) || statSync(file).mtimeMs < changed).map(([mode]) => mode);
  buildNext(vite, old);
  return old.length > 0;
}

function buildNext(vite: string, [mode, ...others]: readonly string[]): void {
  if (mode === undefined) return;
  const building = spawn(process.execPath, [vite, 'build', '--mode', mode, '--logLevel', 'error'], {
    cwd: path('../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The page keeps saying that it is not built, and how to build it.
  building.on('error', () => undefined);
  const stop = () => void building.kill();
  process.once('exit', stop);
  building.on('exit', () => {
    process.off('exit', stop);
    buildNext(vite, others);
  });
  building.unref();
}

const lastChange = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(folder, file)).mtimeMs),
  );
