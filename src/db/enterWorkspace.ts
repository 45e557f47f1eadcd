import { CandorError } from '../errors.ts';
import { isUuid } from './id.ts';

/** Cannot log in, owns nothing, cannot bypass row level security. */
export const applicationRole = 'candor_app';

export interface EnterSettings {
  readonly kind: 'embedded' | 'server';
  /** False when the login is the application's role already. */
  readonly switchRole: boolean;
}

/**
 * The one place that sets role and workspace: begins a transaction that sees one workspace.
 * SET LOCAL and not set_config(): set_config never reaches the workers of a distributed engine, in silence.
 * @throws BAD_INPUT for anything but a UUID, which is also what keeps the literal safe
 */
export function enterWorkspace(workspaceId: string, settings: EnterSettings, timeoutMillis?: number): string {
  if (!isUuid(workspaceId))
    throw new CandorError('BAD_INPUT', 'The workspace id is not a UUID.', { details: { field: 'workspaceId' } });
  const parts = ['begin', `set local candor.workspace_id = '${workspaceId}'`];
  if (timeoutMillis !== undefined && settings.kind === 'server')
    parts.push(`set local statement_timeout = ${Math.max(1, Math.ceil(timeoutMillis))}`);
  if (settings.switchRole) parts.push(`set local role ${applicationRole}`);
  return parts.join('; ');
}
