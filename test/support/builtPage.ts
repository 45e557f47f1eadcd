import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds a part of src/console as it is shipped: in a process of its own, for vitest's NODE_ENV would make React check itself. */
export async function buildPart(mode: 'console' | 'box' | 'graphiql'): Promise<void> {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, args, { env: { NODE_ENV: 'production' } });
}
