import type { RunDigest } from '../runDigest.ts';
import { normalisedQuestion } from '../questionText.ts';

/**
 * One name for all runs that share a question or their best document, directly or through others: a question that is asked again after the documents
 * changed has another best document, and must not stand on both sides of a split. The name is the first run's question.
 */
export function familiesOf(runs: readonly Pick<RunDigest, 'standalone' | 'sources'>[]): string[] {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    const above = parent.get(key) ?? key;
    return above === key ? key : rootOf(above);
  };
  const keysOf = ({ standalone, sources: [best] }: Pick<RunDigest, 'standalone' | 'sources'>) => ({ question: `q:${normalisedQuestion(standalone)}`, document: best && `d:${best.documentId}` });
  for (const run of runs) {
    const { question, document } = keysOf(run);
    if (document !== undefined) parent.set(rootOf(document), rootOf(question));
  }
  return runs.map((run) => rootOf(keysOf(run).question));
}
