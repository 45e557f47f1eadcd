/** What stands behind the passages that were read, for a question that is refused. */
import { withoutTreated } from '../../grounding/editions/successors.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { AgentParts, NodeContext } from '../parts/parts.ts';
import type { AskState } from '../state/askState.ts';
import { nothingSpent } from '../state/spent.ts';
import { passagesRead, readEvidence } from './readEvidence.ts';
import { rankEvidence } from './sentenceEvidence.ts';

/**
 * The compared sentences, with those of as many passages again. Of the questions whose answer is on no first screen, it
 * stands behind the passages that were read in a third, and for half of these in the next five (npm run bench screen). A
 * refusal has the time to look there; an answer does not wait for it. Without a reader, with one that costs tokens, or
 * out of time: what was compared.
 * @throws CandorError CANCELLED
 */
export async function readFurther(
  parts: AgentParts,
  { request, found: { evidence }, judged: { sentences, confidence } }: Pick<AskState, 'request' | 'found' | 'judged'>,
  context: Pick<NodeContext, 'signal' | 'deadline' | 'millisLeft'>,
): Promise<readonly RankedSentence[]> {
  const known = new Set(sentences.map(({ candidate }) => candidate.passage.chunkId));
  const passages = evidence.passages.filter(({ chunkId }) => !known.has(chunkId)).slice(0, passagesRead);
  const wasRead = confidence?.signals.reader !== undefined;
  if (!wasRead || !parts.reader || parts.reader.prompt !== null || passages.length === 0) return sentences;
  const means = { ...context, runId: request.runId, budget: request.budget, writes: false, spent: nothingSpent };
  const further = { ...evidence, passages };
  const reading = await readEvidence(parts, further, means);
  if (reading.passages === null) return sentences;
  const ranked = await rankEvidence(parts, request.workspaceId, further, reading, context);
  const all = [...sentences, ...ranked.map((sentence) => inItsPlace(sentence, evidence.passages))];
  // What an earlier edition says of what was compared was left out there, and is no find here.
  const holding = new Set(withoutTreated(all.map(({ candidate }) => candidate)));
  return shared(all.filter(({ candidate }) => holding.has(candidate)));
}

/** The same, with the rank of its passage among all. */
function inItsPlace(sentence: RankedSentence, passages: readonly Passage[]): RankedSentence {
  const { candidate } = sentence;
  const rank = passages.findIndex(({ chunkId }) => chunkId === candidate.passage.chunkId) + 1;
  return { ...sentence, candidate: { ...candidate, passage: { ...candidate.passage, rank } } };
}

/** The sentences of two comparisons as if they had been one: the chooser's log odds are on one scale. */
function shared(sentences: readonly RankedSentence[]): RankedSentence[] {
  const compared = sentences.filter(({ share }) => share > 0);
  const most = Math.max(...compared.map(({ score }) => score));
  const total = compared.reduce((sum, { score }) => sum + Math.exp(score - most), 0);
  return sentences
    .map((each) => (each.share > 0 ? { ...each, share: Math.exp(each.score - most) / total } : each))
    .toSorted((left, right) => right.share - left.share);
}
