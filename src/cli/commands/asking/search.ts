import type { SearchResult } from '../../../app/app.ts';
import { readRetrievalFlags, retrievalFlags } from '../../askFlags.ts';
import type { Command } from '../../command.ts';
import { passageJson, armCells, retrievalText, traceTable } from '../../output/passages.ts';
import { clip, formatTable } from '../../output/table.ts';

export const search: Command = {
  name: 'search',
  summary: 'Find passages, with their rank in each arm.',
  usage: 'search "WORDS" [flags]',
  positionals: [1, 1],
  flags: {
    ...retrievalFlags,
    top: { kind: 'integer', value: 'N', least: 1, most: 50, summary: "Passages to show. Default: the preset's." },
    explain: {
      kind: 'switch',
      summary: 'Show the part of each arm in each score, adjustments, and the filters that applied.',
    },
  },
  examples: ['search "restocking fee"', 'search "restocking fee" --top 5 --explain'],
  async run(context) {
    return context.withApp(async (app, caller) => {
      const topK = context.flags.integer('top');
      const request = {
        query: context.positionals[0] ?? '',
        ...readRetrievalFlags(context.flags),
        ...(topK === undefined ? {} : { retrieval: { topK } }),
      };
      const result = await app.search(caller, request, { signal: context.signal });
      context.print({
        json: searchJson(result),
        text: searchText(result, context.terminal.columns, context.flags.isOn('explain')),
      });
      return 0;
    });
  },
};

function searchJson(result: SearchResult) {
  return { ...result, passages: result.passages.map(passageJson) };
}

function searchText(result: SearchResult, columns: number, explain: boolean): string {
  const curated = result.curated.map(({ answer, score }) => `Curated answer (${score.toFixed(2)}): ${answer.question}`);
  const degraded = result.degraded.map(({ part, message }) => `Did not work: ${part}: ${message}`);
  const summary = `${result.tier} · confidence ${result.confidence.display.toFixed(1)} of 100 · ${Math.round(result.millis)} ms`;
  const table = () => (explain ? traceTable(result.passages, columns) : passageTable(result, columns));
  const explained = explain ? ['', retrievalText(result.settings, result.appliedFilters), timesText(result)] : [];
  return [
    ...curated,
    result.passages.length > 0 ? table() : 'Nothing was found.',
    ...explained,
    '',
    summary,
    ...degraded,
  ].join('\n');
}

function passageTable(result: SearchResult, columns: number): string {
  const textWidth = Math.max(24, Math.min(columns, 160) - 78);
  const rows = result.passages.map((passage) => [
    String(passage.rank),
    passage.score.toFixed(4),
    ...armCells(passage.trace.vector),
    ...armCells(passage.trace.keyword),
    clip(passage.documentKey, 28),
    clip(passage.text, textWidth),
  ]);
  return formatTable(
    [
      { title: '#', align: 'right' },
      { title: 'score', align: 'right' },
      { title: 'vec #', align: 'right' },
      { title: 'cosine', align: 'right' },
      { title: 'key #', align: 'right' },
      { title: 'keyword', align: 'right' },
      { title: 'document' },
      { title: 'text' },
    ],
    rows,
  );
}

function timesText({ timings }: SearchResult): string {
  return `Milliseconds: ${Object.entries(timings)
    .map(([stage, millis]: [string, number]) => `${stage} ${millis.toFixed(1)}`)
    .join(', ')}`;
}
