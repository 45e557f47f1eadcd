import { z } from 'zod';
import { type ChatMessage, dataRule, escapeMarkup } from '../../models/chat.ts';
import { outsidePair } from '../tokens.ts';

export interface HypotheticalsPrompt {
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
export const hypotheticalsOutput = z.object({
  items: z.array(z.object({ number: z.number().int(), questions: z.array(z.string()) })),
});

export type HypotheticalsOutput = z.infer<typeof hypotheticalsOutput>;

/**
 * The reply's raw questions for each of `count` passages, in their order. Numbers that were not asked about are
 * dropped; one that comes twice is read twice.
 */
export function questionsByPosition(output: HypotheticalsOutput, count: number): string[][] {
  const lists: string[][] = Array.from({ length: count }, () => []);
  for (const item of output.items) lists[item.number - 1]?.push(...item.questions);
  return lists;
}
