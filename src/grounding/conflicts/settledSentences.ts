import type { Citation, Conflict, ConflictSide } from '../claims/claim.ts';
import type { RankedSentence } from '../sentences/rankSentences.ts';

/** Whether neither side of it can be preferred. */
export function isOpen({ resolution }: Conflict): boolean {
  return resolution === 'UNRESOLVED';
}

/**
 * The sentences without those that lost a conflict: what the overruled document says of it, in the disputed sentence
 * and wherever it repeats the value.
 */
export function settledSentences(
  ranked: readonly RankedSentence[],
  conflicts: readonly Conflict[],
): readonly RankedSentence[] {
  const overruled = overruledIn(conflicts);
  if (overruled.length === 0) return ranked;
  return ranked.filter(({ candidate: { passage, text, sourceSpan } }) =>
    overruled.every(({ documentId, versionId, sourceSpan: disputed, value, kind }) => {
      if (passage.documentId !== documentId) return true;
      return (
        !(passage.versionId === versionId && sourceSpan.start === disputed.start) &&
        (kind === 'POLARITY' || !text.includes(value))
      );
    }),
  );
}

/** Whether an answer cites what lost a conflict: a model that writes chooses for itself. */
export function citesOverruled(
  citations: readonly Pick<Citation, 'versionId' | 'sourceSpan'>[],
  conflicts: readonly Conflict[],
): boolean {
  return overruledIn(conflicts).some((side) =>
    citations.some(
      ({ versionId, sourceSpan: { start, end } }) =>
        versionId === side.versionId && start < side.sourceSpan.end && side.sourceSpan.start < end,
    ),
  );
}

function overruledIn(conflicts: readonly Conflict[]): (ConflictSide & Pick<Conflict, 'kind'>)[] {
  return conflicts
    .filter((conflict) => !isOpen(conflict))
    .flatMap(({ kind, sides }) => sides.slice(1).map((side) => ({ ...side, kind })));
}
