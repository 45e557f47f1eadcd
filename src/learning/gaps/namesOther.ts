import type { NamedFacts } from '../../grounding/reading/namedFacts.ts';

/**
 * Whether two questions name different things: other codes, be it that one has none, other numbers or dates, or names of which none is the same. By meaning alone E1042 and E1043 are one
 * question (cosine .985 with the built-in embedder); a document about the one leaves the other unanswered.
 */
export function namesOther(left: NamedFacts, right: NamedFacts): boolean {
  const differ = (kind: 'codes' | 'numbers' | 'dates') => lowered(left[kind]).join('|') !== lowered(right[kind]).join('|');
  const others = (['numbers', 'dates'] as const).some((kind) => bothName(left[kind], right[kind]) && differ(kind));
  return differ('codes') || others || (bothName(left.names, right.names) && !lowered(left.names).some((name) => lowered(right.names).includes(name)));
}

const bothName = (left: readonly string[], right: readonly string[]) => left.length > 0 && right.length > 0;
const lowered = (texts: readonly string[]) => texts.map((text) => text.toLowerCase()).sort();
