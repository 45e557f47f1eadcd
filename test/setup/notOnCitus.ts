import { relative } from 'node:path';
import { beforeEach, inject } from 'vitest';
import './provided.ts';
import { notOnCitus } from '../support/notOnCitus.ts';

if (inject('isCitus'))
  beforeEach(({ task, skip }) => {
    const file = relative(process.cwd(), task.file.filepath);
    const reason = notOnCitus[file] ?? notOnCitus[`${file} > ${task.name}`];
    if (reason !== undefined) skip(reason);
  });
