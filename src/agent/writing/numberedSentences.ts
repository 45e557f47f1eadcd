import { isOrder } from '../../grounding/claims/suspicious.ts';
import { successorsFirst } from '../../grounding/conflicts/successors.ts';
import type { Candidate } from '../../grounding/sentences/candidates.ts';
import { asksForProcedure } from '../../grounding/answerability/answerType.ts';
import { withWholeProcedures } from '../../grounding/sentences/procedure.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { Span } from '../../knowledge/document.ts';
import type { Passage, RetrievalSettings } from '../../retrieval/passage.ts';
import type { Preset } from '../../retrieval/presets.ts';
import type { AskState } from '../state.ts';

/**
 * The right sentence is among the best twenty where it was found at all; more cost a small model its choice and a slow
 * one the time.
 */
const mostSentences = 20;
/** About 2,000 tokens: twenty sentences of prose have 325 to 980. */
const mostCharacters = 8_000;
const ofEachPart = 5;

/**
 * The sentences that a chat model chooses from: what extraction would answer with, then the best ones, steps as their
 * whole list. Grouped by passage and in reading order within; a sentence's number is its place, from 1. Orders to
 * whoever answers are left out.
 */
export function numberedSentences(
  state: Pick<AskState, 'sentences' | 'partSentences' | 'chosen' | 'evidence' | 'request'>,
): readonly Candidate[] {
  const { sentences, partSentences, chosen, evidence } = state;
  const ranked = [...chosen, ...partSentences.flatMap((part) => part.slice(0, ofEachPart)), ...sentences];
  const whole = asksForProcedure(evidence.query) ? withWholeProcedures(ranked) : ranked;
  const shown: Candidate[] = [];
  let characters = 0;
  for (const { candidate } of within(state, whole)) {
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
export function groups<Shown extends ShownSentence>(shown: readonly Shown[]): readonly (readonly Shown[])[] {
  const passages = new Map<string, Shown[]>();
  for (const candidate of shown)
    passages.set(candidate.passage.chunkId, [...(passages.get(candidate.passage.chunkId) ?? []), candidate]);
  return [...passages.values()].map((group) =>
    group.toSorted(
      (left, right) => left.sourceSpan.start - right.sourceSpan.start || left.sourceSpan.end - right.sourceSpan.end,
    ),
  );
}

/** What is cited must be among the evidence; a preset with a context of its own takes its sentences from there. */
export function within(
  { evidence, request: { preset, settings } }: Pick<AskState, 'evidence' | 'request'>,
  ranked: readonly RankedSentence[],
): readonly RankedSentence[] {
  const passages =
    preset.contextCharacters === null ? evidence.passages : contextOf(evidence.passages, preset, settings);
  const ids = new Set(passages.map(({ chunkId }) => chunkId));
  return ranked.filter(({ candidate }) => ids.has(candidate.passage.chunkId));
}

function isSame(left: Candidate, right: Candidate): boolean {
  return (
    left.passage.chunkId === right.passage.chunkId &&
    left.sourceSpan.start === right.sourceSpan.start &&
    left.sourceSpan.end === right.sourceSpan.end
  );
}

/** Passages and characters of them that the model is shown, unless the preset has a context of its own. */
const shownPassages = 6;
const shownCharacters = 12_000;

/** The passages that an answer is made from: the first that have room; the first always has. */
export function contextOf(
  passages: readonly Passage[],
  preset: Pick<Preset, 'contextCharacters'>,
  settings: Pick<RetrievalSettings, 'topK'>,
): Passage[] {
  const [most, room] =
    preset.contextCharacters === null ? [shownPassages, shownCharacters] : [settings.topK, preset.contextCharacters];
  let characters = 0;
  return successorsFirst(passages)
    .slice(0, most)
    .filter((passage, position) => {
      characters += passage.text.length;
      return position === 0 || characters <= room;
    });
}
