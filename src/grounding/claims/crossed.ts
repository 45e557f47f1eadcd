import { contentStems } from '../../knowledge/language/stems.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { sameAmount } from '../checks/numbers.ts';

/**
 * Whether a claim on several sentences gives the amount of one to what another is about: "Growth costs 179 and Scale 59".
 * By the order: what only one sentence names, and what amounts only one states, must come in the same order of
 * sentences, as in "59 for Growth, 179 for Scale" and in "Growth and Scale cost 59 and 179".
 */
export function isCrossed(claim: string, sentences: readonly string[]): boolean {
  const amounts = sentences.map((sentence) => amountsOf(sentence));
  const stems = sentences.map((sentence) => contentStems(sentence));
  const own = amountsOf(claim);
  const ofAmounts = own.map((amount) => only(amounts, (stated) => stated.some((other) => sameAmount(other, amount))));
  const words = [...claim.matchAll(/\p{L}[\p{L}\p{M}\d-]*/gu)].filter(
    ({ index }) => !own.some(({ start, end }) => start <= index && index < end),
  );
  const ofWords = words.map(([word]) => {
    const [stem, ...more] = contentStems(word);
    return stem === undefined || more.length > 0 ? undefined : only(stems, (stated) => stated.has(stem));
  });
  const [named, valued] = [inOrder(ofWords), inOrder(ofAmounts)];
  // What comes back to a sentence is said in another way.
  const isOnce = [named, valued].every((order) => new Set(order).size === order.length);
  const shared = valued.filter((one) => named.includes(one));
  return isOnce && shared.length > 1 && named.filter((one) => shared.includes(one)).join() !== shared.join();
}

/** The place of the only one that holds it; undefined: none does, or several do. */
function only<Item>(items: readonly Item[], holds: (item: Item) => boolean): number | undefined {
  const found = items.flatMap((item, position) => (holds(item) ? [position] : []));
  return found.length === 1 ? found[0] : undefined;
}

/** The places in order, without what is unknown; one that follows itself once. */
function inOrder(places: readonly (number | undefined)[]): number[] {
  const known = places.filter((place) => place !== undefined);
  return known.filter((place, position) => place !== known[position - 1]);
}
