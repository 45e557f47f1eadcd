import { linesAround } from '../../grounding/place/standing.ts';
import type { Surroundings } from '../../grounding/place/leadIn.ts';
import { isVoiding, judgesLines, lineKinds, noVoids, type Voids } from '../../grounding/place/voids.ts';
import type { Span } from '../../knowledge/document.ts';
import { type AgentParts, throwIfGone } from '../parts/parts.ts';
import { vectorsOf } from './vectors.ts';

/** A sentence in its passage. */
interface Statement {
  readonly passage: Surroundings;
  readonly sourceSpan: Span;
}

/**
 * The lines around some statements that void them, by what the embedder's vectors say. Null where they could not be
 * judged: then nothing is CONFIDENT.
 * @throws CandorError CANCELLED when the caller went away
 */
export async function voidsAround(
  { embedder, log }: Pick<AgentParts, 'embedder' | 'log'>,
  statements: readonly Statement[],
  { signal }: { readonly signal: AbortSignal | undefined },
): Promise<Voids | null> {
  const { fingerprint } = embedder;
  if (!judgesLines(fingerprint)) return noVoids;
  const around = statements.map(({ passage, sourceSpan }) => linesAround(passage, sourceSpan));
  try {
    const lines = lineKinds.map((kind) => [kind, [...new Set(around.flatMap((each) => each[kind]))]] as const);
    const vectorOf = await vectorsOf(embedder, lines.flatMap(([, texts]) => texts), signal);
    const [above = [], behind = []] = lines.map(([kind, texts]) =>
      texts.filter((text) => isVoiding(fingerprint, kind, vectorOf(text) ?? new Float32Array())),
    );
    return { above, behind };
  } catch (error) {
    throwIfGone(signal);
    log.warn('lines around an answer not judged', { embedder: fingerprint, error: String(error) });
    return null;
  }
}
