import { abortFault, orAbort } from '../../clock.ts';
import { messageOf } from '../../errors.ts';
import { lacksLead } from '../../grounding/place/leadIn.ts';
import { linesAround } from '../../grounding/place/standing.ts';
import { hasPassed, isVoiding, judgesLines, type LineKind, saysSo, type Voids } from '../../grounding/place/voids.ts';
import type { Span } from '../../knowledge/document.ts';
import { listContinued } from '../../knowledge/store/chunks.sql.ts';
import type { Degradation, Passage } from '../../retrieval/passage.ts';
import { type AgentParts, type NodeContext, throwIfGone } from '../parts/parts.ts';
import type { ResolvedRequest } from '../state/request.ts';
import { vectorsOf } from './vectors.ts';

/** What is reported where lines around an answer could not be judged: it is then never CONFIDENT. */
export const linesNotJudged: Degradation = {
  part: 'READER',
  message: 'The lines around the answer could not be judged, so it is at most UNCERTAIN.',
};

/** A sentence in its passage. */
interface Statement {
  readonly passage: Passage;
  readonly sourceSpan: Span;
}

/**
 * The lines around some statements that void them, by their words and by what the embedder's vectors say, and the passages
 * whose lists may have been led in before them. Null where this could not be found out: then nothing is CONFIDENT.
 * @throws CandorError CANCELLED when the caller went away
 */
export async function voidsAround(
  { database, embedder, log }: Pick<AgentParts, 'database' | 'embedder' | 'log'>,
  statements: readonly Statement[],
  { workspaceId, asOf, runId }: Pick<ResolvedRequest, 'workspaceId' | 'asOf' | 'runId'>,
  { signal, deadline, millisLeft }: Pick<NodeContext, 'signal' | 'deadline' | 'millisLeft'>,
): Promise<Voids | null> {
  const around = statements.map(({ passage, sourceSpan }) => linesAround(passage, sourceSpan));
  const { fingerprint } = embedder;
  const voiding = async (kind: LineKind): Promise<readonly string[]> => {
    const lines = [...new Set(around.flatMap((each) => each[kind]))];
    const isPlain = (line: string) => saysSo(kind, line) || (kind === 'above' && hasPassed(line, asOf));
    if (!judgesLines(fingerprint)) return lines.filter(isPlain);
    const vectorOf = await orAbort(vectorsOf(embedder, lines, deadline), deadline, abortFault);
    return lines.filter((line) => isPlain(line) || isVoiding(fingerprint, kind, vectorOf(line)));
  };
  const open = statements.filter(({ passage, sourceSpan }) => lacksLead(passage, sourceSpan));
  const chunkIds = [...new Set(open.map(({ passage }) => passage.chunkId))];
  const continuing = async (): Promise<readonly string[]> => {
    if (chunkIds.length === 0) return [];
    const options = { signal: deadline, timeoutMillis: millisLeft };
    const rows = await database.inWorkspace(
      workspaceId,
      (transaction) => transaction.query(listContinued, { workspaceId, chunkIds }),
      options,
    );
    return rows.map((row) => row.chunk_id);
  };
  try {
    const [above, behind, continued] = await Promise.all([voiding('above'), voiding('behind'), continuing()]);
    return { above, behind, continued };
  } catch (error) {
    throwIfGone(signal);
    log.warn('lines around an answer not judged', { runId, embedder: fingerprint, error: messageOf(error) });
    return null;
  }
}
