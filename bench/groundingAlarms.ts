import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createRandom, shuffled } from '../src/stats.ts';
import { verifyClaim } from '../src/grounding/claims/verifyClaim.ts';
import { locateQuote } from '../src/grounding/checks/locateQuote.ts';
import { goldenFolder, type BenchDocument, type Fact } from './groundingTexts.ts';
import { rowOf } from './groundingPlaces.ts';
import type { Row } from './groundingReport.ts';

const Paraphrase = z.strictObject({
  /** Relative to sample/knowledge. */
  path: z.string(),
  /** Appears in the canonical text of that file. */
  quote: z.string(),
  /** The same in other words, by a person; SHORTER leaves out a clause that restricts nothing. */
  claim: z.string(),
  form: z.enum(['REWORDED', 'SHORTER']),
});
export type Paraphrase = z.infer<typeof Paraphrase>;

export async function readParaphrases(): Promise<Paraphrase[]> {
  const text = await readFile(join(goldenFolder, 'paraphrases.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => Paraphrase.parse(JSON.parse(line)));
}

/** Returns a paraphrase with the sentence that it rewords. Undefined if the sentence is not in its document. */
export function paraphraseFact(
  { path, quote, claim }: Paraphrase,
  documents: readonly BenchDocument[],
): Fact | undefined {
  const document = documents.find((other) => other.path === path);
  const passage = document?.passages.find(({ text }) => locateQuote(text, quote) !== undefined);
  return document && passage && { document, passage, text: quote, claim, heading: passage.sectionPath.at(-1) ?? '' };
}

export interface Alarm {
  readonly claim: string;
  readonly quote: string;
  readonly reason: string;
}

export interface AlarmResult {
  readonly row: Row;
  readonly alarms: readonly Alarm[];
}

interface TrueClaim {
  readonly fact: Fact;
  readonly claim: string;
  readonly quote: string;
}

/**
 * Measures how many true claims are refused.
 * @param most the highest share allowed
 */
export function measureAlarms(name: string, source: string, claims: readonly TrueClaim[], most: number): AlarmResult {
  const alarms = claims.flatMap(({ fact, claim, quote }): Alarm[] => {
    const { status, checks } = verifyClaim({ text: claim, quote, chunkId: fact.passage.chunkId }, [fact.passage]);
    const failed = checks.filter(({ passed }) => !passed).map((entry) => `${entry.name}: ${entry.detail ?? ''}`);
    return status === 'SUPPORTED' ? [] : [{ claim, quote, reason: failed.join('; ') }];
  });
  return { alarms, row: { name, source, total: claims.length, hits: alarms.length, target: { most }, counts: true } };
}

const trimmed = (text: string) => text.replace(/\s*[.!]$/, '').replace(/^[-*]\s+/, '');

/** Verbatim sentences, sentences without their final punctuation, and cells of tables in the words of a person. */
export function trueClaims(
  facts: readonly Fact[],
  count: number,
  seed: number,
): Readonly<Record<'verbatim' | 'trimmed' | 'cell', TrueClaim[]>> {
  const drawn = shuffled(facts, createRandom(seed));
  const some = drawn.slice(0, count);
  return {
    verbatim: some.map((fact) => ({ fact, claim: fact.text, quote: fact.text })),
    trimmed: some.map((fact) => ({ fact, claim: trimmed(fact.text), quote: trimmed(fact.text) })),
    cell: drawn.flatMap((fact) => cellsOf(fact)).slice(0, count),
  };
}

function cellsOf(fact: Fact): TrueClaim[] {
  const [key, ...cells] = rowOf(fact.text)?.cells ?? [];
  if (!key) return [];
  return cells.flatMap(([header, value]) =>
    [`${key[1]}: ${header} ${value}.`, `${key[0]}: ${key[1]}; ${header}: ${value}`].map((claim) => ({
      fact,
      claim,
      quote: fact.text,
    })),
  );
}
