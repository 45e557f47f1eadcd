import type { Tier } from '../../../confidence/signals.ts';
import { expectedType, holdsType } from '../../../grounding/answerability/answerType.ts';
import type { DraftClaim } from '../../../grounding/claims/verifyClaim.ts';
import { gateOf } from '../../gate.ts';
import type { Node } from '../../node.ts';
import type { AnswerMode } from '../../outcome.ts';
import type { AskState } from '../../state.ts';
import { uncertainAtMost } from '../../uncertainAtMost.ts';
import { asDraft, extractiveDrafts } from '../../writing/extractiveDrafts.ts';
import { proven, type Written } from '../../writing/written.ts';

/** More sentences than this are no answer to read; a list is one. */
const mostNamed = 5;

/** Drafts the answer: what the model wrote where it is proven, else the sentences that it named, else, and whatever became of the model, whole sentences that the ranking chose. */
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
  if (written === null || (proven(written).length === 0 && written.named.length === 0)) return { mode: 'EXTRACTIVE', drafts: extracted };
  const mode = proven(written).length > 0 ? 'GENERATED' : 'EXTRACTIVE';
  const told = mode === 'GENERATED' ? written.claims.map(({ draft }) => draft) : written.named.slice(0, mostNamed).map(asDraft);
  if (written.without < gateOf(state.request) || holdsExtract(state, written, extracted)) return { mode, drafts: told };
  // They differ in what the answer is. Neither is taken away, and a reader is told to look.
  return { mode, drafts: [...told, ...extracted.filter(({ text }) => !told.some((draft) => draft.text === text))], tier: uncertainAtMost(tier) };
}

/** Whether the model tells of a sentence that extraction would answer with; where a number, date or name is asked and that sentence has one, so must the wording. */
function holdsExtract({ evidence }: AskState, written: Written, extracted: readonly DraftClaim[]): boolean {
  const claims = proven(written);
  const quotes = claims.length > 0 ? claims.map(({ draft }) => draft) : written.named.map(asDraft);
  const shared = extracted.filter(({ chunkId, quote }) => quotes.some((other) => other.chunkId === chunkId && (other.quote.includes(quote) || quote.includes(other.quote))));
  if (shared.length === 0) return false;
  const type = expectedType(evidence.query);
  const wording = quotes.map(({ text }) => text).join('\n');
  return type === 'ANY' || holdsType(wording, type) || !shared.some(({ text }) => holdsType(text, type));
}
