import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const output = z.object({ stdout: z.string(), stderr: z.string() });

/** Nothing of vitest's environment, for whose NODE_ENV tools build something else, nor of the npm that runs it, which makes its children work in this checkout. */
const clean = 'exec env -i PATH="$PATH" HOME="$HOME" bash -euo pipefail -c "$1"';

/**
 * Runs commands as a person would who has just opened a terminal in a folder, and returns what they print.
 * @throws what they say, where one fails
 */
export async function cleanShell(folder: string, commands: string): Promise<string> {
  const done = run('bash', ['-c', clean, 'bash', commands], { cwd: folder });
  const { stdout } = await done.catch((fault: unknown) => {
    // TypeScript prints its errors where programs print their results.
    const said = output.parse(fault);
    throw new Error(`${commands}\n${said.stdout}${said.stderr}`, { cause: fault });
  });
  return stdout;
}
