export interface VersionStamp {
  readonly versionId: string;
  readonly number: number;
  readonly contentHash: string;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
}

export interface Place {
  readonly number: number;
  readonly effectiveFrom: Date;
  readonly effectiveUntil: Date | null;
  /** Versions whose end moves. */
  readonly ended: readonly { readonly versionId: string; readonly effectiveUntil: Date }[];
}

/**
 * Where a new version stands among those stored: valid from its date to the next later date, ending what was valid then.
 * A version of the same date is replaced whole: its interval becomes empty. Versions may arrive in any order.
 */
export function placeVersion(stamps: readonly VersionStamp[], effectiveFrom: Date): Place {
  const from = effectiveFrom.getTime();
  const number = Math.max(0, ...stamps.map((stamp) => stamp.number)) + 1;
  const later = stamps.map((stamp) => stamp.effectiveFrom.getTime()).filter((time) => time > from);
  const ended = stamps.filter((stamp) => stamp.effectiveFrom.getTime() <= from && (stamp.effectiveUntil === null || stamp.effectiveUntil.getTime() > from));
  return {
    number,
    effectiveFrom,
    effectiveUntil: later.length > 0 ? new Date(Math.min(...later)) : null,
    ended: ended.map((stamp) => ({ versionId: stamp.versionId, effectiveUntil: effectiveFrom })),
  };
}
