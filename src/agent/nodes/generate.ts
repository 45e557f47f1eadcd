import type { Tier } from '../../confidence/signals.ts';
import { expectedType, holdsType } from '../../grounding/answerability/answerType.ts';
import type { DraftClaim } from '../../grounding/claims/verifyClaim.ts';
import { gateOf, uncertainAtMost } from '../gate/gate.ts';
import type { Node } from '../node.ts';
import type { AnswerMode } from '../outcome.ts';
import { type AskState, proven, type Written } from '../state.ts';
import { asDraft, extractiveDrafts } from '../writing/locateClaims.ts';

/** More sentences than this are no answer to read; a list is one. */
const mostNamed = 5;

/**
 * Drafts the answer: what the model wrote where it is proven, else the sentences that it named, else, and whatever
 * became of the model, whole sentences that the ranking chose.
 */
export function generateNode(): Node {
  return (state, context) => {
    const drafted = draftsOf(state);
    context.note({ mode: drafted.mode, drafts: drafted.drafts.length });
    // The wording of a model was announced before it was asked.
    if (drafted.mode !== 'GENERATED') context.emit({ type: 'Writing', mode: 'EXTRACTIVE' });
    return drafted;
  };
}

interface Drafted {
  readonly mode: AnswerMode;
  readonly drafts: readonly DraftClaim[];
  readonly tier?: Tier;
}

function draftsOf(state: AskState): Drafted {
  const { written, tier } = state;
  const extracted = extractiveDrafts(state);
  if (written === null || (proven(written).length === 0 && written.named.length === 0))
    return { mode: 'EXTRACTIVE', drafts: extracted };
  const mode = proven(written).length > 0 ? 'GENERATED' : 'EXTRACTIVE';
  const told =
    mode === 'GENERATED' ? written.claims.map(({ draft }) => draft) : written.named.slice(0, mostNamed).map(asDraft);
  if (written.without < gateOf(state.request)) return { mode, drafts: told };
  const rest = extracted.filter(({ text }) => !told.some((draft) => draft.text === text));
  if (!holdsExtract(state, written, extracted))
    // They differ in what the answer is. Neither is taken away, and a reader is told to look.
    return { mode, drafts: [...told, ...rest], tier: uncertainAtMost(tier) };
  // A reply that broke off may have been about to say the rest.
  return { mode, drafts: written.whole ? told : [...told, ...rest.filter((draft) => !isIn(draft, told))] };
}

function isIn({ chunkId, quote }: DraftClaim, others: readonly DraftClaim[]): boolean {
  return others.some((other) => other.chunkId === chunkId && other.quote.includes(quote));
}

/**
 * Whether the model tells of the sentence that an extractive answer rests on, the best of its ranking; where a number,
 * date or name is asked and that sentence has one, so must the wording. Of a question in parts, and of a dispute, it
 * must tell every side. A model that names any sentence, as small ones do, took 8 of 92 right answers away where one of
 * several was enough.
 */
function holdsExtract(
  { evidence, sentences, partSentences, conflicts }: AskState,
  written: Written,
  extracted: readonly DraftClaim[],
): boolean {
  const claims = proven(written);
  const quotes = claims.length > 0 ? claims.map(({ draft }) => draft) : written.named.map(asDraft);
  const best = sentences.map(({ candidate }) => asDraft(candidate)).find((draft) => isIn(draft, extracted));
  if (!best || !isIn(best, quotes)) return false;
  if ((partSentences.length > 0 || conflicts.length > 0) && !extracted.every((draft) => isIn(draft, quotes)))
    return false;
  const shared = extracted.filter((draft) => isIn(best, [draft]));
  const type = expectedType(evidence.query);
  const wording = quotes.map(({ text }) => text).join('\n');
  return type === 'ANY' || holdsType(wording, type) || !shared.some(({ text }) => holdsType(text, type));
}
