import { shippedScale } from '../confidence/scale.ts';
import { newId } from '../db/id.ts';
import { CandorError } from '../errors.ts';
import { checkFilter } from '../retrieval/filter.ts';
import { presets, type Preset } from '../retrieval/presets.ts';
import { maxQueryLength } from '../retrieval/question/question.ts';
import { resolveSettings } from '../retrieval/settings.ts';
import type { BudgetSettings } from '../workspaces/budget.ts';
import type { Caller, Reader } from '../workspaces/caller.ts';
import { cautions, gateDefault } from '../workspaces/gate.ts';
import { resolveBudget } from './spending/budget.ts';
import { givenTurns } from './conversation/turns.ts';
import { gatedScale } from './gate/gatedScale.ts';
import type { AskRequest } from './request.ts';
import type { ResolvedRequest } from './state.ts';

const maxConversationLength = 100;
const languageTag = /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/;

/**
 * Checks a request and fills in every default.
 * @param workspaceBudget what the workspace has set; left out: nothing
 * @throws BAD_INPUT that names the field
 */
export function resolveRequest(
  { workspaceId, accessGroups, keyId = null }: Reader & Partial<Pick<Caller, 'keyId'>>,
  request: AskRequest,
  workspaceBudget?: BudgetSettings,
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
    startedAt: performance.now(),
  };
}

/** A question or query without control characters, 1 to 2,000 characters. @throws BAD_INPUT */
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
