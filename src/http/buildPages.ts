import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * What Vite builds, by mode, with the file that shows that it is built. The first page that a person opens comes first.
 */
const parts = [
  ['console', path('../../dist/console/index.html')],
  ['box', path('../../dist/box/candor-ask.js')],
  ['graphiql', path('../../dist/graphiql/graphiql.html')],
] as const;

/**
 * Builds what a checkout has not built since its source changed, one part after the other in a process of its own, so
 * that nobody waits for it: the console in 2 seconds, GraphiQL in 5 to 20. Until then a page says so.
 * @returns whether that was begun; not where all is built, in what `npm run build` made, or without the packages for
 * development
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
  // The page goes on saying that it is not built, and how to build it.
  building.on('error', () => undefined);
  building.on('exit', () => buildNext(vite, others));
  building.unref();
}

const lastChange = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(folder, file)).mtimeMs),
  );
