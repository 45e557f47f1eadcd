import { recencyOf } from '../../retrieval/fuse/recency.ts';
import type { RetrieveRequest } from '../../retrieval/question/analyseQuestion.ts';
import { rankedTexts } from '../evidence/sentenceEvidence.ts';
import type { CheckedRequest } from '../state/request.ts';
import { type SearchTask } from '../state/search.ts';

/** Of a request, what its searches depend on. A recorded run has the same. */
export type Searched = Pick<
  CheckedRequest,
  'workspaceId' | 'accessGroups' | 'question' | 'preset' | 'settings' | 'filter' | 'asOf'
>;

/**
 * The one way from a request to a retrieval: for asking, searching, and explaining why a passage was not used.
 * @param task the text to search, with its own settings, filter and time; omitted: the question
 */
export function retrievalRequest(
  request: Searched,
  task: Pick<SearchTask, 'query' | 'settings' | 'filter' | 'asOf'> = { ...request, query: request.question },
): RetrieveRequest {
  const { workspaceId, accessGroups, preset, question } = request;
  const { query, settings, filter, asOf } = task;
  return {
    workspaceId,
    accessGroups,
    preset,
    query,
    settings,
    filter,
    asOf,
    // From the question, not the query: a part may have lost the "current" that applies to all of it.
    recency: recencyOf(question, preset, settings),
    textsOf: rankedTexts,
  };
}
