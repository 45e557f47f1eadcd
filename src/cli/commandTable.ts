import type { Command } from './command.ts';

/** All commands, in the order of the help. Each is loaded when it is named: all of them take most of a second. */
export const commandTable: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/operation/serve.ts')).serve,
  ingest: async () => (await import('./commands/documents/ingest.ts')).ingest,
  ask: async () => (await import('./commands/asking/ask.ts')).ask,
  search: async () => (await import('./commands/asking/search.ts')).search,
  documents: async () => (await import('./commands/documents/documents.ts')).documents,
  show: async () => (await import('./commands/documents/show.ts')).show,
  curated: async () => (await import('./commands/documents/curated.ts')).curated,
  check: async () => (await import('./commands/asking/check.ts')).check,
  verify: async () => (await import('./commands/asking/check.ts')).verify,
  runs: async () => (await import('./commands/quality/runs.ts')).runs,
  feedback: async () => (await import('./commands/quality/feedback.ts')).feedback,
  gaps: async () => (await import('./commands/quality/gaps.ts')).gaps,
  mcp: async () => (await import('./commands/operation/mcp.ts')).mcp,
  eval: async () => (await import('./commands/quality/eval.ts')).evaluate,
  calibrate: async () => (await import('./commands/quality/calibrate.ts')).calibrate,
  doctor: async () => (await import('./commands/operation/doctor.ts')).doctor,
  migrate: async () => (await import('./commands/operation/database.ts')).migrate,
  db: async () => (await import('./commands/operation/database.ts')).db,
  backup: async () => (await import('./commands/operation/database.ts')).backup,
  restore: async () => (await import('./commands/operation/database.ts')).restore,
  keys: async () => (await import('./commands/access/keys.ts')).keys,
  allowances: async () => (await import('./commands/access/allowances.ts')).allowances,
  audit: async () => (await import('./commands/access/audit.ts')).audit,
  erase: async () => (await import('./commands/access/erase.ts')).erase,
  workspace: async () => (await import('./commands/access/workspace.ts')).workspace,
  aliases: async () => (await import('./commands/documents/aliases.ts')).aliases,
  completion: async () => (await import('./commands/operation/completion.ts')).completion,
};

export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(commandTable).map((load) => load()));
}
