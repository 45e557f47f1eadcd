import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { isCandorError } from '../src/errors.ts';
import { createRandom, shuffled } from '../src/stats.ts';
import { candidatesOf } from '../src/grounding/sentences/candidates.ts';
import { canonicalDocument, type CanonicalDocument } from '../src/knowledge/ingest/canonical.ts';
import { chunk } from '../src/knowledge/cut/chunk.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { passage } from '../test/grounding/passage.ts';
import { inlineParser } from '../test/support/parser.ts';

/** A sentence, list item or table row of a passage: true according to the document. */
export interface Fact {
  readonly document: BenchDocument;
  readonly passage: Passage;
  readonly text: string;
  /** The nearest heading above it, inside the passage or before it; empty if there is none. */
  readonly heading: string;
  /** What an honest writer would claim from it: `text` itself, or a paraphrase. */
  readonly claim: string;
}

/** A document as the product reads and cuts it, with its chunks as retrieval would return them. */
export interface BenchDocument {
  readonly set: string;
  readonly key: string;
  /** As the source names it: for a file, its path. */
  readonly path: string;
  readonly title: string;
  readonly effectiveFrom: Date | undefined;
  /** Canonical text; the spans of the passages refer to it. */
  readonly text: string;
  readonly passages: readonly Passage[];
}

export const sampleFolder = new URL('../sample/knowledge', import.meta.url).pathname;
export const evalFolder = new URL('../../shared/eval', import.meta.url).pathname;
export const goldenFolder = new URL('../test/golden', import.meta.url).pathname;
export const evalSets = ['squad2', 'mtrag', 'clapnq', 'timeqa', 'lihua-world', 'docs-knative'] as const;

/**
 * Reads the documents of a file or folder as the product reads, parses and cuts them.
 * @param limit reads a seeded draw of this many
 */
export async function readDocuments(
  set: string,
  path: string,
  limit = Infinity,
  rewrite: (input: DocumentInput) => DocumentInput = (input) => input,
): Promise<BenchDocument[]> {
  const inputs: DocumentInput[] = [];
  for await (const input of (await readPath(path)).documents) inputs.push(input);
  const drawn = inputs.length > limit ? shuffled(inputs, createRandom(1)).slice(0, limit) : inputs;
  const found: BenchDocument[] = [];
  for (const [position, input] of drawn.entries()) {
    const canonical = await canonicalDocument(rewrite(input), { parser: inlineParser }).catch(refuse);
    if (canonical) found.push(toDocument(set, position, input.key, canonical));
  }
  return found;
}

/** Some sets contain documents without text, which the product refuses too. */
function refuse(error: unknown): undefined {
  if (!isCandorError(error) || error.code !== 'DOCUMENT_INVALID') throw error;
  return undefined;
}

/** Returns undefined if the evaluation sets are not available. */
export async function findCorpus(set: string): Promise<string | undefined> {
  const path = join(evalFolder, set, 'corpus.jsonl');
  return access(path).then(
    () => path,
    () => undefined,
  );
}

function toDocument(set: string, position: number, path: string, canonical: CanonicalDocument): BenchDocument {
  const documentId = `${set}-d${position}`;
  const passages = chunk(canonical.text, canonical.blocks).map((draft, number) =>
    passage(
      canonical.text.slice(draft.start, draft.end),
      {
        chunkId: `${documentId}-c${number}`,
        documentId,
        documentKey: canonical.key,
        documentTitle: canonical.title,
        versionId: `${documentId}-v1`,
        sectionPath: draft.sectionPath,
        supersededBy: canonical.supersededBy,
        url: canonical.url,
        effectiveFrom: canonical.effectiveFrom ?? new Date('2025-01-01T00:00:00Z'),
      },
      draft.start,
    ),
  );
  return {
    set,
    path,
    key: canonical.key,
    title: canonical.title,
    effectiveFrom: canonical.effectiveFrom,
    text: canonical.text,
    passages,
  };
}

/** Questions, lead-ins, code, mark-up, the header of a chat, and lists of references run together. */
const noFact =
  /[?:]$|```|[{}=\\|]|\[ \[|<\w|--\w|^(?:Time: |\$ |(?:sudo \S+ )?kubectl |https?:|.*\S {2,}\S.* {2,}\S|\w+: \S+$)| - .+ - .+ - /;

const words = (text: string) => text.match(/[\p{L}\d]+/gu)?.length ?? 0;

/**
 * Returns sentences, list items and rows that can be claims: 4 to 45 words, one line, no code, no question, no chat
 * header.
 */
export function factsOf(documents: readonly BenchDocument[]): Fact[] {
  return documents.flatMap((document) =>
    document.passages.flatMap((one) =>
      candidatesOf(one).flatMap((candidate): Fact[] => {
        const { text } = candidate;
        const count = words(text);
        if (text.includes('\n') || text.startsWith('    ') || count < 4 || count > 45 || noFact.test(text.trim()))
          return [];
        return [
          {
            document,
            passage: one,
            text,
            claim: text,
            heading: headingAbove(one, candidate.sourceSpan.start - one.sourceSpan.start),
          },
        ];
      }),
    ),
  );
}

function headingAbove(one: Passage, position: number): string {
  const above = [...one.text.slice(0, position).matchAll(/^#{1,6} (.+)$/gm)].at(-1)?.[1];
  return above ?? one.sectionPath.at(-1) ?? '';
}
