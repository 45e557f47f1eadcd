import { shippedScale } from '../confidence/scale.ts';
import { newId } from '../db/statement.ts';
import { CandorError } from '../errors.ts';
import { checkFilter } from '../retrieval/filter.ts';
import { presets, type Preset, resolveSettings } from '../retrieval/presets.ts';
import { maxQueryLength } from '../retrieval/question/question.ts';
import { openQuestion } from '../retrieval/retrieve.ts';
import { type BudgetSettings, cautions, gateDefault } from '../workspaces/settings.ts';
import type { Caller, Reader } from '../workspaces/caller.ts';
import { readSettings, type WorkspaceSettings } from '../workspaces/workspaces.ts';
import { gatedScale } from './gate/gate.ts';
import type { AgentParts, ResolvedRequest } from './node.ts';
import { languagesOf, kindOf } from './question/plan.ts';
import type { AskRequest, TurnInput } from './request.ts';
import { resolveBudget, withinQuestion } from './budget.ts';
import { maxTurns, type Turn } from './conversation/subject.ts';
import { understand } from './conversation/understand.ts';

const maxConversationLength = 100;
const languageTag = /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/;

/**
 * Checks a request and fills in every default.
 * @param workspaceBudget the workspace's settings; omitted: none
 * @throws BAD_INPUT that names the field
 */
export function resolveRequest(
  { workspaceId, accessGroups, keyId = null }: Reader & Partial<Pick<Caller, 'keyId'>>,
  request: AskRequest,
  { workspaceBudget, startedAt = performance.now() }: Resolving = {},
): ResolvedRequest {
  const named = presets[request.preset ?? 'CANDOR'];
  const preset: Preset = request.dryRun ? { ...named, gate: 'ALWAYS', refines: false } : named;
  if (request.conversationId && request.conversationId.length > maxConversationLength)
    throw badField('conversationId', `must have at most ${maxConversationLength} characters`);
  if (request.language && !languageTag.test(request.language))
    throw badField('language', 'must be a BCP 47 tag such as "en" or "pt-BR"');
  if (request.asOf && Number.isNaN(request.asOf.getTime())) throw badField('asOf', 'must be an instant in ISO 8601');
  if (request.caution && !cautions.includes(request.caution))
    throw badField('caution', `must be one of ${cautions.join(', ')}`);
  const gate = request.caution ?? gateDefault;
  const askedAt = new Date();
  const question = checkQuestion('question', request.question);
  return {
    runId: newId(),
    workspaceId,
    accessGroups,
    question,
    asked: question,
    askedBy: keyId,
    replayOf: null,
    dryRun: request.dryRun ?? false,
    history: givenTurns(request.history),
    conversationId: request.conversationId ?? null,
    filter: checkFilter(request.filter ?? {}),
    asOf: request.asOf ?? askedAt,
    askedAt,
    language: request.language ?? null,
    preset,
    gate,
    scale: gatedScale(preset, shippedScale, gate),
    settings: resolveSettings(preset, request.retrieval ?? {}),
    budget: resolveBudget(request.budget, preset.budget, workspaceBudget),
    startedAt,
  };
}

interface Resolving {
  readonly workspaceBudget?: BudgetSettings;
  /** When the time of the question began. Left out: now. */
  readonly startedAt?: number | undefined;
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

/**
 * The last step of resolving a request, once its run has begun. It reads the database, whose faults become events of
 * the run and are not thrown.
 */
export type BindRequest = (request: ResolvedRequest, signal: AbortSignal) => Promise<ResolvedRequest>;

/**
 * Binds a request to the budget, gate and calibration of its workspace. Budget and gate are read with each question.
 * The calibration is cached for as long as they report it unchanged. A change takes effect with the next question.
 * @param asked the limits and the caution as they came with the request
 */
export function byWorkspace(parts: AgentParts, asked: Pick<AskRequest, 'budget' | 'caution'>): BindRequest {
  return (request, signal) =>
    withinQuestion(
      asked.budget,
      signal,
      async (stop) => {
        const { budget, gate } = await openSettings(parts, request, stop);
        const bound = {
          ...request,
          budget: resolveBudget(asked.budget, request.preset.budget, budget),
          gate: asked.caution ?? gate ?? gateDefault,
        };
        return onItsScale(parts, bound, stop);
      },
      performance.now() - request.startedAt,
    );
}

/**
 * The workspace's settings, read in the transaction that searches the question by its words. A question that earlier
 * turns may complete is not searched yet.
 */
async function openSettings(
  { openings, ...parts }: AgentParts,
  request: ResolvedRequest,
  signal: AbortSignal,
): Promise<WorkspaceSettings> {
  const isAlone = request.conversationId === null && (request.history ?? []).length === 0;
  if (!openings || !isAlone || kindOf(request.asked) === 'SMALL_TALK')
    return readSettings(parts.database, request.workspaceId, signal);
  const languages = languagesOf(request, request.question);
  const opening = openQuestion(parts, { ...request, query: request.question, languages, signal });
  openings.set(request.runId, opening);
  return opening.settings;
}

/**
 * Returns the request with the confidence scale of its workspace and language, and its own gate on that scale. A newly
 * activated calibration applies to the next question.
 */
export async function onItsScale(
  { scaleFor }: Pick<AgentParts, 'scaleFor'>,
  request: ResolvedRequest,
  signal: AbortSignal | undefined,
): Promise<ResolvedRequest> {
  const [language = 'en'] = languagesOf(request, request.question);
  const scale = scaleFor
    ? await scaleFor({ workspaceId: request.workspaceId, preset: request.preset.name, language }, signal)
    : shippedScale;
  return { ...request, scale: gatedScale(request.preset, scale, request.gate) };
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
    standalone: understand(question, before.slice(-maxTurns)).standalone,
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
