import { isCandorError, messageOf } from '../../../errors.ts';
import { locateQuote } from '../../../grounding/claims/locateQuote.ts';
import { abortFault, orAbort } from '../../../models/cancellation.ts';
import { notStated, type Reader, type Reading } from '../../../models/reader.ts';
import type { Passage } from '../../../retrieval/passage.ts';
import { sparingly } from '../../askModel.ts';
import { nothingSpent, type Spent } from '../../budget.ts';
import { throwIfGone, type NodeContext } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import { plainReason } from '../../plainReason.ts';
import type { Reflection } from '../../reflection.ts';
import type { AskState, AskUpdate } from '../../state.ts';
import { tooDear } from '../../tooDear.ts';

/** Passages that a reader is shown: what does not stand in the best four is not what the answer would cite. */
const shownPassages = 4;
/** The longest that a question waits for a reader that is no chat model. */
const cheapMillis = 2_000;

type Judgement = Reflection['judgedByModel'];

export interface Judged {
  readonly update: AskUpdate;
  readonly judgement: Judgement;
}

/**
 * Lets a reader look for the answer in passages that passed the gate. One that takes tokens is asked only where rules were unsure, any other each time.
 * Its verdict can only lower: not answerable is a refusal. Null when nobody reads; a reader that fails, or is left out for lack of time or tokens, lowers nothing and is told.
 */
export async function judge(parts: AgentParts, state: AskState, context: NodeContext): Promise<Judged | null> {
  const { reader } = parts;
  const { request, tier } = state;
  if (!reader) return null;
  const shown = state.evidence.passages.slice(0, shownPassages).map((passage) => shownText(passage));
  const tokens = reader.tokensFor(request.question, shown);
  if (tokens > 0 && (tier !== 'UNCERTAIN' || request.budget.maxTokens === 0)) return null;
  const skipped = tooDear('JUDGE', { ...request, ...state, millisLeft: context.millisLeft, chat: parts.chat !== null && request.preset.writes }, tokens);
  if (skipped !== null) return unread(`The model's judgement was left out to keep ${skipped === 'DEADLINE' ? 'time' : 'tokens'} for the answer.`);
  context.note({ reader: reader.id, ...(reader.prompt ? { prompts: [reader.prompt] } : {}) });
  return read(reader, parts, state, context, shown);
}

function unread(message: string, spent: Spent = nothingSpent): Judged {
  return { update: { spent, degraded: [{ part: 'REFLECTION', message }] }, judgement: null };
}

async function read(reader: Reader, { log }: AgentParts, { request }: AskState, context: NodeContext, shown: readonly string[]): Promise<Judged> {
  let spent: Spent = nothingSpent;
  const share = (sparingly.share ?? 1) * context.millisLeft;
  const signal = AbortSignal.any([context.deadline, AbortSignal.timeout(Math.ceil(reader.prompt ? share : Math.min(cheapMillis, share)))]);
  try {
    const reading = await orAbort(reader.read(request.question, shown, { signal, onUsage: (usage) => { spent = usage; } }), signal, abortFault);
    const judgement = judgementOf(reading, shown);
    if (judgement.answerable) return { update: { spent }, judgement };
    context.note({ missing: judgement.missing });
    return { update: { spent, verdict: 'ABSTAIN', tier: 'NO_MATCH', stopReason: 'BELOW_GATE', abstentionReason: 'WEAK_EVIDENCE' }, judgement };
  } catch (error) {
    throwIfGone(context.signal);
    const message = isCandorError(error) ? error.message : `The reader failed in a way it should not: ${messageOf(error)}`;
    log.warn('reader failed', { runId: request.runId, reader: reader.id, error: message });
    return unread(message, spent);
  }
}

/** An answer that is quoted and stands nowhere was made up. One that is not quoted raises nothing, and needs no proof. */
function judgementOf({ answerable, span, reason }: Reading, shown: readonly string[]): NonNullable<Judgement> {
  if (!answerable) return { answerable, missing: plainReason(reason) || notStated };
  const stands = span === null || shown.some((text) => text.includes(span.quote) || locateQuote(text, span.quote) !== undefined);
  return stands ? { answerable, missing: '' } : { answerable: false, missing: 'The model named words as the answer that stand in none of the passages.' };
}

/** Where it stands, then what it says. */
function shownText({ documentTitle, sectionPath, text }: Passage): string {
  return `${[documentTitle, ...sectionPath].join(' > ')}\n${text}`.toWellFormed();
}
