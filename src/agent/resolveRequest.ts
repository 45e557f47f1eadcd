import { type ConfidenceScale, shippedScale } from '../confidence/scale.ts';
import { newId } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import { refuseUnknownNames } from '../knowledge/metadata/names.ts';
import { checkFilter } from '../retrieval/filter.ts';
import { presets, type Preset, resolveSettings } from '../retrieval/presets.ts';
import { type Opening } from '../retrieval/question/analyseQuestion.ts';
import { openQuestion } from '../retrieval/retrieve.ts';
import {
  budgetFields,
  answerWordings,
  cautions,
  gateDefault,
  unsetBudget,
  wordingDefault,
} from '../workspaces/settings.ts';
import type { Caller, Reader } from '../workspaces/caller.ts';
import { assertSameEmbedder, readSettings, type WorkspaceSettings } from '../workspaces/workspaces.ts';
import { gatedScale } from '../confidence/gate.ts';
import type { AgentParts } from './parts/parts.ts';
import { kindOf } from './question/plan.ts';
import { retrievalRequest } from './question/retrievalRequest.ts';
import type { AskRequest, CheckedRequest, ResolvedRequest, TurnInput } from './state/request.ts';
import { resolveBudget, withinQuestion } from './parts/budget.ts';
import { type Turn } from './state/request.ts';
import { asUnderstood, maxTurns, understand } from './conversation/understand.ts';
import { maxQueryLength, readQuestion } from '../retrieval/question/question.ts';

const maxConversationLength = 100;
const languageTag = /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/;

/**
 * Checks a request, and fills in what needs no workspace.
 * @param startedAt when the time of the question began; omitted: now
 * @throws BAD_INPUT that names the field
 */
export function checkRequest(
  { workspaceId, accessGroups, keyId = null }: Reader & Partial<Pick<Caller, 'keyId'>>,
  request: AskRequest,
  startedAt: number = performance.now(),
): CheckedRequest {
  const named = presets[request.preset ?? 'CANDOR'];
  const preset: Preset = request.dryRun ? { ...named, gate: 'ALWAYS', refines: false } : named;
  checkFields(request);
  const askedAt = new Date();
  const language = request.language ?? null;
  const question = readQuestion(checkQuestion('question', request.question), { language });
  const budget = request.budget ?? {};
  resolveBudget(budget, preset.budget);
  return {
    runId: newId(),
    workspaceId,
    accessGroups,
    question,
    askedBy: keyId,
    replayOf: null,
    dryRun: request.dryRun ?? false,
    history: givenTurns(request.history),
    conversationId: request.conversationId ?? null,
    filter: checkFilter(request.filter ?? {}),
    asOf: request.asOf ?? askedAt,
    askedAt,
    language,
    preset,
    settings: resolveSettings(preset, request.retrieval ?? {}),
    startedAt,
    set: { budget, unbound: [], gate: request.caution ?? null, wording: request.wording ?? null },
  };
}

function checkFields({ conversationId, language, asOf, caution, wording }: AskRequest): void {
  if (conversationId && conversationId.length > maxConversationLength)
    throw badField('conversationId', `must have at most ${maxConversationLength} characters`);
  if (language && !languageTag.test(language))
    throw badField('language', 'must be a BCP 47 tag such as "en" or "pt-BR"');
  if (asOf && Number.isNaN(asOf.getTime())) throw badField('asOf', 'must be an instant in ISO 8601');
  if (caution && !cautions.includes(caution)) throw badField('caution', `must be one of ${cautions.join(', ')}`);
  if (wording && !answerWordings.includes(wording))
    throw badField('wording', `must be one of ${answerWordings.join(', ')}`);
}

/**
 * Returns a question or query without control characters, 1 to 2,000 characters.
 * @throws BAD_INPUT
 */
export function checkQuestion(field: string, text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  if (clean && clean.length <= maxQueryLength) return clean;
  throw badField(field, `must have 1 to ${maxQueryLength} characters`);
}

function badField(field: string, problem: string): CandorError {
  return new CandorError('BAD_INPUT', `${field} ${problem}.`, { details: { field } });
}

/** What resolving reads of the workspace. */
export type ResolvingParts = Pick<AgentParts, 'database' | 'embedder' | 'scaleFor'>;

export interface Resolved {
  readonly request: ResolvedRequest;
  /** The search of the question by its words, in the transaction that read the settings; null: none. */
  readonly opening: Opening | null;
}

/**
 * Reads the settings of the request's workspace, again for each question, and its calibration, which is cached for as
 * long as it is unchanged. A question that stands alone is searched by its words meanwhile.
 * @throws DATABASE_UNREACHABLE when the time of the question is over; BAD_INPUT for a filter by metadata that no document
 * has; NOT_FOUND, CANCELLED
 */
export function resolveRequest(
  parts: ResolvingParts,
  checked: CheckedRequest,
  signal: AbortSignal | undefined,
): Promise<Resolved> {
  return withinQuestion(
    parts.database,
    checked.set.budget,
    signal,
    async (stop) => {
      const names = (checked.filter.metadata ?? []).map(({ name }) => name);
      if (names.length > 0) await refuseUnknownNames(parts.database, checked, names, stop);
      const opening = isAlone(checked) ? openQuestion(parts, { ...retrievalRequest(checked), signal: stop }) : null;
      const settings = await (opening?.settings ?? readSettings(parts.database, checked.workspaceId, stop));
      // Before anything else is done: the question may have another room.
      if (settings.embedder !== null) assertSameEmbedder(settings.embedder, parts.embedder.fingerprint);
      const { workspaceId, preset, question } = checked;
      const scale = await parts.scaleFor?.({ workspaceId, preset: preset.name, language: question.language }, stop);
      return { request: withSettings(checked, settings, scale), opening };
    },
    performance.now() - checked.startedAt,
  );
}

/** A question that earlier turns may complete is not searched yet, nor is a greeting. */
function isAlone({ conversationId, history, question }: CheckedRequest): boolean {
  return conversationId === null && (history ?? []).length === 0 && kindOf(question) !== 'SMALL_TALK';
}

/**
 * Decides budget, gate and scale: what the request sets, then what its workspace has set, then what ships.
 * @param settings of the workspace; omitted: none are known
 * @param scale of the workspace; omitted: the shipped one
 */
export function withSettings(
  checked: CheckedRequest,
  {
    budget = unsetBudget,
    gate = null,
    wording = null,
  }: Partial<Pick<WorkspaceSettings, 'budget' | 'gate' | 'wording'>> = {},
  scale: ConfidenceScale = shippedScale,
): ResolvedRequest {
  const { set, preset } = checked;
  const bound = budgetFields.filter((field) => !set.unbound.includes(field));
  const ceilings = Object.fromEntries(bound.map((field) => [field, budget.ceilings[field]]));
  const setting = set.gate ?? gate ?? gateDefault;
  return {
    ...checked,
    budget: resolveBudget(set.budget, preset.budget, { defaults: budget.defaults, ceilings }),
    gate: setting,
    wording: set.wording ?? wording ?? wordingDefault,
    scale: gatedScale(preset, scale, setting),
  };
}

/** Limits of a request: how many turns it may have, and how many characters each. */
export const maxInputs = 20;

export const maxTextLength = 10_000;

/**
 * The turns that a caller provided, oldest first: each question with what was said until the next. Each is understood
 * in the light of those before it, as when it was asked. Null: none were provided, and the recorded ones count.
 * @throws BAD_INPUT
 */
export function givenTurns(history: readonly TurnInput[] | null | undefined): Turn[] | null {
  if (!history) return null;
  if (history.length > maxInputs) throw badHistory(`must have at most ${maxInputs} turns`);
  const turns: Turn[] = [];
  for (const { role, text } of history) {
    const clean = cleanText(text);
    const last = turns.at(-1);
    if (role === 'USER') turns.push(asked(clean, turns));
    else if (last) turns[turns.length - 1] = { ...last, reply: `${last.reply}\n${clean}`.trim() };
  }
  return turns.slice(-maxTurns);
}

function asked(text: string, before: readonly Turn[]): Turn {
  const question = text.slice(0, maxQueryLength);
  return {
    question,
    standalone: asUnderstood(readQuestion(question), understand(question, before.slice(-maxTurns))).text,
    reply: '',
    outcome: null,
    options: [],
    citedTitles: [],
  };
}

function cleanText(text: string): string {
  if (text.length > maxTextLength) throw badHistory(`must have at most ${maxTextLength} characters in a turn`);
  const clean = text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim();
  if (clean === '') throw badHistory('must not hold an empty turn');
  return clean;
}

function badHistory(problem: string): CandorError {
  return new CandorError('BAD_INPUT', `history ${problem}.`, { details: { field: 'history' } });
}
