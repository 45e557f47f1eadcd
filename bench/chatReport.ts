import { cpus } from 'node:os';
import { formatTable } from '../src/cli/output/table.ts';
import type { Verdict } from '../src/evaluation/judge.ts';
import type { SetQuestion } from '../src/evaluation/question.ts';
import type { RunRecord } from '../src/evaluation/run/runRecord.ts';
import type { DroppedClaim, WrittenClaim } from '../src/grounding/claim.ts';
import { groupBy, percentile } from '../src/stats.ts';

/** A question with what came of it. */
export interface Asked {
  readonly question: SetQuestion;
  readonly record: RunRecord;
  readonly verdict: Verdict;
  /** Whether its text, or a quote that it cites, states the whole answer. */
  readonly states: boolean;
  /** Whether the passages that were judged do: more, no reader and no model can find. */
  readonly isHeld: boolean;
  readonly written: readonly WrittenClaim[];
  readonly dropped: readonly DroppedClaim[];
  /** Milliseconds until the first words could be read. */
  readonly firstWords: number | null;
  readonly calls: number;
  readonly lostParts: readonly string[];
  /** The ranks of the sentences that the model named, from 1; 0: not ranked. */
  readonly ranks: readonly number[];
}

export function report(name: string, without: readonly Asked[], withModel: readonly Asked[], isListed: boolean): void {
  const row = (title: string, asked: readonly Asked[]) => {
    const answerable = asked.filter(({ question }) => question.answerable);
    const others = asked.filter(({ question }) => !question.answerable);
    const count = (list: readonly Asked[], verdict: Verdict) => list.filter((one) => one.verdict === verdict).length;
    const first = asked.flatMap(({ firstWords }) => firstWords ?? []);
    const sure = asked.filter(
      ({ record, verdict }) => record.tier === 'CONFIDENT' && verdict === 'WRONG_ANSWER',
    ).length;
    return [
      title,
      ...['RIGHT_ANSWER', 'WRONG_ANSWER', 'OVER_REFUSAL'].map((verdict) =>
        share(count(answerable, verdict as Verdict), answerable.length),
      ),
      share(others.filter(({ record }) => record.outcome === 'Answer').length, others.length),
      String(sure),
      String(sum(asked.map(({ calls }) => calls))),
      String(Math.max(...asked.map(({ calls }) => calls))),
      String(sum(asked.map(({ record }) => record.tokens))),
      String(asked.filter(({ lostParts }) => lostParts.some((part) => part.endsWith('MODEL_INVALID'))).length),
      ...[0.5, 0.95].map((part) => (percentile(first, part) ?? 0).toFixed(0)),
    ];
  };
  const columns = [
    '',
    'right',
    'wrong',
    'refused',
    'others answered',
    'wrong and CONFIDENT',
    'calls',
    'most',
    'tokens',
    'wrong shape',
    'first words p50',
    'p95',
  ].map((title, position) => (position === 0 ? { title } : { title, align: 'right' as const }));
  process.stdout.write(
    `${withModel.length} questions of ${name}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}\n${formatTable(columns, [row('no model', without), row('with it', withModel)])}\n`,
  );
  const lost = withModel.filter(
    (one, position) =>
      one.question.answerable && without[position]?.verdict === 'RIGHT_ANSWER' && one.verdict !== 'RIGHT_ANSWER',
  );
  const won = withModel.filter(
    (one, position) =>
      one.question.answerable && without[position]?.verdict !== 'RIGHT_ANSWER' && one.verdict === 'RIGHT_ANSWER',
  );
  process.stdout.write(
    `right with it alone: ${won.length}; right without it alone: ${lost.length}${lost.length > 0 ? ` (${lost.map(({ question }) => question.id).join(', ')})` : ''}\n`,
  );
  const parts = withModel.flatMap(({ lostParts }) => lostParts);
  for (const part of new Set(parts)) process.stdout.write(`${part}: ${parts.filter((one) => one === part).length}\n`);
  if (!isListed) return;
  for (const { question, record, verdict, ranks } of withModel.filter(({ ranks }) => ranks.length > 0))
    process.stdout.write(
      `pick ${question.id} ${verdict} ${record.confidence?.toFixed(2) ?? ''} ranks ${ranks.join(',')}\n`,
    );
  for (const { question, record, verdict } of withModel.filter(
    (one) => one.question.answerable && one.verdict !== 'RIGHT_ANSWER',
  ))
    process.stdout.write(
      `${question.id} ${verdict} ${record.reason ?? ''} ${record.confidence?.toFixed(2) ?? ''} held ${record.held} ${String(record.signals?.writerFound)} | ${question.question} | ${question.answers.slice(0, 2).join(' / ')} | ${record.text.slice(0, 160).replaceAll('\n', ' ')}\n`,
    );
}

/** Question by question: what the wording takes away from the sentence numbers, and how often it is seen. */
export function compare(name: string, numbers: readonly Asked[], words: readonly Asked[], isListed: boolean): void {
  const pairs = words.map((worded, position) => ({ worded, numbered: numbers[position] }));
  const worse = pairs.filter(
    ({ worded, numbered }) =>
      (numbered?.states === true && !worded.states) ||
      (numbered?.verdict === 'RIGHT_ANSWER' && !worded.states && worded.verdict !== 'RIGHT_ANSWER'),
  );
  const lower = pairs.filter(
    ({ worded, numbered }) => numbered?.record.tier === 'CONFIDENT' && worded.record.tier !== 'CONFIDENT',
  );
  const named = (list: readonly { readonly worded: Asked }[]) =>
    list.map(({ worded: { question } }) => question.id).join(', ') || 'none';
  const sure = words.filter(
    ({ record, states }) => record.tier === 'CONFIDENT' && record.outcome === 'Answer' && !states,
  );
  const held = (list: readonly Asked[]) => {
    const found = list.filter(({ isHeld }) => isHeld);
    return share(found.filter(({ states }) => states).length, found.length);
  };
  const count = (list: readonly Asked[]) => list.filter(({ states }) => states).length;
  const standings = groupBy(
    words.flatMap(({ written }) => written),
    ({ wording }) => wording,
  );
  process.stdout.write(
    `${words.length} questions of ${name}\n` +
      `  right by numbers alone: ${count(numbers)}, worded: ${count(words)}; of what retrieval holds: ${held(numbers)}, worded: ${held(words)}\n` +
      `  worse than by numbers alone: ${worse.length} (${named(worse)})\n` +
      `  wrong and CONFIDENT: ${sure.length} (${named(sure.map((worded) => ({ worded })))})\n` +
      `  no longer CONFIDENT: ${lower.length}\n` +
      `  answers with the model's words: ${words.filter(({ written }) => written.length > 0).length}; sentences: ${[...standings].map(([wording, { length }]) => `${length} ${wording}`).join(', ') || 'none'}; dropped: ${words.flatMap(({ dropped }) => dropped).length}\n`,
  );
  if (isListed)
    for (const { worded, numbered } of worse)
      process.stdout.write(
        `  ${worded.question.id} | ${worded.question.question} | numbers: ${numbered?.record.outcome ?? ''} ${numbered?.record.confidence?.toFixed(2) ?? ''} ${numbered?.record.text.slice(0, 200) ?? ''} | worded: ${worded.record.outcome} ${worded.record.reason ?? ''} ${worded.record.confidence?.toFixed(2) ?? ''} ${worded.record.text.slice(0, 200)} | ${worded.dropped.map(({ text, reason }) => `${text} (${reason})`).join(' | ')}\n`,
      );
  if (isListed)
    for (const { question, dropped } of words)
      for (const { text, reason } of dropped) process.stdout.write(`  dropped ${question.id}: ${text} (${reason})\n`);
  if (worse.length > 0 || sure.length > 0) process.exitCode = 1;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part} of ${whole} (${((100 * part) / whole).toFixed(0)} %)`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
