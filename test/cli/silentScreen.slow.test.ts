import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test('whoever reads the log may go away: a fault that cannot be told still has its own exit code', async () => {
  const started = spawn(process.execPath, ['--import', 'tsx', main, 'nosuch'], { stdio: ['ignore', 'ignore', 'pipe'] });
  // As a log collector that dies: the next line is answered by EPIPE.
  started.stderr.destroy();
  expect(await once(started, 'exit')).toEqual([2, null]);
});
