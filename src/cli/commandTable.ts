import type { Command } from './command.ts';
import { aliases } from './commands/documents/aliases.ts';
import { allowances } from './commands/access/allowances.ts';
import { ask } from './commands/asking/ask.ts';
import { audit } from './commands/access/audit.ts';
import { backup, db, migrate, restore } from './commands/operation/database.ts';
import { calibrate } from './commands/quality/calibrate.ts';
import { check, verify } from './commands/asking/check.ts';
import { completion } from './commands/operation/completion.ts';
import { curated } from './commands/documents/curated.ts';
import { doctor } from './commands/operation/doctor.ts';
import { documents } from './commands/documents/documents.ts';
import { erase } from './commands/access/erase.ts';
import { evaluate } from './commands/quality/eval.ts';
import { feedback } from './commands/quality/feedback.ts';
import { gaps } from './commands/quality/gaps.ts';
import { ingest } from './commands/documents/ingest.ts';
import { keys } from './commands/access/keys.ts';
import { mcp } from './commands/operation/mcp.ts';
import { runs } from './commands/quality/runs.ts';
import { search } from './commands/asking/search.ts';
import { serve } from './commands/operation/serve.ts';
import { show } from './commands/documents/show.ts';
import { workspace } from './commands/access/workspace.ts';

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
