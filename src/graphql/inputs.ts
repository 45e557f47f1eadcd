import type { AskRequest } from '../agent/state/request.ts';
import type { GroundingRequest } from '../agent/checking/checkGrounding.ts';
import type { CitationRequest } from '../agent/checking/verifyCitation.ts';
import type { ReplayOverrides } from '../agent/replay.ts';
import type { RunFilter } from '../agent/runs/runs.ts';
import type { PageRequest, SearchRequest } from '../app/app.ts';
import { CandorError } from '../errors.ts';
import type { WorkspaceChange } from '../app/updateWorkspace.ts';
import type { CuratedAnswerInput, CuratedFilter, DocumentFilter, DocumentInput } from '../knowledge/document.ts';
import type { ChoiceInput } from '../learning/feedback/choice.ts';
import type { FeedbackInput } from '../learning/feedback/feedback.ts';
import type { PushedList, SentDocument } from '../knowledge/sync/pushed.ts';
import type { SearchFilter } from '../retrieval/passage.ts';
import type * as Sdl from './generated/types.ts';

type WithoutNulls<Input> = { readonly [Key in keyof Input]: Exclude<Input[Key], null> };

/**
 * GraphQL distinguishes null from an omitted field; the domain knows only omitted ones. Shallow, so that null inside
 * free metadata is kept.
 */
function withoutNulls<Input extends object>(input: Input): WithoutNulls<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as WithoutNulls<Input>;
}

const optional = <Input extends object>(input: Input | null | undefined): WithoutNulls<Input> | undefined =>
  input ? withoutNulls(input) : undefined;

/** As `optional`, with the conditions on metadata likewise. */
function toFilter(given: Sdl.SearchFilter | null | undefined): SearchFilter | undefined {
  if (!given) return undefined;
  const { metadata, ...filter } = withoutNulls(given);
  return { ...filter, ...(metadata && { metadata: metadata.map((each) => withoutNulls(each)) }) };
}

export function toAskRequest(input: Sdl.AskInput): AskRequest {
  return {
    ...withoutNulls(input),
    filter: toFilter(input.filter),
    budget: optional(input.budget),
    retrieval: optional(input.retrieval),
  };
}

export function toCitationRequest({ recorded, quoted }: Sdl.VerifyCitationInput): CitationRequest {
  return recorded ?? withoutNulls(quoted);
}

export function toGroundingRequest(input: Sdl.CheckGroundingInput): GroundingRequest {
  return withoutNulls(input);
}

export function toSearchRequest(input: Sdl.SearchInput): SearchRequest {
  return { ...withoutNulls(input), filter: toFilter(input.filter), retrieval: optional(input.retrieval) };
}

/** For a document sent with its text; GraphQL has ensured that there is either a text or an address. */
export function toDocumentInput(input: Sdl.DocumentInput): DocumentInput {
  const { content, ...facts } = withoutNulls(input);
  return { ...facts, text: content.text ?? '', format: input.format ?? 'MARKDOWN' };
}

export function toPushedList({ entries, ...list }: Sdl.SyncDocumentsInput): PushedList {
  return { ...withoutNulls(list), entries: (entries ?? []).map((entry) => withoutNulls(entry)) };
}

/**
 * What is asked of a source that Candor reads itself.
 * @throws BAD_INPUT for what only an integration can say
 */
export function toReading(input: Sdl.SyncDocumentsInput): { readonly allowShrink: boolean } {
  const { complete, accessGroups, dryRun, allowShrink } = withoutNulls(input);
  const field = complete ? 'complete' : accessGroups ? 'accessGroups' : dryRun ? 'dryRun' : undefined;
  if (field === undefined) return { allowShrink: allowShrink === true };
  throw new CandorError('BAD_INPUT', `Without entries, ${field} says nothing.`, {
    details: { field },
    remedy: 'Give entries, or leave it out: the source is read as it was last read.',
  });
}

export function toQueuedDocument(input: Sdl.DocumentInput): SentDocument {
  const { content, ...facts } = withoutNulls(input);
  return content.fetchUrl ? { ...facts, fetchUrl: content.fetchUrl } : toDocumentInput(input);
}

export const toFeedbackInput = (input: Sdl.RecordFeedbackInput): FeedbackInput => withoutNulls(input);

export const toChoiceInput = (input: Sdl.ChooseAnswerInput | Sdl.CurateChosenAnswerInput): ChoiceInput =>
  withoutNulls(input);

export const toCuratedAnswerInput = (input: Sdl.SaveCuratedAnswerInput): CuratedAnswerInput => withoutNulls(input);

/** Null has a meaning here: it resets to the product's own value. */
export function toWorkspaceChange({ gate, ...change }: Sdl.UpdateWorkspaceInput): WorkspaceChange {
  return gate === undefined ? change : { ...change, gate: gate && (gate.caution ?? gate.uncertainFrom) };
}

export const toDocumentFilter = (input: Sdl.QueryDocumentsArgs['filter']): DocumentFilter => optional(input) ?? {};

export const toCuratedFilter = (input: Sdl.QueryCuratedAnswersArgs['filter']): CuratedFilter => optional(input) ?? {};

export const toRunFilter = (input: Sdl.QueryRunsArgs['filter']): RunFilter => optional(input) ?? {};

export const toReplayOverrides = (input: Sdl.ReplayRunInput['overrides']): ReplayOverrides => {
  const given = optional(input) ?? {};
  return {
    ...given,
    filter: toFilter(given.filter),
    budget: optional(given.budget),
    retrieval: optional(given.retrieval),
  };
};

/** `first` has a default in the schema; the app checks its range. */
export function toPageRequest(
  input: { readonly first?: number; readonly after?: string | null | undefined },
  defaultFirst = 20,
): PageRequest {
  return { first: input.first ?? defaultFirst, after: input.after ?? undefined };
}
