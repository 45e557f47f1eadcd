import { setImmediate } from 'node:timers/promises';

/** Rows of similarities between two turns of the event loop: 50 of 1,000 questions take some 20 ms. */
const rowsATurn = 50;

/**
 * Average-linkage clustering: the two clusters whose members are most similar on average become one, as long as that is at least `threshold`. Unlike a leader's
 * clusters these do not depend on which came first; unlike single linkage no chain of in-betweens joins what is not alike. O(n²) calls of `similarity`, once a pair.
 * @param similarity of two positions; -Infinity: they never share a cluster, however similar the others are
 * @returns the positions of each cluster's members, in order; clusters by their first member
 */
export async function cluster(
  count: number,
  threshold: number,
  similarity: (left: number, right: number) => number,
): Promise<number[][]> {
  const links = await similarities(count, similarity);
  const members: Members = new Map(Array.from({ length: count }, (_, position) => [position, [position]]));
  const nearest = new Map([...members.keys()].map((position) => [position, nearestTo(position, links, members)]));
  for (;;) {
    const [left, right, similar] = closestPair(nearest, links);
    if (right === undefined || similar < threshold) break;
    merge(left, right, links, members);
    nearest.delete(right);
    for (const [position, neighbour] of nearest) {
      if (position === left || neighbour === left || neighbour === right)
        nearest.set(position, nearestTo(position, links, members));
    }
  }
  return [...members.values()]
    .map((positions) => positions.sort((left, right) => left - right))
    .sort((left, right) => (left[0] ?? 0) - (right[0] ?? 0));
}

type Links = readonly Float64Array[];
type Members = Map<number, number[]>;

async function similarities(count: number, similarity: (left: number, right: number) => number): Promise<Links> {
  const links = Array.from({ length: count }, () => new Float64Array(count));
  for (let left = 0; left < count; left += 1) {
    for (let right = 0; right < left; right += 1) set(links, left, right, similarity(left, right));
    if (left % rowsATurn === rowsATurn - 1) await setImmediate();
  }
  return links;
}

function set(links: Links, left: number, right: number, similarity: number): void {
  const [row, column] = [links[left], links[right]];
  if (row) row[right] = similarity;
  if (column) column[left] = similarity;
}

const linkOf = (links: Links, left: number, right: number): number => links[left]?.[right] ?? -Infinity;

/** Undefined where there is no other cluster. Of equally similar ones the first. */
function nearestTo(position: number, links: Links, members: Members): number | undefined {
  let nearest: number | undefined;
  for (const other of members.keys()) {
    if (
      other !== position &&
      (nearest === undefined || linkOf(links, position, other) > linkOf(links, position, nearest))
    )
      nearest = other;
  }
  return nearest;
}

function closestPair(
  nearest: ReadonlyMap<number, number | undefined>,
  links: Links,
): [left: number, right: number | undefined, similarity: number] {
  let closest: [number, number | undefined, number] = [0, undefined, -Infinity];
  for (const [left, right] of nearest) {
    const similarity = right === undefined ? -Infinity : linkOf(links, left, right);
    if (similarity > closest[2]) closest = [left, right, similarity];
  }
  return closest;
}

/** Lance and Williams' update: the mean over all pairs of members; what must stay apart stays so. */
function merge(left: number, right: number, links: Links, members: Members): void {
  const [mine, theirs] = [members.get(left) ?? [], members.get(right) ?? []];
  members.delete(right);
  for (const other of members.keys()) {
    if (other === left) continue;
    const mean =
      (mine.length * linkOf(links, left, other) + theirs.length * linkOf(links, right, other)) /
      (mine.length + theirs.length);
    set(links, left, other, mean);
  }
  members.set(left, [...mine, ...theirs]);
}
