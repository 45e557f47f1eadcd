import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import './provided.ts';
import { timeFixedJob } from './fixedJob.ts';

/** Linux counts the time of ended children in hundredths of a second, as the 16th and 17th word of this file, after a name that may hold blanks. */
function childSeconds(): number {
  try {
    const words = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(words[13]) + Number(words[14])) / 100;
  } catch {
    return 0;
  }
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** How many files this worker has run before. */
const worker: typeof globalThis & { filesOfWorker?: number } = globalThis;
const order = worker.filesOfWorker ?? 0;
worker.filesOfWorker = order + 1;
/** After the first files, for small tiers, and then now and then: a machine is not as fast all the time. */
const isSampled = order < 8 || order % 8 === 0;

const own = ownSeconds();
const children = childSeconds();
const begin = performance.now();
// The hook that is named first runs last: after the file's own.
afterAll(({}, { file }) => {
  file.meta.cost = {
    own: ownSeconds() - own,
    children: childSeconds() - children,
    wall: (performance.now() - begin) / 1000,
    order,
    unit: isSampled ? timeFixedJob() : null,
  };
});
