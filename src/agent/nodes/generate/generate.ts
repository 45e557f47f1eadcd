import { composeAnswer } from '../../../grounding/claims/composeAnswer.ts';
import type { RankedSentence } from '../../../grounding/sentences/rankSentences.ts';
import type { DraftClaim } from '../../../grounding/claims/verifyClaim.ts';
import { sentences } from '../../../knowledge/sentences.ts';
import { askModel, costOf } from '../../askModel.ts';
import { chosenSentences } from '../../chosenSentences.ts';
import { contextOf } from '../../contextOf.ts';
import type { Degradation, Passage } from '../../../retrieval/passage.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import { unescapeQuote } from '../../../models/documentData.ts';
import type { AskState, AskUpdate } from '../../state.ts';
import { generateOutput } from './output.ts';
import { generatePrompt, type Unproven } from './prompt.ts';

const maxOutputTokens = 900;

/** Drafts the answer: by the model when there is one, else, and whenever it fails, whole sentences of the passages. */
export function generateNode(parts: AgentParts): Node {
  return async (state, context) => {
    const shown = contextOf(state.evidence.passages, state.request.preset, state.request.settings);
    const language = state.plan?.language ?? 'en';
    const reply = state.request.preset.writes
      ? await askModel(parts, state, context, generatePrompt(state.request.question, language, shown, unproven(state)), generateOutput, maxOutputTokens)
      : undefined;
    const generated = reply?.kind === 'VALUE';
    if (!generated && state.rejected.length > 0) return { ...costOf(reply), degraded: [...costOf(reply).degraded, ...leftOut(reply, 'The answer was not written anew')], drafts: [] };
    context.emit({ type: 'Writing', mode: generated ? 'GENERATED' : 'EXTRACTIVE' });
    if (!generated) return { ...costOf(reply), ...stopOf(reply, state), degraded: [...costOf(reply).degraded, ...leftOut(reply, 'The model was not asked to write', ' The answer is whole sentences of the sources.')], drafts: extractiveDrafts(inContext(state, shown)), mode: 'EXTRACTIVE' };
    const drafts = reply.value.claims.flatMap((claim): DraftClaim[] => {
      const passage = shown[claim.passage - 1];
      // Each sentence is checked by itself: a good one must not carry another past the checks.
      return eachSentence(claim.text).map((text) => ({ text, chunkId: passage?.chunkId ?? '', quote: unescapeQuote(claim.quote) }));
    });
    return { ...costOf(reply), drafts, mode: 'GENERATED' };
  };
}

/** What an earlier draft said without proof, and why it is none. */
function unproven({ rejected, request }: AskState): Unproven[] {
  return composeAnswer(rejected, request.askedAt).droppedClaims.map(({ text, reason }) => ({ text, reason }));
}

/** A budget that kept the model from answering is the reason that is told. */
function stopOf(reply: Awaited<ReturnType<typeof askModel>> | undefined, state: AskState): Pick<AskUpdate, 'stopReason'> {
  if (reply?.kind === 'SKIPPED' && reply.why === 'TOKEN_BUDGET') return { stopReason: 'TOKEN_BUDGET' };
  if ((reply?.kind === 'SKIPPED' && reply.why === 'DEADLINE') || (reply?.kind === 'FAILED' && reply.late)) return { stopReason: 'DEADLINE' };
  return { stopReason: state.stopReason };
}

/** The last that is given up: the answer is whole sentences of the sources then. */
function leftOut(reply: Awaited<ReturnType<typeof askModel>> | undefined, what: string, instead = ''): Degradation[] {
  if (reply?.kind !== 'SKIPPED' || (reply.why !== 'TOKEN_BUDGET' && reply.why !== 'DEADLINE')) return [];
  return [{ part: 'GENERATION', message: `${what}: there ${reply.why === 'DEADLINE' ? 'was no time' : 'were no tokens'} left.${instead}` }];
}

/** Whole sentences, each its own quote; both sides of a conflict are among them. */
function extractiveDrafts(state: AskState): DraftClaim[] {
  const chosen = chosenSentences(state.sentences, state.partSentences, state.evidence).map((sentence) => sentence.candidate);
  const disputed = state.conflicts.flatMap((conflict) => conflict.sides.flatMap((side) => {
    const sentence = state.sentences.find(({ candidate }) => candidate.passage.versionId === side.versionId && candidate.sourceSpan.start === side.sourceSpan.start);
    return sentence && sentence.candidate !== chosen[0] ? [sentence.candidate] : [];
  }));
  // A dispute is told by its two sides; more sentences would hide it.
  const told = disputed.length > 0 ? [...chosen.slice(0, 1), ...disputed] : chosen;
  return told.map((candidate) => ({ text: candidate.text, chunkId: candidate.passage.chunkId, quote: candidate.text }));
}

/** A preset with a context of its own takes its sentences from there too, not only what it shows a model. */
function inContext(state: AskState, shown: readonly Passage[]): AskState {
  if (state.request.preset.contextCharacters === null) return state;
  const ids = new Set(shown.map((passage) => passage.chunkId));
  const within = (ranked: readonly RankedSentence[]) => ranked.filter(({ candidate }) => ids.has(candidate.passage.chunkId));
  return { ...state, sentences: within(state.sentences), partSentences: state.partSentences.map(within) };
}

/** Model text is data too: no line breaks, no marks that look like ours. */
function eachSentence(claim: string): string[] {
  const text = claim.replaceAll(/\s*(?:\[\^?\d+(?:[\s,;–-]+\d+)*\]|【[^】]*】)/g, '').replaceAll(/\s+/g, ' ').trim();
  return sentences(text).map((span) => text.slice(span.start, span.end));
}
