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

/** What the prompt shows of a passage. */
export interface ShownPassage {
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
}

/** A chunk has 250 words, about 1,600 characters; what stands behind this is minified data or a table of one line. */
const shownCharacters = 3_000;
const shownPlaceCharacters = 300;

/** Asks for questions that people would type to find each of the passages, which are numbered from 1. */
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
 * One passage as numbered data. Angle brackets are escaped so that no document can close its own element and speak as
 * the prompt.
 */
export function passageElement({ title, sectionPath, text }: ShownPassage, number: number): string {
  const place = clip([title, ...sectionPath].join(' > ').replaceAll(/\s+/g, ' '), shownPlaceCharacters);
  return `<passage number="${number}" from="${escapeMarkup(place).replaceAll('"', "'")}">\n${escapeMarkup(clip(text, shownCharacters))}\n</passage>`;
}

function clip(text: string, characters: number): string {
  return text.length <= characters ? text : text.slice(0, outsidePair(text, characters));
}

/**
 * What the model replies. Lengths and counts are not part of it: one question too long would cost the whole reply a
 * repair turn; usableQuestions drops it instead.
 */
const hypotheticalsOutput = z.object({
  items: z.array(z.object({ number: z.number().int(), questions: z.array(z.string()) })),
});

type HypotheticalsOutput = z.infer<typeof hypotheticalsOutput>;

/**
 * The reply's raw questions for each of `count` passages, in their order. Numbers that were not asked about are
 * dropped; one that comes twice is read twice.
 */
export function questionsByPosition(output: HypotheticalsOutput, count: number): string[][] {
  const lists: string[][] = Array.from({ length: count }, () => []);
  for (const item of output.items) lists[item.number - 1]?.push(...item.questions);
  return lists;
}

/** A passage that is to be asked for. */
export interface BarePassage extends ShownPassage {
  readonly chunkId: string;
  readonly versionId: string;
}

/** A passage with the questions that are to find it; none when it was tried in vain. */
export interface AskedPassage {
  readonly passage: BarePassage;
  readonly questions: readonly string[];
}

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
interface Asked {
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
