/**
 * Lines that void a statement: a rejected plan, a draft, a myth, a rule that was abolished. Which line does is learned, from
 * lines written for it and their vectors (weights/answers/MODEL.md); the plainest words say so beside it, for any embedder
 * and until a reader knows such lines. It is a cap, never a choice: what such a line voids is
 * shown with it, is never CONFIDENT and has no short answer.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { stretchesIn } from '../../knowledge/values/calendar.ts';
import { CandorError } from '../../errors.ts';
import { logistic } from '../../confidence/score.ts';
import words from './voidWords.json' with { type: 'json' };

/** ABOVE: titles, headings, leads and labels. BEHIND: sentences that follow a statement. */
export const lineKinds = ['above', 'behind'] as const;
export type LineKind = (typeof lineKinds)[number];

/** Lines by how they stand to a statement. */
export interface LinesAround {
  readonly above: readonly string[];
  readonly behind: readonly string[];
}

/** Those that void a statement. */
export interface Voids extends LinesAround {
  /** Passages that go on with the section of the one before: what leads in a list at their beginning may stand there. */
  readonly continued: readonly string[];
}

export const noVoids: Voids = { above: [], behind: [], continued: [] };

const lineModel = z.object({
  intercept: z.number(),
  /** One for each dimension of the embedder. */
  weights: z.array(z.number()),
  /** The probability from which a line voids: 0..1. */
  from: z.number(),
});

/** What a line's vector says of it, by the embedder's fingerprint. */
const voidModels = z
  .record(z.string(), z.object({ above: lineModel, behind: lineModel }))
  .parse(JSON.parse(readFileSync(new URL('../../../weights/answers/voids.json', import.meta.url), 'utf8')));

/** Whether lines are judged by the vectors of an embedder too. */
export const judgesLines = (fingerprint: string): boolean => fingerprint in voidModels;

const said: Readonly<Partial<Record<LineKind, readonly RegExp[]>>> = Object.fromEntries(
  lineKinds.map((kind) => [
    kind,
    Object.values(words).flatMap((language) => language[kind].map((source) => new RegExp(source, 'iu'))),
  ]),
);

/** Whether a line voids a statement in the plainest words, whatever the embedder: "(rejected)", "This was abolished." */
export const saysSo = (kind: LineKind, line: string): boolean => (said[kind] ?? []).some((shape) => shape.test(line));

/** Whether what stands below a line was over at an instant: "Until 2024:". */
export const hasPassed = (line: string, asOf: Date): boolean =>
  stretchesIn(line).some(({ from, until }) => from === null && until !== null && until <= asOf);

/**
 * Whether a line voids a statement, by its vector.
 * @param fingerprint of the embedder that made it; of one without a model nothing voids
 * @throws CandorError MODEL_INVALID without a vector, or with one that is not finite
 */
export function isVoiding(fingerprint: string, kind: LineKind, vector: Float32Array | undefined): boolean {
  const model = voidModels[fingerprint]?.[kind];
  if (!model) return false;
  if (!vector?.every(Number.isFinite)) throw new CandorError('MODEL_INVALID', 'A line around an answer has no vector.');
  return (
    logistic(model.weights.reduce((sum, weight, at) => sum + weight * (vector[at] ?? 0), model.intercept)) >= model.from
  );
}
