import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import './provided.ts';

/** Linux counts the time of ended children in hundredths of a second, as the 16th and 17th word of this file, after a name that may hold blanks. */
function childSeconds(): number {
  const words = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(words[13]) + Number(words[14])) / 100;
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const file = inject('costsFile');
if (file !== null) {
  const own = ownSeconds();
  const children = childSeconds();
  const begin = performance.now();
  // The hook that is named first runs last: after the file's own.
  afterAll(() => {
    const cost = {
      file: relative(process.cwd(), expect.getState().testPath ?? ''),
      own: ownSeconds() - own,
      children: childSeconds() - children,
      wall: (performance.now() - begin) / 1000,
    };
    appendFileSync(file, `${JSON.stringify(cost)}\n`);
  });
}
