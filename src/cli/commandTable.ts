import type { Command } from './command.ts';
import { aliases } from './commands/aliases.ts';
import { allowances } from './commands/allowances.ts';
import { ask } from './commands/ask.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { calibrate } from './commands/calibrate.ts';
import { check } from './commands/check.ts';
import { completion } from './commands/completion.ts';
import { curated } from './commands/curated.ts';
import { db } from './commands/db.ts';
import { doctor } from './commands/doctor.ts';
import { documents } from './commands/documents.ts';
import { erase } from './commands/erase.ts';
import { evaluate } from './commands/eval.ts';
import { feedback } from './commands/feedback.ts';
import { gaps } from './commands/gaps.ts';
import { ingest } from './commands/ingest.ts';
import { keys } from './commands/keys.ts';
import { mcp } from './commands/mcp.ts';
import { migrate } from './commands/migrate.ts';
import { restore } from './commands/restore.ts';
import { runs } from './commands/runs.ts';
import { search } from './commands/search.ts';
import { serve } from './commands/serve.ts';
import { show } from './commands/show.ts';
import { verify } from './commands/verify.ts';
import { workspace } from './commands/workspace.ts';

/** All commands, in the order of the help. */
export const commandTable: readonly Command[] = [
  serve,
  ingest,
  ask,
  search,
  documents,
  show,
  curated,
  check,
  verify,
  runs,
  feedback,
  gaps,
  mcp,
  evaluate,
  calibrate,
  doctor,
  migrate,
  db,
  backup,
  restore,
  keys,
  allowances,
  audit,
  erase,
  workspace,
  aliases,
  completion,
];
