import type { KnowledgeGap } from '../../../learning/gaps/gap.ts';
import type { GapPage } from '../../../learning/gaps/knowledgeGaps.ts';
import type { Command, Report } from '../../command.ts';
import { clip, wrap } from '../../output/table.ts';

const defaultCount = 20;
const dayMillis = 86_400_000;

export const gaps: Command = {
  name: 'gaps',
  summary: 'List questions the documents could not answer, most frequent first.',
  usage: 'gaps [flags]   or   gaps --curate RUN_ID',
  positionals: [0, 0],
  flags: {
    since: {
      kind: 'integer',
      value: 'DAYS',
      least: 1,
      most: 3_650,
      summary: 'Only questions of the last DAYS days.',
    },
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `How many to list. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'Continue after a page: its endCursor.' },
    chosen: { kind: 'switch', summary: 'Only questions for which people chose a passage as the answer.' },
    curate: {
      kind: 'text',
      value: 'RUN_ID',
      summary: 'Make a curated answer of the passage chosen in this run.',
    },
  },
  examples: [
    'gaps',
    'gaps --since 30 --first 5',
    'gaps --chosen',
    'gaps --curate 01900000-0000-7000-8000-000000000001',
  ],
  notes:
    'The newest 1,000 runs are looked at. A gap closes by itself: when the same question is asked again and answered.',
  async run({ flags, terminal, signal, withApp, print }) {
    const days = flags.integer('since');
    const runId = flags.text('curate');
    return withApp(async (app, caller) => {
      if (runId !== undefined) {
        const saved = await app.curateChosen(caller, { runId });
        print({
          json: { curatedAnswer: saved },
          text: `Saved: ${clip(saved.question, 60)} (${saved.id}).\n${wrap(saved.answer, terminal.columns)}`,
        });
        return 0;
      }
      const page = await app.gaps(caller, {
        first: flags.integer('first') ?? defaultCount,
        after: flags.text('after'),
        chosen: flags.isOn('chosen') ? true : undefined,
        since: days === undefined ? undefined : new Date(Date.now() - days * dayMillis),
        signal,
      });
      print(report(page, terminal.columns));
      return 0;
    });
  },
};

function report({ hasNextPage, endCursor, cursors: _cursors, ...page }: GapPage, columns: number): Report {
  const json = { ...page, pageInfo: { hasNextPage, endCursor } };
  const looked = `${page.unansweredCount} of the newest ${page.runCount} questions went unanswered: ${page.totalCount} gaps.`;
  const notes = [
    ...(page.degraded ? ['The embedder failed: only questions of the same words are together.'] : []),
    ...(hasNextPage && endCursor ? [`More: --after ${endCursor}`] : []),
  ];
  return { json, text: [looked, ...page.nodes.map((gap) => gapText(gap, columns)), ...notes].join('\n\n') };
}

function gapText(gap: KnowledgeGap, columns: number): string {
  const list = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`  ${wrap(`${title}: ${entries.join(', ')}`, columns - 2, '    ')}`];
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const span =
    day(gap.firstAskedAt) === day(gap.lastAskedAt)
      ? day(gap.lastAskedAt)
      : `${day(gap.firstAskedAt)} to ${day(gap.lastAskedAt)}`;
  return [
    wrap(`${gap.count}× ${gap.question}`, columns, '   '),
    `  asked ${span}, in ${gap.conversationCount} ${gap.conversationCount === 1 ? 'conversation' : 'conversations'}`,
    ...list(
      'why',
      gap.reasons.map(({ reason, count }) => `${reason} ${count}`),
    ),
    ...list(
      'missing',
      gap.missing.map(({ text, count }) => `${text} ${count}`),
    ),
    ...list(
      'nearest',
      gap.nearestDocuments.map(({ documentKey, count }) => `${documentKey} ${count}`),
    ),
    ...gap.chosen.map(
      ({ documentKey, sentence, count, runId }) =>
        `  ${wrap(`chosen ${count}×, ${documentKey}: “${sentence.replaceAll(/\s+/g, ' ')}” (--curate ${runId})`, columns - 2, '    ')}`,
    ),
    `  example: ${gap.exampleRunIds[0] ?? ''}`,
  ].join('\n');
}
