import type { DraftClaim } from '../../grounding/claims/verifyClaim.ts';
import { uncertainFrom } from '../../confidence/score.ts';
import { essentialOf } from '../../grounding/sentences/chooseSentences.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';
import { chosenSentences } from '../evidence/chosenSentences.ts';
import type { AskState } from '../state.ts';
import { within } from './numberedSentences.ts';

/** Whole sentences, each its own quote; both sides of a conflict are among them. The surer the answer, the fewer. */
export function extractiveDrafts(
  state: Pick<AskState, 'sentences' | 'partSentences' | 'conflicts' | 'evidence' | 'request' | 'confidence'>,
): DraftClaim[] {
  const sentences = state.request.preset.contextCharacters === null ? state.sentences : within(state, state.sentences);
  const parts =
    state.request.preset.contextCharacters === null
      ? state.partSentences
      : state.partSentences.map((part) => within(state, part));
  const all = chosenSentences(sentences, parts, state.evidence);
  const isSure = parts.length < 2 && (state.confidence?.value ?? 0) >= uncertainFrom;
  const kept = isSure ? essentialOf(all, { query: state.evidence.query, idf: new Map(state.evidence.idf) }) : all;
  const chosen = kept.map((sentence) => sentence.candidate);
  const disputed = state.conflicts.flatMap((conflict) =>
    conflict.sides.flatMap((side) => {
      const sentence = sentences.find(
        ({ candidate }) =>
          candidate.passage.versionId === side.versionId && candidate.sourceSpan.start === side.sourceSpan.start,
      );
      return sentence && sentence.candidate !== chosen[0] ? [sentence.candidate] : [];
    }),
  );
  // A dispute is told by its two sides; more sentences would hide it.
  return (disputed.length > 0 ? [...chosen.slice(0, 1), ...disputed] : chosen).map(asDraft);
}

/** A sentence that is its own proof. */
export function asDraft({ text, passage }: Candidate): DraftClaim {
  return { text, chunkId: passage.chunkId, quote: text };
}
