import { cancelled } from '../../clock.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import type { ChatModel } from '../../models/chat.ts';
import { unescapeQuote } from '../../models/documentData.ts';
import { completeJson } from '../../models/structured.ts';
import { countTokens } from '../tokens.ts';
import { hypotheticalsOutput, questionsByPosition, hypotheticalsPrompt, type ShownPassage } from './prompt.ts';
import type { AskedPassage, BarePassage } from './store.ts';

/** A chat model within a budget of tokens. */
export interface Asker {
  readonly chat: ChatModel;
  readonly perChunk: number;
  readonly signal: AbortSignal | undefined;
  /** Tokens that are left, by the chat port's own count. */
  tokensLeft(): number;
}

export type StopReason = 'TOKEN_BUDGET' | 'MODEL_UNAVAILABLE';

/** What came of asking for a batch. Each of its passages is in one list at most; those in neither were not reached. */
export interface Asked {
  readonly answered: readonly AskedPassage[];
  /** Asked for in vain: the model replied, and neither the batch nor its half was of use. */
  readonly failed: readonly BarePassage[];
  readonly stop: StopReason | null;
  /** Of the last call that failed. */
  readonly problem: string | null;
}

type Reply =
  | { readonly kind: 'ANSWERED'; readonly answered: readonly AskedPassage[] }
  | { readonly kind: 'UNUSABLE'; readonly problem: string }
  | { readonly kind: 'STOPPED'; readonly stop: StopReason; readonly problem: string | null };

/**
 * Asks for the questions of a batch. A reply that is of no use, malformed after its repair, refused, too long or too
 * slow, is asked for once more in halves: one passage that spoils the reply then costs its half alone. Not further
 * down: the third call for a passage seldom brings what two did not.
 * @throws CANCELLED alone
 */
export async function askInHalves(asker: Asker, batch: readonly BarePassage[]): Promise<Asked> {
  const whole = await askOnce(asker, batch);
  if (whole.kind === 'ANSWERED') return { answered: whole.answered, failed: [], stop: null, problem: null };
  if (whole.kind === 'STOPPED') return { answered: [], failed: [], stop: whole.stop, problem: whole.problem };
  // One passage has no halves, and the same call again would bring the same.
  if (batch.length === 1) return { answered: [], failed: batch, stop: null, problem: whole.problem };
  const answered: AskedPassage[] = [];
  const failed: BarePassage[] = [];
  let problem = whole.problem;
  for (const half of halvesOf(batch)) {
    const reply = await askOnce(asker, half);
    if (reply.kind === 'STOPPED' && reply.stop === 'MODEL_UNAVAILABLE') return { answered, failed, ...reply };
    // Without tokens for its half a passage counts as tried: a run that spends tokens always gets on, however small its
    // budget.
    if (reply.kind === 'ANSWERED') answered.push(...reply.answered);
    else failed.push(...half);
    problem = reply.kind === 'UNUSABLE' ? reply.problem : problem;
  }
  return { answered, failed, stop: null, problem };
}

function halvesOf(batch: readonly BarePassage[]): (readonly BarePassage[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** 300 characters take 100 tokens at most; the rest is JSON. */
const replyTokens = (passages: number, perChunk: number) => 200 + passages * (20 + perChunk * 100);

async function askOnce({ chat, perChunk, signal, tokensLeft }: Asker, batch: readonly BarePassage[]): Promise<Reply> {
  const { messages } = hypotheticalsPrompt(batch, perChunk);
  const maxOutputTokens = replyTokens(batch.length, perChunk);
  const needed = countTokens(messages.map((message) => message.content).join('\n')) + maxOutputTokens;
  if (needed > tokensLeft()) return { kind: 'STOPPED', stop: 'TOKEN_BUDGET', problem: null };
  try {
    const { value } = await completeJson(chat, {
      messages,
      schema: hypotheticalsOutput,
      maxOutputTokens,
      ...(signal ? { signal } : {}),
    });
    const lists = questionsByPosition(value, batch.length);
    return {
      kind: 'ANSWERED',
      answered: batch.map((passage, position) => ({
        passage,
        questions: usableQuestions(lists[position] ?? [], passage, perChunk),
      })),
    };
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    if (!isCandorError(error) || error.code === 'CANCELLED') throw error;
    // TIMEOUT is the provider's own limit of one call: half the passages take half as long.
    const unusable = error.code === 'MODEL_INVALID' || error.code === 'TIMEOUT';
    return unusable
      ? { kind: 'UNUSABLE', problem: messageOf(error) }
      : { kind: 'STOPPED', stop: 'MODEL_UNAVAILABLE', problem: messageOf(error) };
  }
}

/** Characters of a question. People type less than 100; what is longer is a retelling. */
export const maxQuestionLength = 300;

/**
 * Control, direction and zero-width marks and lone surrogates: Postgres refuses NUL, and nobody types the others. The
 * joiners of Persian and Hindi stay.
 */
const invisible = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;
const listMark = /^(?:[-*•]|\(?\d{1,2}[.)])\s+/u;
const questionMark = /[?？؟;՞፧]["'”’»)]*$/u;
/** Schemes, addresses and domains; not every ending of a domain, or ASP.NET and socket.io would be links. */
const link =
  /\w:\/\/|\bwww\.|\]\(|[\w.+-]+@[\w-]+\.\w|\b(?:javascript|mailto|data):|\b[\w-]+\.(?:com|org|info|biz|example)\b|\b[\w-]+\.[a-z]{2,}\/\w/iu;
const instruction = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|guardrails?|above)\b`,
    String.raw`\b(?:system|developer) (?:prompt|message)\b`,
    String.raw`^(?:system|assistant|user|developer)\s*:`,
    String.raw`^(?:please )?(?:reply|respond|answer|output|print|repeat|write|pretend|act)\b`,
    String.raw`\byou (?:must|are now|shall)\b`,
    '</?[a-z!|]',
    '```',
    String.raw`\[/?inst\]`,
  ].join('|'),
  'iu',
);
/** Asks about the passage instead of its subject: no person would. */
const aboutPassage = /\b(?:this|the) (?:passage|excerpt|snippet)\b|\bthis (?:text|document|section)\b/iu;

/**
 * The questions of a reply that can be stored, at most `limit`: one line each, in their order. Dropped is what is
 * empty, too long, no question, said twice, a link, an instruction, or there word for word in the passage, its title or
 * headings, which find it already. The lists of shapes are not a fence: a hypothetical only ever leads to its own
 * passage, whose document could as well have said the same itself.
 */
export function usableQuestions(replied: readonly string[], passage: ShownPassage, limit: number): string[] {
  const said = ` ${wordsOf([passage.title, ...passage.sectionPath, passage.text].join(' \n '))} `;
  const seen = new Set<string>();
  const usable: string[] = [];
  for (const reply of replied) {
    const question = tidy(reply);
    const words = wordsOf(question);
    if (!isQuestion(question, words) || seen.has(words) || said.includes(` ${words} `)) continue;
    seen.add(words);
    usable.push(question);
    if (usable.length === limit) break;
  }
  return usable;
}

/** The passage was shown escaped, and models quote what they see. */
function tidy(reply: string): string {
  return unescapeQuote(reply).replaceAll(invisible, ' ').replaceAll(/\s+/g, ' ').trim().replace(listMark, '');
}

function isQuestion(question: string, words: string): boolean {
  return (
    words !== '' &&
    question.length <= maxQuestionLength &&
    questionMark.test(question) &&
    !link.test(question) &&
    !instruction.test(question) &&
    !aboutPassage.test(question)
  );
}

/** Letters, their marks and digits alone, in one case. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
