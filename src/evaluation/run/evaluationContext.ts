import type { App } from '../../app.ts';
import type { SearchFilter } from '../../retrieval/passage.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { Caution } from '../../workspaces/gate.ts';
import type { Question } from '../question.ts';

/** One loaded corpus, ready to be asked. */
export interface EvaluationContext {
  readonly app: App;
  readonly caller: Caller;
  /** Ids of documents by key, for questions that may read only some. */
  readonly documentIds: ReadonlyMap<string, string>;
  /** Names of curated answers in the set by their stored id. */
  readonly curatedNames: ReadonlyMap<string, string>;
  /** Texts of versions that citations were checked against. */
  readonly versionTexts: Map<string, string>;
  /** False: no chat model is called. */
  readonly useModel: boolean;
  /** How sure an answer must be; left out: as it ships. */
  readonly caution?: Caution | undefined;
  readonly signal: AbortSignal;
}

/** Documents kept of one ranking. */
export const retrievedCount = 30;

/** What a question may read. */
export function boundsOf(
  context: Pick<EvaluationContext, 'documentIds'>,
  { asOf, corpusDocIds }: Pick<Question, 'asOf' | 'corpusDocIds'>,
): { asOf?: Date; filter?: SearchFilter } {
  // A document that could not be taken in stays in the list under its key, which no document has as its id: an empty
  // list would be refused.
  const documentIds = corpusDocIds?.map((key) => context.documentIds.get(key) ?? key);
  return { ...(asOf ? { asOf } : {}), ...(documentIds ? { filter: { documentIds } } : {}) };
}
