import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import '../setup/provided.ts';

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Candor as a process of its own: a command and its first arguments, which hold wherever it is started. It is the built
 * program where a build of this source is there, as in .ci/run: that starts in two thirds of the processor time.
 * cli/npmStart.slow.test.ts always starts the source.
 */
export function ownProgram(): readonly [command: string, ...args: string[]] {
  return inject('hasBuild')
    ? [process.execPath, inRepository('dist/main.js')]
    : [process.execPath, '--import', inRepository('node_modules/tsx/dist/loader.mjs'), inRepository('src/main.ts')];
}
