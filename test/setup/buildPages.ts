import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Builds the pages as they are shipped, from the source as it is, before any file runs: a build empties the folder that another file's server reads.
 * GraphiQL, whose editor takes 5 to 20 s, only where it is missing.
 */
export default async function setup(): Promise<void> {
  await build('console');
  await build('box');
  if (!existsSync('dist/graphiql/graphiql.html')) await build('graphiql');
}

/** In a process of its own, for vitest's NODE_ENV would make React check itself. */
async function build(mode: string): Promise<void> {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, args, { env: { NODE_ENV: 'production' } });
}
