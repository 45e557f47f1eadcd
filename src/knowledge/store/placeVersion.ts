export interface VersionStamp {
  readonly versionId: string;
  readonly number: number;
  readonly contentHash: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  /** The end of validity that it states itself, whatever follows it. */
  readonly expiresAt: Date | null;
}

export interface Place {
  readonly number: number;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  /** Existing versions that get another end. */
  readonly ended: readonly { readonly versionId: string; readonly effectiveUntil: Date | null }[];
}

/**
 * Places a new version among those stored. It is valid from its date to the next later date or its own end, and ends
 * the version that was valid then. It fully replaces a version of the same date, whose interval becomes empty. Versions
 * may arrive in any order.
 */
export function placeVersion(
  stamps: readonly VersionStamp[],
  effectiveFrom: Date,
  expiresAt: Date | null = null,
): Place {
  const from = effectiveFrom.getTime();
  const number = Math.max(0, ...stamps.map((stamp) => stamp.number)) + 1;
  const later = stamps
    .filter((stamp) => stamp.effectiveFrom.getTime() > from && !isEmpty(stamp))
    .map((stamp) => stamp.effectiveFrom);
  const ended = stamps.filter(
    (stamp) =>
      stamp.effectiveFrom.getTime() <= from && (stamp.effectiveUntil === null || stamp.effectiveUntil.getTime() > from),
  );
  return {
    number,
    effectiveFrom,
    effectiveUntil: earliest([...later, expiresAt]),
    ended: ended.map((stamp) => ({ versionId: stamp.versionId, effectiveUntil: effectiveFrom })),
  };
}

/**
 * Returns the versions whose end changes when a version is removed: those that ended where it began are now valid until
 * the next version begins.
 */
export function withoutVersion(stamps: readonly VersionStamp[], versionId: string): Place['ended'] {
  const gone = stamps.find((stamp) => stamp.versionId === versionId);
  if (!gone || isEmpty(gone)) return [];
  const from = gone.effectiveFrom.getTime();
  const next = stamps
    .filter((stamp) => stamp.effectiveFrom.getTime() > from && !isEmpty(stamp))
    .map((stamp) => stamp.effectiveFrom);
  const before = stamps.filter(
    (stamp) =>
      stamp.versionId !== versionId &&
      stamp.effectiveUntil?.getTime() === from &&
      stamp.effectiveFrom.getTime() < from &&
      stamp.expiresAt?.getTime() !== from,
  );
  return before.map((stamp) => ({ versionId: stamp.versionId, effectiveUntil: earliest([...next, stamp.expiresAt]) }));
}

/** Whether a text of the same date replaced it. */
function isEmpty(stamp: VersionStamp): boolean {
  return stamp.effectiveUntil !== null && stamp.effectiveUntil.getTime() <= stamp.effectiveFrom.getTime();
}

function earliest(dates: readonly (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Whether a new version would be the newest: it determines the facts of its document. */
export function isNewest(stamps: readonly VersionStamp[], effectiveFrom: Date): boolean {
  return stamps.every((stamp) => stamp.effectiveFrom.getTime() <= effectiveFrom.getTime());
}
