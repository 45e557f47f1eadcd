import { CandorError } from '../errors.ts';
import { isUuid } from './id.ts';

/** Cannot log in, owns nothing, cannot bypass row level security. */
export const applicationRole = 'candor_app';

interface EnterSettings {
  readonly kind: 'embedded' | 'server';
  /** False when the login is the application's role already. */
  readonly switchRole: boolean;
  /** Whether the tables lie on shards of Citus. */
  readonly distributed: boolean;
}

/**
 * The one place that sets role and workspace: begins a transaction that sees one workspace.
 * SET LOCAL and not set_config(): set_config never reaches the workers of a distributed engine, in silence.
 * @returns messages for the server, one after the other
 * @throws BAD_INPUT for anything but a UUID, which is also what keeps the literal safe
 */
export function enterWorkspace(workspaceId: string, settings: EnterSettings, timeoutMillis?: number): string[] {
  if (!isUuid(workspaceId))
    throw new CandorError('BAD_INPUT', 'The workspace id is not a UUID.', { details: { field: 'workspaceId' } });
  const parts = [`set local candor.workspace_id = '${workspaceId}'`];
  if (timeoutMillis !== undefined && settings.kind === 'server')
    parts.push(`set local statement_timeout = ${Math.max(1, Math.ceil(timeoutMillis))}`);
  if (settings.distributed) return beginDistributed(parts, settings);
  if (settings.switchRole) parts.push(`set local role ${applicationRole}`);
  return [['begin', ...parts].join('; ')];
}

/**
 * On Citus, settings reach the workers when they are told to, and only those of a transaction that had begun when their
 * message came. The role is the session's: SET LOCAL ROLE would be repeated on the workers, where the search functions,
 * which run as their owner, would then run as the application's role and lose the full-text index (40 ms instead of
 * .7).
 */
function beginDistributed(parts: readonly string[], { switchRole }: EnterSettings): string[] {
  return [
    switchRole ? `set role ${applicationRole}; begin` : 'begin',
    ["set local citus.propagate_set_commands = 'local'", ...parts].join('; '),
  ];
}

/** Ends what enterWorkspace began, and gives the session its own role back. */
export function leaveWorkspace(how: 'commit' | 'rollback', { distributed, switchRole }: EnterSettings): string {
  return distributed && switchRole ? `${how}; reset role` : how;
}
