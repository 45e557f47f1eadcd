import type { Command } from './command.ts';
import { aliases } from './commands/aliases.ts';
import { ask } from './commands/ask.ts';
import { calibrate } from './commands/calibrate.ts';
import { check } from './commands/check.ts';
import { doctor } from './commands/doctor.ts';
import { evaluate } from './commands/eval.ts';
import { feedback } from './commands/feedback.ts';
import { gaps } from './commands/gaps.ts';
import { ingest } from './commands/ingest.ts';
import { keys } from './commands/keys.ts';
import { migrate } from './commands/migrate.ts';
import { runs } from './commands/runs.ts';
import { search } from './commands/search.ts';
import { serve } from './commands/serve.ts';
import { show } from './commands/show.ts';
import { verify } from './commands/verify.ts';
import { workspace } from './commands/workspace.ts';

/** All commands, in the order of the help. */
export const commandTable: readonly Command[] = [serve, ingest, ask, search, show, check, verify, runs, feedback, gaps, evaluate, calibrate, doctor, migrate, keys, workspace, aliases];
