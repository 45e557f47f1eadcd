import type { Passage } from '../../retrieval/passage.ts';
import type { Conflict } from '../claims/claim.ts';
import { compareEditions } from './editions.ts';
import { isReplacedBy } from './successors.ts';

type Side = Pick<Passage, 'documentKey' | 'documentTitle' | 'supersededBy' | 'effectiveFrom' | 'trust'>;

export interface Settled {
  readonly resolution: Conflict['resolution'];
  /** The side that is right, or the one that was given first. */
  readonly preferred: 'LEFT' | 'RIGHT';
}

const rank = { UNTRUSTED: 0, NORMAL: 1, TRUSTED: 2 };

/**
 * Which of two documents that contradict each other is right: the one that the other names as its successor, the later edition of one title, the only trusted one.
 * Newer never wins over better trusted: whoever can add a document can call it the edition of next year. The day of ingestion alone says nothing.
 */
export function resolveConflict(left: Side, right: Side): Settled {
  const newer = newerOf(left, right);
  if (newer && rank[(newer === 'LEFT' ? left : right).trust] >= rank[(newer === 'LEFT' ? right : left).trust])
    return { resolution: 'NEWER_VERSION', preferred: newer };
  if ((left.trust === 'TRUSTED') !== (right.trust === 'TRUSTED'))
    return { resolution: 'AUTHORITY', preferred: left.trust === 'TRUSTED' ? 'LEFT' : 'RIGHT' };
  return { resolution: 'UNRESOLVED', preferred: 'LEFT' };
}

function newerOf(left: Side, right: Side): Settled['preferred'] | undefined {
  const [leftReplaced, rightReplaced] = [isReplacedBy(left, right), isReplacedBy(right, left)];
  if (leftReplaced !== rightReplaced) return leftReplaced ? 'RIGHT' : 'LEFT';
  const order = compareEditions(left.documentTitle, right.documentTitle);
  if (order < 0 && left.effectiveFrom <= right.effectiveFrom) return 'RIGHT';
  return order > 0 && right.effectiveFrom <= left.effectiveFrom ? 'LEFT' : undefined;
}
