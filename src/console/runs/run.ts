import type { ConsoleRunQuery } from '../generated/graphql.ts';
import { momentOf, percentOf, words } from '../words/words.ts';

export type FullRun = NonNullable<ConsoleRunQuery['run']>;

/** What was said to the person: the answer, the question back, or the refusal. */
export const saidIn = (result: NonNullable<FullRun['result']>): string =>
  result.__typename === 'Abstention' ? result.message : result.text;

/** What is to be said of a run, by name; null where there is nothing to say. */
export function runFacts(run: FullRun): readonly (readonly [name: string, value: string | null])[] {
  const { fields } = words.runs;
  const tokens = run.usage.inputTokens + run.usage.outputTokens;
  return [
    [fields.asked, momentOf(run.createdAt)],
    [fields.confidence, run.confidenceValue === null ? null : words.trust.of(percentOf(run.confidenceValue))],
    [fields.gate, run.gate && words.trust.of(percentOf(run.gate.uncertainFrom))],
    [fields.stopped, run.stopReason && words.stops[run.stopReason]],
    [fields.understood, run.plan && run.plan.standalone !== run.question ? run.plan.standalone : null],
    [fields.rounds, run.usage.rounds.toLocaleString(words.locale)],
    [fields.took, words.answer.took((run.usage.millis / 1000).toFixed(2))],
    [fields.tokens, tokens > 0 ? tokens.toLocaleString(words.locale) : null],
    [fields.model, run.chatModel],
  ];
}
