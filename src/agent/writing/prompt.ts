import { z } from 'zod';
import { asksForProcedure } from '../../retrieval/question/answerType.ts';
import { isOrder, suspicious } from '../../grounding/injection/orders.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';
import { withWholeProcedures } from '../../grounding/sentences/wholes.ts';
import type { Span } from '../../knowledge/document.ts';
import { dataRule, escapeMarkup } from '../../models/chat.ts';
import { withoutThinking } from '../../models/structured.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Prompt } from '../parts/askModel.ts';
import type { AskState } from '../state/askState.ts';
import { within } from '../evidence/context.ts';

/**
 * If the right sentence was found at all, it is among the best twenty. More of them make a small model choose worse and
 * a slow one take longer.
 */
const mostSentences = 20;
/** About 2,000 tokens: twenty sentences of prose have 325 to 980. */
const mostCharacters = 8_000;
const ofEachPart = 5;

/**
 * The sentences that a chat model chooses from: what extraction would answer with, then the best ones, with steps as
 * their whole list. They are grouped by passage, in reading order within it; a sentence's number is its position, from
 * 1. Orders to the answering model are left out.
 */
export function numberedSentences({
  request,
  found: { evidence },
  judged,
}: Pick<AskState, 'request' | 'found' | 'judged'>): readonly Candidate[] {
  const { sentences, partSentences, chosen } = judged;
  const ranked = [...chosen, ...partSentences.flatMap((part) => part.slice(0, ofEachPart)), ...sentences];
  const whole = asksForProcedure(evidence.query) ? withWholeProcedures(ranked) : ranked;
  const shown: Candidate[] = [];
  let characters = 0;
  for (const { candidate } of within(request, evidence, whole)) {
    if (shown.length === mostSentences) break;
    if (
      characters + candidate.text.length > mostCharacters ||
      shown.some((other) => isSame(other, candidate)) ||
      isOrder(candidate.text, candidate.passage)
    )
      continue;
    characters += candidate.text.length;
    shown.push(candidate);
  }
  return groups(shown).flat();
}

/** What a prompt shows of a sentence. */
export interface ShownSentence {
  readonly text: string;
  readonly sourceSpan: Span;
  readonly passage: Pick<
    Passage,
    'chunkId' | 'documentTitle' | 'sectionPath' | 'effectiveFrom' | 'effectiveUntil' | 'supersededBy'
  >;
}

/** The same sentences, those of a passage together, passages in the order of their best one. */
function groups<Shown extends ShownSentence>(shown: readonly Shown[]): readonly (readonly Shown[])[] {
  const passages = new Map<string, Shown[]>();
  for (const candidate of shown)
    passages.set(candidate.passage.chunkId, [...(passages.get(candidate.passage.chunkId) ?? []), candidate]);
  return [...passages.values()].map((group) =>
    group.toSorted(
      (left, right) => left.sourceSpan.start - right.sourceSpan.start || left.sourceSpan.end - right.sourceSpan.end,
    ),
  );
}

function isSame(left: Candidate, right: Candidate): boolean {
  return (
    left.passage.chunkId === right.passage.chunkId &&
    left.sourceSpan.start === right.sourceSpan.start &&
    left.sourceSpan.end === right.sourceSpan.end
  );
}

/** What was asked, and how the claims are to be worded. */
interface Asked {
  readonly question: string;
  /** BCP 47. */
  readonly language: string;
  /** The day that the question is about. */
  readonly asOf: Date;
}

/** The same for every question, so that a server can cache its work on it. */
const system =
  `You answer a question from numbered sentences and nothing else. ${dataRule} ` +
  'Each element says where its sentences stand, since when and until when they hold, and whether a newer document has replaced them; prefer what holds on the day that is given.\n' +
  'Reply with one JSON object, in this order:\n' +
  '"sentences": the numbers of the sentences that together state the answer, the most important first. Only those that state it about exactly what is asked: the same product, plan, place, time and direction. Related is not enough. Empty if none does.\n' +
  '"claims": the answer in your words, one sentence each, with the numbers of the sentences that prove it; three at most unless a list or steps are asked for. Keep numbers, names and conditions as they stand. Say nothing that the sentences do not say.\n' +
  '"missing": in a few words, what is asked and stated nowhere; null if nothing is.\n\n' +
  'Example 1\n<passage from="Garden tools > Rental" since="2024-03-01">\n[1] A lawn mower is rented out by the day.\n[2] It costs 12 euros a day, and a deposit of 50 euros is taken.\n</passage>\nQuestion: "What does the lawn mower cost a day?"\n' +
  '{"sentences":[2],"claims":[{"text":"The lawn mower costs 12 euros a day.","sentences":[2]}],"missing":null}\n' +
  'Example 2, with the same sentences\nQuestion: "What does the hedge trimmer cost a day?"\n' +
  '{"sentences":[],"claims":[],"missing":"the price of the hedge trimmer"}';

/** A reply of the right shape about a different subject. */
export const writeExample = {
  sentences: [2],
  claims: [{ text: 'The lawn mower costs 12 euros a day.', sentences: [2] }],
  missing: null,
};

/**
 * Asks for the sentences that state the answer, by number, and for its wording.
 * @param shown as numberedSentences returns them
 */
export function writePrompt({ question, language, asOf }: Asked, shown: readonly ShownSentence[]): Prompt {
  return {
    version: 'write@1',
    messages: [
      { role: 'system', content: system },
      {
        role: 'user',
        content: `${sentenceBlock(shown)}\n\nDay: ${dayOf(asOf)}\nLanguage of the claims: ${language}\nQuestion: ${JSON.stringify(question)}`,
      },
    ],
  };
}

/**
 * Sentences as numbered data for a prompt, those of a passage in one element. Escaped, so that no document can close
 * its element and speak as the prompt.
 */
export function sentenceBlock(shown: readonly ShownSentence[]): string {
  let number = 0;
  return groups(shown)
    .map(
      (group) =>
        `${opening(group)}\n${group.map(({ text }) => `[${(number += 1)}] ${escapeMarkup(text)}`).join('\n')}\n</passage>`,
    )
    .join('\n');
}

function opening([first]: readonly ShownSentence[]): string {
  if (!first) return '<passage>';
  const { documentTitle, sectionPath, effectiveFrom, effectiveUntil, supersededBy } = first.passage;
  // A title may give orders too.
  const place = [documentTitle, ...sectionPath]
    .filter((part) => !suspicious(part))
    .map(escapeMarkup)
    .join(' > ');
  const until = effectiveUntil === null ? '' : ` until="${dayOf(effectiveUntil)}"`;
  return `<passage from="${place.replaceAll('"', "'")}" since="${dayOf(effectiveFrom)}"${until}${supersededBy === null ? '' : ' replaced="by a newer document"'}>`;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const numbers = z.array(z.number().int()).max(50);
const wordedClaim = z.object({ text: z.string().max(2_000), sentences: numbers.default([]) });

/** Numbers first, then the wording: evidence before the verdict. */
export const writeOutput = z.object({
  sentences: numbers,
  claims: z.array(wordedClaim).max(12).default([]),
  missing: z.string().max(1_000).nullish(),
});
export type WriteOutput = z.infer<typeof writeOutput>;

const begunOutput = z.object({ sentences: numbers, claims: z.array(z.unknown()).default([]) });
const begunNumbers = /^\{\s*"sentences"\s*:\s*(\[[\d,\s]*\])/;
/** Brackets inside the text of a claim that is still arriving are tried too; there is seldom more than one. */
const mostTries = 4;

/**
 * What a reply that is unfinished or was cut says so far: its numbers, and the claims whose brackets are closed.
 * @returns undefined if not even the list of numbers is complete, or if this is not a JSON object
 */
export function replySoFar(text: string): WriteOutput | undefined {
  const begun = withoutThinking(text).replace(/^[^{]*/, '');
  let end = begun.length;
  for (let tries = 0; tries < mostTries && end > 0; tries += 1) {
    end = begun.lastIndexOf('}', end - 1);
    if (end < 0) break;
    const closed = begun.slice(0, end + 1);
    // The bracket ends either the whole reply or a claim, with a list and the object still open around it.
    const reply = begunOutput.safeParse(parsed(closed) ?? parsed(`${closed}]}`)).data;
    if (reply) return { sentences: reply.sentences, claims: leading(reply.claims), missing: null };
  }
  const sentences = numbers.safeParse(parsed(begunNumbers.exec(begun)?.[1] ?? '')).data;
  return sentences && { sentences, claims: [], missing: null };
}

/** The claims up to the first one of another shape. */
function leading(given: readonly unknown[]): WriteOutput['claims'] {
  const claims = given.map((one) => wordedClaim.safeParse(one).data);
  const wrong = claims.indexOf(undefined);
  return claims.slice(0, wrong < 0 ? undefined : wrong).flatMap((claim) => claim ?? []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
