import type { AnswerStanding } from '../../../agent/recalls/recalls.ts';
import type { Run } from '../../../agent/state/run.ts';
import { type Command, printed } from '../../command.ts';
import { wrap } from '../../output/table.ts';

const defaultCount = 20;

export const recalls: Command = {
  name: 'recalls',
  summary: 'List answers that no longer stand, with what stands now.',
  usage: 'recalls [flags]',
  positionals: [0, 0],
  flags: {
    since: { kind: 'instant', value: 'DATE', summary: 'Only answers called back then or later.' },
    first: { kind: 'integer', value: 'N', least: 1, most: 100, summary: `How many to list. Default: ${defaultCount}.` },
    after: { kind: 'text', value: 'CURSOR', summary: 'Continue after a page: its endCursor.' },
  },
  examples: ['candor recalls --since 2026-11-01', 'candor recalls --since 2026-11-01 --json'],
  notes: 'What has changed is looked at first. Last called back first.',
  run: (context) =>
    printed(context, async (app, caller) => {
      const { flags, terminal } = context;
      await app.runs.lookAgain(caller);
      const request = { first: flags.integer('first') ?? defaultCount, after: flags.text('after') };
      const page = await app.runs.recalls(caller, request, { since: flags.instant('since') });
      const standings = await app.runs.standings(
        caller,
        page.nodes.map(({ id }) => id),
      );
      const found = page.nodes.flatMap((run, at) => recallOf(run, standings[at] ?? null));
      const { hasNextPage, endCursor } = page;
      const more = hasNextPage && endCursor ? [`More: --after ${endCursor}`] : [];
      const texts = found.map((recall) => recallText(recall, terminal.columns));
      return {
        json: { nodes: found, pageInfo: { hasNextPage, endCursor } },
        text: found.length > 0 ? [...texts, ...more].join('\n\n') : 'No answer was called back.',
      };
    }),
};

interface Recall
  extends Pick<Run, 'id' | 'question' | 'createdAt' | 'tier'>, Pick<AnswerStanding, 'verdict' | 'since'> {
  /** What was quoted; null where it is withheld. */
  readonly said: { readonly documentKey: string; readonly quote: string | null } | null;
  readonly now: AnswerStanding['now'];
}

/** None for an answer that stands again since the page was read. */
function recallOf({ id, question, createdAt, tier, result }: Run, standing: AnswerStanding | null): Recall[] {
  if (standing === null || standing.verdict === 'STANDS') return [];
  const { verdict, since, citationNumber, now } = standing;
  const cited = result?.citations.find(({ number }) => number === citationNumber);
  const said = cited ? { documentKey: cited.documentKey, quote: cited.withheld ? null : cited.quote } : null;
  return [{ id, question, createdAt, tier, verdict, since, said, now }];
}

function recallText({ id, question, createdAt, tier, verdict, since, said, now }: Recall, columns: number): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const line = (name: string, text: string) =>
    `  ${wrap(`${name}: ${text.replaceAll(/\s+/g, ' ')}`, columns - 2, '    ')}`;
  return [
    wrap(question, columns, '   '),
    `  ${verdict} since ${day(since)}, asked ${day(createdAt)}${tier === null ? '' : `, ${tier}`}, run ${id}`,
    ...(said ? [line('said', said.quote === null ? said.documentKey : `“${said.quote}” (${said.documentKey})`)] : []),
    ...(now ? [line('now', `“${now.quote}”`)] : []),
  ].join('\n');
}
