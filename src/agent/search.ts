import { computeSignals } from '../confidence/computeSignals.ts';
import { scoreConfidence, tierOf } from '../confidence/score.ts';
import type { Confidence, Tier } from '../confidence/signals.ts';
import type { CuratedMatch, Degradation, Passage } from '../retrieval/passage.ts';
import { retrieve } from '../retrieval/retrieve.ts';
import type { AgentParts } from './parts.ts';
import type { AskRequest } from './request.ts';
import { languagesOf } from './languages.ts';
import { checkQuestion, resolveRequest } from './resolveRequest.ts';
import type { Reader } from '../workspaces/caller.ts';
import { rankEvidence, sentenceSignals } from './sentenceEvidence.ts';

export type SearchRequest = Pick<AskRequest, 'filter' | 'asOf' | 'language' | 'preset' | 'retrieval'> & { readonly query: string };

export interface SearchResult {
  readonly passages: readonly Passage[];
  readonly curated: readonly CuratedMatch[];
  readonly confidence: Confidence;
  readonly tier: Tier;
  readonly degraded: readonly Degradation[];
  readonly millis: number;
}

/** One retrieval, judged as the first round of `ask` judges it, without answering. @throws BAD_INPUT, DATABASE_FAILED when no arm is left, CANCELLED */
export async function search(parts: AgentParts, reader: Reader, request: SearchRequest, signal: AbortSignal | undefined): Promise<SearchResult> {
  const started = performance.now();
  const { query, ...rest } = request;
  const resolved = resolveRequest(reader, { ...rest, question: checkQuestion('query', query) });
  const found = await retrieve(parts, { ...resolved, query: resolved.question, languages: languagesOf(resolved, resolved.question), signal });
  const evidence = { ...found, idf: [...found.idf], query: resolved.question };
  const sentences = sentenceSignals(await rankEvidence(parts.database, reader.workspaceId, evidence, signal), evidence);
  const confidence = scoreConfidence(computeSignals({ ...found, rrfK: resolved.settings.rrfK, sentences }), resolved.preset.confidence);
  return { passages: found.passages, curated: found.curated, confidence, tier: tierOf(confidence.value), degraded: found.degraded, millis: performance.now() - started };
}
