import { createHash } from 'node:crypto';
import { CandorError } from '../errors.ts';
import { canonicalMarkdown } from './canonicalMarkdown.ts';
import type { DocumentInput, Metadata } from './document.ts';
import { splitFrontMatter } from './frontMatter.ts';

/** A document ready to be cut into chunks. `text` is canonical: every span that is stored or shown counts in it. */
export interface CanonicalDocument {
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly text: string;
  /** Undefined: valid from the time of ingestion. */
  readonly effectiveFrom: Date | undefined;
  readonly updatedAt: Date | undefined;
  /** SHA-256, hexadecimal, over everything that a reader could see. */
  readonly contentHash: string;
}

export const maxTextLength = 5_000_000;
const maxKeyLength = 500;

/**
 * Reads a document into its canonical form. What the caller names explicitly goes before the front matter, except the key:
 * the front matter's `id` is what makes two files versions of one document.
 * @throws DOCUMENT_INVALID for an empty or oversized text, a key that is too long, unusable front matter
 */
export function canonicalDocument(input: DocumentInput): CanonicalDocument {
  if (input.text.length > maxTextLength) throw new CandorError('DOCUMENT_INVALID', `The text has ${input.text.length} characters; at most ${maxTextLength} are taken.`);
  const source = normalise(input.text);
  const { frontMatter, body } = input.format === 'MARKDOWN' ? splitFrontMatter(source) : { frontMatter: { metadata: {} } as ReturnType<typeof splitFrontMatter>['frontMatter'], body: source };
  const text = input.format === 'MARKDOWN' ? canonicalMarkdown(body) : canonicalPlain(body);
  const key = (frontMatter.id ?? input.key).trim();
  if (!text.trim()) throw new CandorError('DOCUMENT_INVALID', 'The document has no text.');
  if (!key || key.length > maxKeyLength) throw new CandorError('DOCUMENT_INVALID', `The key must have 1 to ${maxKeyLength} characters.`);
  const facts = {
    key,
    title: (input.title ?? frontMatter.title ?? firstHeading(text) ?? key).trim() || key,
    url: input.url ?? frontMatter.url ?? null,
    tags: [...new Set([...(input.tags ?? []), ...(frontMatter.tags ?? [])])],
    metadata: { ...frontMatter.metadata, ...input.metadata },
    text,
    effectiveFrom: input.effectiveFrom ?? frontMatter.effective,
    updatedAt: input.updatedAt ?? frontMatter.updated,
  };
  return { ...facts, contentHash: createHash('sha256').update(JSON.stringify(facts)).digest('hex') };
}

/** Zero-width and bidirectional control characters: invisible to a reader, so a way to hide text from one. NUL cannot be stored. */
const invisible = /[\u0000\u00AD\u200B\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF]/g;

function normalise(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(invisible, '');
}

/** Joins hard-wrapped lines: a break between a line without an end mark and a line that goes on in lower case becomes a blank. */
function canonicalPlain(text: string): string {
  return text.replaceAll(/[ \t]+\n/g, '\n').replaceAll(/(?<![.!?:;\n])\n(?=\p{Ll})/gu, ' ').trim();
}

function firstHeading(text: string): string | undefined {
  return /^#{1,6} (.+)$/m.exec(text)?.[1];
}
