import { namedFacts } from '../../grounding/reading/namedFacts.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { contentStems } from '../../grounding/checks/coverage.ts';
import { phrasesOf } from '../conversation/phrases.ts';

/** Sentences that are looked through: the name may stand in the second best. */
const read = 2;

/**
 * What a look-up found, as words that the next one can ask about: the first thing that its best sentence names and the look-up does not; else the title of what it stands
 * in, where that names something new. Null: nothing to go on with.
 */
export function bridgeOf(query: string, ranked: readonly RankedSentence[]): string | null {
  const asked = contentStems(query);
  const isNew = (text: string) => [...contentStems(text)].some((stem) => !asked.has(stem));
  for (const { candidate } of ranked.slice(0, read)) {
    const named = phrasesOf(candidate.text).filter((phrase) => phrase.kind !== 'COMMON' && isNew(phrase.text));
    const codes = namedFacts(candidate.text, 'en').codes.filter((code) => isNew(code));
    const found = named[0]?.text ?? codes[0];
    if (found !== undefined) return found;
    const heading = [candidate.passage.sectionPath.at(-1) ?? '', candidate.passage.documentTitle].find(
      (text) => text !== '' && isNew(text),
    );
    if (heading !== undefined) return heading;
  }
  return null;
}
