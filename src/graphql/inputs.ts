import type { AskRequest } from '../agent/request.ts';
import type { GroundingRequest } from '../agent/checking/checkGrounding.ts';
import type { CitationRequest } from '../agent/checking/verifyCitation.ts';
import type { ReplayOverrides } from '../agent/replay/replay.ts';
import type { RunFilter } from '../agent/run.ts';
import { CandorError } from '../errors.ts';
import type { PageRequest, SearchRequest } from '../app.ts';
import type { CuratedAnswerInput, CuratedFilter, DocumentFilter, DocumentInput } from '../knowledge/document.ts';
import type { FeedbackInput } from '../learning/feedback/feedback.ts';
import type { QueuedDocument } from '../knowledge/jobs/jobs.ts';
import type { BudgetChange } from '../workspaces/budget.ts';
import type { GateSetting } from '../workspaces/gate.ts';
import type * as Sdl from './generated/types.ts';

type WithoutNulls<Input> = { readonly [Key in keyof Input]: Exclude<Input[Key], null> };

/** GraphQL knows null and left out; the domain knows only left out. Shallow, so that null inside free metadata stays. */
function withoutNulls<Input extends object>(input: Input): WithoutNulls<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as WithoutNulls<Input>;
}

const optional = <Input extends object>(input: Input | null | undefined): WithoutNulls<Input> | undefined =>
  input ? withoutNulls(input) : undefined;

export function toAskRequest(input: Sdl.AskInput): AskRequest {
  return {
    ...withoutNulls(input),
    filter: optional(input.filter),
    budget: optional(input.budget),
    retrieval: optional(input.retrieval),
  };
}

export function toCitationRequest(input: Sdl.VerifyCitationInput): CitationRequest {
  return withoutNulls(input);
}

export function toGroundingRequest(input: Sdl.CheckGroundingInput): GroundingRequest {
  return withoutNulls(input);
}

export function toSearchRequest(input: Sdl.SearchInput): SearchRequest {
  return { ...withoutNulls(input), filter: optional(input.filter), retrieval: optional(input.retrieval) };
}

/** @throws BAD_INPUT when the text is missing */
export function toDocumentInput(input: Sdl.DocumentInput): DocumentInput {
  const { text, fetchUrl: _fetchUrl, ...facts } = withoutNulls(input);
  if (text === undefined) throw new CandorError('BAD_INPUT', 'A document needs text or fetchUrl.', { details: { field: 'documents.text', key: input.key } });
  return { ...facts, text, format: input.format ?? 'MARKDOWN' };
}

/** @throws BAD_INPUT when a document has neither text nor address, or both */
export function toQueuedDocument(input: Sdl.DocumentInput): QueuedDocument {
  const { text, fetchUrl, ...facts } = withoutNulls(input);
  if (fetchUrl === undefined) return toDocumentInput(input);
  if (text !== undefined) throw new CandorError('BAD_INPUT', 'A document has either text or fetchUrl.', { details: { field: 'documents.fetchUrl', key: input.key } });
  return { ...facts, fetchUrl };
}

export const toFeedbackInput = (input: Sdl.RecordFeedbackInput): FeedbackInput => withoutNulls(input);

export const toCuratedAnswerInput = (input: Sdl.CuratedAnswerInput): CuratedAnswerInput => withoutNulls(input);

/** Here null means something: back to the product's own. Only a whole side cannot be null. */
export const toBudgetChange = (input: Sdl.WorkspaceBudgetInput): BudgetChange => withoutNulls(input);

/** Null: back to the product's own. @throws BAD_INPUT unless one of the two is given */
export function toGateSetting({ caution, uncertainFrom }: Sdl.WorkspaceGateInput): GateSetting | null {
  const given = [caution, uncertainFrom].filter((setting) => setting !== undefined);
  const set = given.filter((setting) => setting !== null);
  if (given.length > 0 && set.length < 2) return set[0] ?? null;
  throw new CandorError('BAD_INPUT', 'A gate is either a caution or a number.', { details: { field: 'input' }, remedy: 'Give caution or uncertainFrom; null goes back to BALANCED.' });
}

export const toDocumentFilter = (input: Sdl.QueryDocumentsArgs['filter']): DocumentFilter => optional(input) ?? {};

export const toCuratedFilter = (input: Sdl.QueryCuratedAnswersArgs['filter']): CuratedFilter => optional(input) ?? {};

export const toRunFilter = (input: Sdl.QueryRunsArgs['filter']): RunFilter => optional(input) ?? {};

export const toReplayOverrides = (input: Sdl.MutationReplayRunArgs['overrides']): ReplayOverrides => {
  const given = optional(input) ?? {};
  return { ...given, filter: optional(given.filter), budget: optional(given.budget), retrieval: optional(given.retrieval) };
};

/** `first` has a default in the schema; its range is checked by the app. */
export function toPageRequest(input: { readonly first?: number; readonly after?: string | null | undefined }, defaultFirst = 20): PageRequest {
  return { first: input.first ?? defaultFirst, after: input.after ?? undefined };
}
