/** Weight of each lexeme of a question. */
export type IdfWeights = ReadonlyMap<string, number>;

/** The sum of all weights: how much there is to be found. */
export function idfMass(idf: IdfWeights): number {
  let total = 0;
  for (const weight of idf.values()) total += weight;
  return total;
}

/** k1 + 1: what BM25 approaches for one word of weight 1 as its frequency grows. */
const saturation = 2.2;

/**
 * The least upper bound of BM25 for a question: what a passage approaches that says nothing but its words. 0 where
 * nothing is known.
 */
export function bm25Bound(idf: IdfWeights): number {
  return saturation * idfMass(idf);
}

/** Share of the question's idf mass that `matched` holds: 0..1, 0 when nothing is known. */
export function coverageOf(matched: readonly string[] | undefined, idf: IdfWeights): number {
  const total = idfMass(idf);
  return total === 0 || !matched ? 0 : matched.reduce((sum, lexeme) => sum + (idf.get(lexeme) ?? 0), 0) / total;
}
