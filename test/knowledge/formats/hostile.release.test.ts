import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const bench = fileURLToPath(new URL('../../../bench/hostile.ts', import.meta.url));

// The whole folder takes minutes (npm run bench hostile): here are those that took most, each in its own way.
it.skipIf(process.platform !== 'linux')(
  'reads hostile files within its limits of memory and time',
  async () => {
    const only = [
      'packed-twice.pdf',
      'sixteen-parts.pdf',
      'object-stream.pdf',
      'lines.txt',
      'attached.eml',
      'page.html',
      'items.md',
    ];
    const read = await promisify(execFile)(process.execPath, ['--import', 'tsx', bench, '--only', only.join(',')]).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    const packed = 'DOCUMENT_TOO_LARGE: A part of the document unpacks to more than 64 MB.';
    const said = (name: string) => new RegExp(`^${name} .+ held {2}(.+)$`, 'm').exec(read)?.[1];
    expect(only.map(said), read).toEqual([
      packed,
      'DOCUMENT_TOO_LARGE: The parts of the document unpack to more than 256 MB together.',
      packed,
      expect.stringMatching(/^DOCUMENT_TOO_LARGE: /),
      packed,
      // Honest, both of them.
      expect.stringMatching(/^1\d{6} characters$/),
      expect.stringMatching(/^4\d{6} characters$/),
    ]);
    expect(read).toContain('All 7 within their limits.');
  },
  180_000,
);
