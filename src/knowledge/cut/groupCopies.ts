import { isNearDuplicate } from './nearDuplicates.ts';

/** A text that may repeat another. */
export interface BandedText {
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
  /** Of its fingerprint, in any form that is the same for the same number. */
  readonly bands: readonly (string | bigint)[];
}

/** Those that share most bands: a near-duplicate shares nearly all eight. */
const comparedTexts = 3;

/**
 * The first of the texts that say the same, for each that is not alone; texts of one document are never copies. Told from these texts and nothing else,
 * so that what an asker may not read makes no two of them one. By id, which is the order in which they were stored.
 */
export function groupCopies(texts: readonly BandedText[]): ReadonlyMap<string, string> {
  const leadersOf = new Map<string | bigint, BandedText[]>();
  const leaderOf = new Map<string, string>();
  for (const text of texts.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    const leader = nearest(text, leadersOf).find((other) => isNearDuplicate(text.text, other.text));
    if (leader) {
      leaderOf.set(leader.id, leader.id).set(text.id, leader.id);
      continue;
    }
    for (const band of text.bands) leadersOf.set(band, [...(leadersOf.get(band) ?? []), text]);
  }
  return leaderOf;
}

/** Texts of other documents that share a band, most bands first. */
function nearest(
  { documentId, bands }: BandedText,
  leadersOf: ReadonlyMap<string | bigint, readonly BandedText[]>,
): readonly BandedText[] {
  const shared = new Map<BandedText, number>();
  for (const band of new Set(bands)) {
    for (const leader of leadersOf.get(band) ?? [])
      if (leader.documentId !== documentId) shared.set(leader, (shared.get(leader) ?? 0) + 1);
  }
  return [...shared]
    .toSorted(([left, leftBands], [right, rightBands]) => rightBands - leftBands || (left.id < right.id ? -1 : 1))
    .slice(0, comparedTexts)
    .map(([leader]) => leader);
}
