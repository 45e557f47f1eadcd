/** The questions of the kinds, with what their authors took for the answer. */
import { readFileSync } from 'node:fs';
import { holdsEvidence, readPassages } from '../fit/writtenQuestions.ts';

/** Each with the folder of bench/typed that has its documents. */
export const kindTrades = { kbtel: 'telecom', kbhosp: 'hospital' } as const;
export type KindTrade = keyof typeof kindTrades;

export interface KindQuestion {
  readonly trade: KindTrade;
  readonly kind: string;
  /** Whether what makes the kind hard is there; if not, it only looks so. */
  readonly isHard: boolean;
  /** What was asked before, of a follow-up. */
  readonly before: string | null;
  readonly question: string;
  readonly isAnswerable: boolean;
  /** Whether words of a document are the answer. */
  readonly isRight: (found: { readonly text: string; readonly documentKey: string }) => boolean;
}

interface Source {
  readonly documentKey: string;
  readonly sentences: readonly string[];
}

const folder = 'bench/kinds';

/** @throws Error on a line that names what is not there */
export async function readKinds(): Promise<KindQuestion[]> {
  const passages = new Map(
    (
      await Promise.all(
        Object.entries(kindTrades).map(([trade, typed]) => readPassages(trade, `bench/typed/${typed}/knowledge`)),
      )
    ).flatMap((found) => [...found]),
  );
  const quoted = (name: string): Source => ({ documentKey: name, sentences: [] });
  return [
    ...readLines('questions.txt', (id) => passages.get(id)),
    ...readLines('void-questions.txt', (id) => quoted(id)),
  ];
}

/**
 * `K kind`, `# hard` or `# twin`, `= passage`, `T turn before`, `Q question | sentences | words`, `N near miss`. Sentences
 * are numbers of the passage's, or quoted where it has none.
 */
function readLines(file: string, sourceOf: (id: string) => Source | undefined): KindQuestion[] {
  let [kind, isHard, before, id] = ['', false, null as string | null, ''];
  return readFileSync(`${folder}/${file}`, 'utf8')
    .split('\n')
    .flatMap((line, index): KindQuestion[] => {
      const [mark, rest] = [line.slice(0, 1), line.slice(2).trim()];
      if (mark === 'K') kind = rest;
      else if (mark === '#') isHard = rest === 'hard';
      else if (mark === '=') id = rest.split('|')[0]?.trim() ?? '';
      else if (mark === 'T') before = rest;
      if (mark !== 'Q' && mark !== 'N') return [];
      const source = sourceOf(id);
      const trade = Object.keys(kindTrades).find((each) => id.startsWith(`${each}-`)) as KindTrade | undefined;
      if (!source || !trade) throw new Error(`${file}:${index + 1}: no passage ${id}`);
      const [question = '', sentences = '', words = ''] = rest.split(' | ').map((part) => part.trim());
      const evidence =
        mark === 'N'
          ? []
          : source.sentences.length === 0
            ? [sentences]
            : (sentences.match(/\d+/g) ?? []).flatMap((number) => source.sentences[Number(number) - 1] ?? []);
      const evidenced = { evidence, words, documentKey: source.documentKey };
      const asked = { trade, kind, isHard, before, question, isAnswerable: mark === 'Q' };
      before = null;
      return [{ ...asked, isRight: (found) => holdsEvidence(evidenced, found) }];
    });
}
