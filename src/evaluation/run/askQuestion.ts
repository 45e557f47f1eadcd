import { maxInputs, maxTextLength } from '../../agent/resolveRequest.ts';
import { finalOutcome } from '../../agent/ask.ts';
import { besideSuggestion } from '../../agent/speech/refusalSaying.ts';
import type { AskRequest } from '../../agent/state/request.ts';
import { isUnmetCondition } from '../../agent/state/reflection.ts';
import type { Outcome } from '../../agent/state/outcome.ts';
import type { Run } from '../../agent/state/run.ts';
import { isCandorError, messageOf } from '../../errors.ts';
import type { Citation } from '../../grounding/claim.ts';
import type { PresetName } from '../../retrieval/passage.ts';
import { budgetRanges } from '../../workspaces/settings.ts';
import { boundsOf, type EvaluationContext, retrievedCount } from './evaluationContext.ts';
import { emptyRecord, noClaims, presetLabel, type RunRecord } from './runRecord.ts';
import type { SetQuestion } from '../question.ts';

/** Asks one question with one preset. A fault becomes a record; only CANCELLED is thrown. */
export async function askQuestion(
  context: EvaluationContext,
  question: SetQuestion,
  preset: PresetName,
): Promise<RunRecord> {
  const request = requestOf(context, question, preset);
  const started = performance.now();
  try {
    const outcome = await finalOutcome(context.app.ask(context.caller, request, { signal: context.signal }));
    const millis = performance.now() - started;
    const run = await context.app.runs.find(context.caller, outcome.id);
    return toRecord(question.id, preset, outcome, {
      millis,
      retrieved: retrievedKeys(context, run),
      held: wasHeld(run),
      citations: await checkCitations(context, outcome.citations),
    });
  } catch (error) {
    if (context.signal.aborted || isCandorError(error, 'CANCELLED')) throw error;
    return faultRecord(question.id, preset, error, performance.now() - started);
  }
}

export function requestOf(context: EvaluationContext, question: SetQuestion, preset: PresetName): AskRequest {
  return {
    question: question.question,
    // The newest turns, each cut to its beginning.
    ...(question.history?.length
      ? {
          history: question.history.slice(-maxInputs).map(({ role, text }) => ({
            role: role === 'user' ? 'USER' : 'ASSISTANT',
            text: text.slice(0, maxTextLength),
          })),
        }
      : {}),
    preset,
    ...(context.caution ? { caution: context.caution } : {}),
    ...boundsOf(context, question),
    // What else the machine does must not move the figures.
    ...(context.useModel ? {} : { budget: { maxTokens: 0, maxMillis: budgetRanges.maxMillis.to } }),
  };
}

/**
 * The documents that the run found, best first; a matching curated answer comes before all others. The recorded
 * candidates are only those of the question's own search. In a run that searched several texts, the passages that were
 * judged last, which merge all searches, therefore come before them.
 */
function retrievedKeys(context: EvaluationContext, run: Run | undefined): string[] {
  const curatedId = run?.steps.find(({ node }) => node === 'curate')?.detail['curatedAnswer'];
  const curated = typeof curatedId === 'string' ? context.curatedNames.get(curatedId) : undefined;
  const merged = run && run.queries.length > 1 ? run.passages : [];
  const keys = [
    ...(curated ? [curated] : []),
    ...[...merged, ...(run?.candidates ?? [])].map(({ documentKey }) => documentKey),
  ];
  return [...new Set(keys)].slice(0, retrievedCount);
}

function wasHeld(run: Run | undefined): boolean {
  const gap = run?.reflections.at(-1)?.gap;
  return gap !== undefined && isUnmetCondition(gap);
}

/** Compares each quote with the stored text, so that the claim 'citations are verified' is itself verified. */
async function checkCitations(
  context: EvaluationContext,
  citations: readonly Citation[],
): Promise<RunRecord['citations']> {
  const missing = [...new Set(citations.map(({ versionId }) => versionId))].filter(
    (id) => !context.versionTexts.has(id),
  );
  const versions = missing.length > 0 ? await context.app.knowledge.versions(context.caller, missing) : [];
  for (const version of versions) if (version) context.versionTexts.set(version.id, version.text);
  return citations.map(({ documentKey, versionId, quote, sourceSpan: { start, end }, status }) => ({
    documentId: documentKey,
    quote,
    start,
    end,
    status,
    valid: quote !== '' && context.versionTexts.get(versionId)?.slice(start, end) === quote,
  }));
}

/** @param measured values that only the caller knows */
export function toRecord(
  questionId: string,
  preset: PresetName,
  outcome: Outcome,
  measured: Pick<RunRecord, 'millis' | 'retrieved' | 'held' | 'citations'>,
): RunRecord {
  return {
    questionId,
    preset: presetLabel(preset),
    outcome: outcome.type,
    tier: outcome.tier,
    confidence: outcome.confidence.value,
    signals: outcome.confidence.signals,
    stopReason: outcome.stopReason,
    reason: outcome.type === 'Answer' ? null : outcome.reason,
    // What is suggested is on the screen, among the alternatives.
    text: outcome.type === 'Abstention' ? besideSuggestion(outcome) : outcome.text,
    screen: screenOf(outcome),
    ...measured,
    rounds: outcome.usage.rounds,
    tokens: outcome.usage.inputTokens + outcome.usage.outputTokens,
    cost: outcome.usage.cost,
    claims:
      outcome.type === 'Answer'
        ? { count: outcome.verification.claimCount, supported: outcome.verification.supportedCount }
        : noClaims,
    mode: outcome.type === 'Answer' ? outcome.mode : null,
    // A statement in an earlier version is not a conflict between documents, and this figure counts only those.
    conflictCount:
      outcome.type === 'Answer'
        ? outcome.conflicts.filter(({ resolution }) => resolution !== 'NEWER_VERSION').length
        : 0,
    error: null,
  };
}

function screenOf({ alternatives }: Outcome): RunRecord['screen'] {
  return alternatives.map(({ passage, sectionPath, sentence, likelihood }) => ({
    documentId: passage.documentKey,
    text: passage.text,
    opensAt: [passage.documentTitle, ...sectionPath, sentence].join('\n'),
    likelihood,
  }));
}

function faultRecord(questionId: string, preset: PresetName, error: unknown, millis: number): RunRecord {
  const code = isCandorError(error) ? error.code : 'INTERNAL';
  return {
    ...emptyRecord,
    questionId,
    preset: presetLabel(preset),
    outcome: 'Fault',
    millis,
    error: { code, message: messageOf(error) },
  };
}
