import { contentStems } from '../../grounding/checks/coverage.ts';
import { namedFacts } from '../../grounding/reading/namedFacts.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import { phrasesOf } from '../conversation/phrases.ts';
import { notRead } from '../evidence/readEvidence.ts';
import { rankEvidence } from '../evidence/sentenceEvidence.ts';
import type { Node } from '../node.ts';
import type { AgentParts } from '../parts.ts';
import { tasksOf } from '../question/plan.ts';
import { fillIn } from '../question/splitQuestion.ts';

/** Asks what waited for another look-up, in the words of what that one found. Nothing found leaves it unasked. */
export function followNode(parts: AgentParts): Node {
  return async (state, context) => {
    const { plan, request, partEvidence } = state;
    const filled = await Promise.all(
      (plan?.dependent ?? []).map(async (dependent) => {
        const first = partEvidence.find(({ query }) => query === dependent.after);
        const answer = first
          ? bridgeOf(dependent.after, await rankEvidence(parts, request.workspaceId, first, notRead, context.signal))
          : null;
        return answer === null ? [] : [fillIn(dependent, answer)];
      }),
    );
    const queries = filled.flat();
    context.note({ queries });
    // A first look-up alone says nothing about the whole.
    return queries.length === 0
      ? { followed: true, tasks: [], partEvidence: [] }
      : { followed: true, following: true, tasks: tasksOf(request, queries, 'PART') };
  };
}

/** Sentences that are looked through: the name may stand in the second best. */
const read = 2;

/**
 * What a look-up found, as words that the next one can ask about: the first thing that its best sentence names and the
 * look-up does not; else the title of what it stands in, where that names something new. Null: nothing to go on with.
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
