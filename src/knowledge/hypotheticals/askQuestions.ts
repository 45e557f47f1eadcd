import { z } from 'zod';
import { cancelled } from '../../clock.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import type { ChatMessage, ChatModel } from '../../models/chat.ts';
import { dataRule, escapeMarkup, unescapeQuote } from '../../models/chat.ts';
import { completeJson } from '../../models/structured.ts';
import { countTokens, outsidePair } from '../tokens.ts';

interface HypotheticalsPrompt {
  readonly version: string;
  readonly messages: readonly ChatMessage[];
}

/** The parts of a passage that the prompt shows. */
export interface ShownPassage {
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
}

/** A chunk has 250 words, about 1,600 characters. Text beyond this limit is minified data or a table in one line. */
const shownCharacters = 3_000;
const shownPlaceCharacters = 300;

/** Returns the prompt for questions that people would type to find each of the passages, which are numbered from 1. */
export function hypotheticalsPrompt(passages: readonly ShownPassage[], perChunk: number): HypotheticalsPrompt {
  return {
    version: 'hypotheticals@1',
    messages: [
      {
        role: 'system',
        content:
          `You write questions that people would type to find a passage. For each numbered passage write at most ${perChunk}, in the language of that passage. ` +
          'Each is answered by that passage alone, can be understood without it (name the thing instead of "it" or "this text"), is shorter than 200 characters and ends with a question mark. ' +
          'Say it as somebody who has not read the passage: other everyday words for its terms; names, codes, numbers and dates unchanged. Ask for different things. ' +
          `A passage that states nothing gets no question. ${dataRule} ` +
          'Reply with JSON only: {"items": [{"number": 1, "questions": ["..."]}]}.',
      },
      { role: 'user', content: passages.map((passage, position) => passageElement(passage, position + 1)).join('\n') },
    ],
  };
}

/**
 * Returns a passage as numbered data. Angle brackets are escaped, so that no document can close its own element and
 * pose as the prompt.
 */
export function passageElement({ title, sectionPath, text }: ShownPassage, number: number): string {
  const place = clip([title, ...sectionPath].join(' > ').replaceAll(/\s+/g, ' '), shownPlaceCharacters);
  return `<passage number="${number}" from="${escapeMarkup(place).replaceAll('"', "'")}">\n${escapeMarkup(clip(text, shownCharacters))}\n</passage>`;
}

function clip(text: string, characters: number): string {
  return text.length <= characters ? text : text.slice(0, outsidePair(text, characters));
}

/**
 * The model's reply. Limits on length and number are not part of it: one question that is too long would cost the whole
 * reply a repair turn. usableQuestions drops it instead.
 */
const hypotheticalsOutput = z.object({
  items: z.array(z.object({ number: z.number().int(), questions: z.array(z.string()) })),
});

type HypotheticalsOutput = z.infer<typeof hypotheticalsOutput>;

/**
 * Returns the reply's raw questions for each of `count` passages, in their order. Unknown numbers are dropped; if one
 * occurs twice, both lists count.
 */
export function questionsByPosition(output: HypotheticalsOutput, count: number): string[][] {
  const lists: string[][] = Array.from({ length: count }, () => []);
  for (const item of output.items) lists[item.number - 1]?.push(...item.questions);
  return lists;
}

/** A passage that needs questions. */
export interface BarePassage extends ShownPassage {
  readonly chunkId: string;
  readonly versionId: string;
  /** The text search configuration of its document. */
  readonly searchConfig: string;
}

/** A passage with the questions that should find it; none if the attempt failed. */
export interface AskedPassage {
  readonly passage: BarePassage;
  readonly questions: readonly string[];
}

/** A chat model within a budget of tokens. */
export interface Asker {
  readonly chat: ChatModel;
  readonly perChunk: number;
  readonly signal: AbortSignal | undefined;
  /** Remaining tokens, by the chat port's own count. */
  tokensLeft(): number;
}

export type StopReason = 'TOKEN_BUDGET' | 'MODEL_UNAVAILABLE';

/** The result for a batch. Each passage is in at most one list; those in neither were not reached. */
interface Asked {
  readonly answered: readonly AskedPassage[];
  /** Failed: the model replied, but neither the reply for the batch nor that for its half was usable. */
  readonly failed: readonly BarePassage[];
  readonly stop: StopReason | null;
  /** The error of the last call that failed. */
  readonly problem: string | null;
}

type Reply =
  | { readonly kind: 'ANSWERED'; readonly answered: readonly AskedPassage[] }
  | { readonly kind: 'UNUSABLE'; readonly problem: string }
  | { readonly kind: 'STOPPED'; readonly stop: StopReason; readonly problem: string | null };

/**
 * Requests the questions of a batch. If a reply is unusable (malformed after its repair, refused, too long or too
 * slow), the batch is requested once more in halves: one passage that spoils the reply then costs only its half. There
 * is no further division, because a third call for a passage seldom succeeds after two failures.
 * @throws only CANCELLED
 */
export async function askInHalves(asker: Asker, batch: readonly BarePassage[]): Promise<Asked> {
  const whole = await askOnce(asker, batch);
  if (whole.kind === 'ANSWERED') return { answered: whole.answered, failed: [], stop: null, problem: null };
  if (whole.kind === 'STOPPED') return { answered: [], failed: [], stop: whole.stop, problem: whole.problem };
  // One passage has no halves, and the same call would have the same result.
  if (batch.length === 1) return { answered: [], failed: batch, stop: null, problem: whole.problem };
  const answered: AskedPassage[] = [];
  const failed: BarePassage[] = [];
  let problem = whole.problem;
  for (const half of halvesOf(batch)) {
    const reply = await askOnce(asker, half);
    if (reply.kind === 'STOPPED' && reply.stop === 'MODEL_UNAVAILABLE') return { answered, failed, ...reply };
    // If no tokens are left for its half, a passage counts as tried. So a run that spends tokens always advances,
    // however small its budget.
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
    // TIMEOUT is the provider's limit for one call: half the passages take half as long.
    const unusable = error.code === 'MODEL_INVALID' || error.code === 'TIMEOUT';
    return unusable
      ? { kind: 'UNUSABLE', problem: messageOf(error) }
      : { kind: 'STOPPED', stop: 'MODEL_UNAVAILABLE', problem: messageOf(error) };
  }
}

/** Maximum characters of a question. People type fewer than 100; a longer text is a retelling. */
export const maxQuestionLength = 300;

/**
 * Control, direction and zero-width marks and lone surrogates: Postgres rejects NUL, and nobody types the others. The
 * joiners of Persian and Hindi stay.
 */
const invisible = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;
const listMark = /^(?:[-*•]|\(?\d{1,2}[.)])\s+/u;
const questionMark = /[?？؟;՞፧]["'”’»)]*$/u;
/**
 * Schemes, addresses and domains. Not every domain ending is included, because ASP.NET and socket.io would then be
 * links.
 */
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
/** Matches questions about the passage instead of its subject, which no person would ask. */
const aboutPassage = /\b(?:this|the) (?:passage|excerpt|snippet)\b|\bthis (?:text|document|section)\b/iu;

/**
 * Returns the questions of a reply that can be stored, at most `limit`: one line each, in their order. It drops a
 * question that is empty, too long, not a question, a repetition, a link or an instruction. It also drops one that
 * occurs word for word in the passage, its title or headings, which find it already. These patterns are not a security
 * boundary: a hypothetical only ever leads to its own passage, whose document could have said the same itself.
 */
export function usableQuestions(replied: readonly string[], passage: ShownPassage, limit: number): string[] {
  const said = ` ${lettersAndDigits([passage.title, ...passage.sectionPath, passage.text].join(' \n '))} `;
  const seen = new Set<string>();
  const usable: string[] = [];
  for (const reply of replied) {
    const question = tidy(reply);
    const words = lettersAndDigits(question);
    if (!isQuestion(question, words) || seen.has(words) || said.includes(` ${words} `)) continue;
    seen.add(words);
    usable.push(question);
    if (usable.length === limit) break;
  }
  return usable;
}

/** Unescapes and cleans a question: the passage was shown escaped, and models quote what they see. */
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

/** Returns only the letters, their marks and digits, in one case. */
function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
