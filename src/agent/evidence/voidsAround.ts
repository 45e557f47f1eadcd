import { messageOf } from '../../errors.ts';
import { linesAround } from '../../grounding/place/standing.ts';
import type { Surroundings } from '../../grounding/place/leadIn.ts';
import { isVoiding, judgesLines, type LineKind, saysSo, type Voids } from '../../grounding/place/voids.ts';
import type { Span } from '../../knowledge/document.ts';
import { type AgentParts, throwIfGone } from '../parts/parts.ts';
import { vectorsOf } from './vectors.ts';

/** A sentence in its passage. */
interface Statement {
  readonly passage: Surroundings;
  readonly sourceSpan: Span;
}

/**
 * The lines around some statements that void them, by their words and by what the embedder's vectors say. Null where the
 * embedder failed: then nothing is CONFIDENT.
 * @throws CandorError CANCELLED when the caller went away
 */
export async function voidsAround(
  { embedder, log }: Pick<AgentParts, 'embedder' | 'log'>,
  statements: readonly Statement[],
  { signal }: { readonly signal: AbortSignal | undefined },
): Promise<Voids | null> {
  const around = statements.map(({ passage, sourceSpan }) => linesAround(passage, sourceSpan));
  const voiding = async (kind: LineKind): Promise<readonly string[]> => {
    const lines = [...new Set(around.flatMap((each) => each[kind]))];
    const vectorOf = await vectorsOf(embedder, judgesLines(embedder.fingerprint) ? lines : [], signal);
    return lines.filter((line) => saysSo(kind, line) || isVoiding(embedder.fingerprint, kind, vectorOf(line)));
  };
  try {
    const [above, behind] = await Promise.all([voiding('above'), voiding('behind')]);
    return { above, behind };
  } catch (error) {
    throwIfGone(signal);
    log.warn('lines around an answer not judged', { embedder: embedder.fingerprint, error: messageOf(error) });
    return null;
  }
}
