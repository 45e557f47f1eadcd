import type { SearchResult } from '../../app.ts';
import type { ArmTrace } from '../../retrieval/passage.ts';
import { readRetrievalFlags, retrievalFlags } from '../askFlags.ts';
import type { Command } from '../command.ts';
import { passageJson } from '../passageJson.ts';
import { clip, formatTable } from '../table.ts';

export const search: Command = {
  name: 'search',
  summary: 'Show the passages that retrieval finds, and how each arm ranked them.',
  usage: 'search "WORDS" [flags]',
  positionals: [1, 1],
  flags: {
    ...retrievalFlags,
    top: { kind: 'integer', value: 'N', least: 1, most: 50, summary: 'Passages to show. Default: the preset\'s.' },
  },
  async run(context) {
    return context.withApp(async (app, caller) => {
      const topK = context.flags.integer('top');
      const request = { query: context.positionals[0] ?? '', ...readRetrievalFlags(context.flags), ...(topK === undefined ? {} : { retrieval: { topK } }) };
      const result = await app.search(caller, request, { signal: context.signal });
      context.print({ json: searchJson(result), text: searchText(result, context.terminal.columns) });
      return 0;
    });
  },
};

function searchJson(result: SearchResult) {
  return { ...result, passages: result.passages.map(passageJson) };
}

function searchText(result: SearchResult, columns: number): string {
  const curated = result.curated.map(({ answer, score }) => `Curated answer (${score.toFixed(2)}): ${answer.question}`);
  const degraded = result.degraded.map(({ part, message }) => `Did not work: ${part}: ${message}`);
  const summary = `${result.tier} · confidence ${result.confidence.display.toFixed(1)} of 100 · ${Math.round(result.millis)} ms`;
  return [...curated, result.passages.length > 0 ? passageTable(result, columns) : 'Nothing was found.', '', summary, ...degraded].join('\n');
}

function passageTable(result: SearchResult, columns: number): string {
  const textWidth = Math.max(24, Math.min(columns, 160) - 78);
  const rows = result.passages.map((passage) => [
    String(passage.rank), passage.score.toFixed(4), ...armCells(passage.trace.vector), ...armCells(passage.trace.keyword), clip(passage.documentKey, 28), clip(passage.text, textWidth),
  ]);
  return formatTable([
    { title: '#', align: 'right' }, { title: 'score', align: 'right' },
    { title: 'vec #', align: 'right' }, { title: 'cosine', align: 'right' },
    { title: 'key #', align: 'right' }, { title: 'keyword', align: 'right' },
    { title: 'document' }, { title: 'text' },
  ], rows);
}

function armCells({ rank, rawScore }: ArmTrace): [string, string] {
  return [rank === null ? '–' : String(rank), rawScore === null ? '–' : rawScore.toFixed(3)];
}
