/** Questions with their evidence over knowledge sets, as weights/reader/training/WRITING.md has them written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareChunks } from '../../src/knowledge/cut/prepareChunks.ts';
import { canonicalDocument } from '../../src/knowledge/ingest/canonical.ts';
import { readPath } from '../../src/knowledge/ingest/readPath.ts';
import { sentences } from '../../src/knowledge/language/sentences.ts';
import { inlineParser } from '../../test/support/parser.ts';

/** The size of the passages that the questions name by their place (weights/reader/training/cut.mts). */
const passageWords = 180;

/** A line of a file of questions. */
export interface WrittenQuestion {
  /** `BASE-DOCUMENT.CHUNK`. */
  readonly passage: string;
  readonly question: string;
  /** Numbers of the sentences that answer, from 1; empty: none does. */
  readonly numbers: readonly number[];
  /** The words that answer, from one of these sentences. */
  readonly words: string;
}

/** A question with what its author took for the answer. */
export interface EvidencedQuestion {
  readonly passage: string;
  readonly question: string;
  readonly documentKey: string;
  /** Empty: a near miss. */
  readonly evidence: readonly string[];
  readonly words: string;
}

/** @param names of the files to read; omitted: all */
export function readWritten(folder: string, names = /\.txt$/): WrittenQuestion[] {
  return readdirSync(join(folder, 'q'))
    .filter((name) => names.test(name))
    .sort()
    .flatMap((name) => {
      let passage = '';
      return readFileSync(join(folder, 'q', name), 'utf8')
        .split('\n')
        .flatMap((line): WrittenQuestion[] => {
          if (line.startsWith('= ')) passage = line.slice(2).split('|')[0]?.trim() ?? '';
          const near = /^N (.+)/.exec(line)?.[1]?.trim();
          if (near !== undefined) return [{ passage, question: near, numbers: [], words: '' }];
          const [, question, numbers, words] = /^Q (.+?) \| (.+?) \| (.+)/.exec(line) ?? [];
          if (question === undefined || numbers === undefined || words === undefined) return [];
          const listed = (numbers.match(/\d+/g) ?? []).map(Number);
          return [{ passage, question: question.trim(), numbers: listed, words: words.trim() }];
        });
    });
}

export interface WrittenPassage {
  readonly documentKey: string;
  readonly sentences: readonly string[];
}

/** The passages of a set by their id. */
export async function readPassages(set: string, folder: string): Promise<Map<string, WrittenPassage>> {
  const found = new Map<string, WrittenPassage>();
  let nth = 0;
  for await (const input of (await readPath(folder)).documents) {
    nth += 1;
    const canonical = await canonicalDocument(input, { parser: inlineParser });
    const kept = prepareChunks(canonical, passageWords).filter(({ omitReason }) => omitReason === null);
    for (const [place, { text }] of kept.entries())
      found.set(`${set}-${nth}.${place + 1}`, {
        documentKey: canonical.key,
        sentences: sentences(text).map(({ start, end }) => text.slice(start, end)),
      });
  }
  return found;
}

/** The questions over a set. Those whose words stand in none of their sentences are left out, as check.py does. */
export async function readEvidenced(
  set: string,
  folder: string,
  written: readonly WrittenQuestion[],
): Promise<EvidencedQuestion[]> {
  const passages = await readPassages(set, folder);
  return written.flatMap(({ passage, question, numbers, words }): EvidencedQuestion[] => {
    const source = passages.get(passage);
    if (!source) return [];
    const evidence = numbers.flatMap((number) => source.sentences[number - 1] ?? []);
    const isKnown = evidence.length === numbers.length && (numbers.length === 0 || standsIn(words, evidence));
    return isKnown ? [{ passage, question, documentKey: source.documentKey, evidence, words }] : [];
  });
}

function standsIn(words: string, evidence: readonly string[]): boolean {
  const escaped = words.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  const found = new RegExp(escaped.join('\\s+'), 'i');
  return evidence.some((sentence) => found.test(sentence));
}

/** A sentence as the product found it. */
export interface FoundSentence {
  readonly text: string;
  readonly documentKey: string;
}

/** A shorter text may stand in a sentence by chance. */
const fewestLetters = 12;
/** Sentence splitters disagree, and marks of lists and tables come and go. */
const sharedWords = 0.7;
const fewestWords = 3;
/** So many answering words, or a figure among them, stand in another sentence of the document for a reason. */
const tellingWords = 3;

/**
 * Whether a sentence holds the answer to a question by its author: the answering words, and one of the evidence
 * sentences or most of its words; or answering words that tell enough, in the same document.
 */
export function holdsEvidence(
  { evidence, words, documentKey }: Pick<EvidencedQuestion, 'evidence' | 'words' | 'documentKey'>,
  found: FoundSentence,
): boolean {
  const text = plain(found.text);
  const answering = plain(words);
  if (evidence.length === 0 || !text.includes(answering)) return false;
  const own = wordsOf(found.text);
  const isEvidence = evidence.some((sentence) => {
    const wanted = plain(sentence);
    if (text.includes(wanted) || (text.length > fewestLetters && wanted.includes(text))) return true;
    const expected = wordsOf(sentence);
    const shared = [...expected].filter((word) => own.has(word)).length;
    const fewer = Math.min(expected.size, Math.max(1, own.size));
    return own.size > fewestWords && expected.size > 0 && shared / fewer > sharedWords;
  });
  const tells = answering.split(' ').length >= tellingWords || /\d/.test(answering);
  return isEvidence || (answering !== '' && tells && documentKey === found.documentKey);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[*_`#>|-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
}
