import { CandorError } from '../errors.ts';
import type { AuditAnchor } from '../workspaces/verifyAudit.ts';
import type { FlagReader } from './flags.ts';

/** The link of an audit's chain that `--anchor` names; undefined: none. @throws BAD_INPUT */
export function readAnchor(flags: FlagReader): AuditAnchor | undefined {
  const text = flags.text('anchor');
  if (text === undefined) return undefined;
  const [, sequence, hash] = /^(\d{1,15}):([\da-f]{64})$/i.exec(text) ?? [];
  if (sequence !== undefined && hash !== undefined) return { sequence: Number(sequence), hash };
  throw new CandorError('BAD_INPUT', `--anchor must be NUMBER:HASH (got "${text}").`, {
    remedy: 'Give it as "candor audit verify" printed it.',
  });
}
