import { createHash } from 'node:crypto';
import { CandorError } from '../../errors.ts';
import type { DocumentFacts, DocumentInput, DocumentState, Metadata, SourceType, Trust } from '../document.ts';
import { decodeText } from '../formats/decodeText.ts';
import { detectFormat } from '../formats/detectFormat.ts';
import { stripInvisible } from '../formats/invisible.ts';
import type { ParsedDocument } from '../formats/parsed.ts';
import type { ParserThread } from '../formats/parserThread.ts';
import { splitFrontMatter, type FrontMatter } from './frontMatter.ts';
import { detectLanguage } from '../language.ts';
import { searchConfigOf } from '../searchText.ts';

/** A document ready to be cut into chunks. `text` is canonical: every span that is stored or shown counts in it. */
export interface CanonicalDocument extends ParsedDocument {
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly tags: readonly string[];
  readonly sourceType: SourceType;
  /** Undefined: published when new, else as it is. */
  readonly state: DocumentState | undefined;
  readonly semanticType: string | undefined;
  readonly searchConfig: string;
  readonly accessGroups: readonly string[];
  readonly supersededBy: string | null;
  /** Undefined: NORMAL when new, else as it is. */
  readonly trust: Trust | undefined;
  /** Undefined: valid from the time of ingestion. */
  readonly effectiveFrom: Date | undefined;
  readonly effectiveUntil: Date | undefined;
  readonly updatedAt: Date | undefined;
  /** SHA-256, hexadecimal, over everything that a reader could see. */
  readonly contentHash: string;
}

/**
 * Raised when parsing, cutting or fingerprinting changes what is stored: a file that did not change is then read once
 * more.
 */
export const canonicalVersion = 7;
const maxKeyLength = 500;
const maxLabels = 100;
const maxLabelLength = 100;

interface CanonicalOptions {
  readonly parser: Pick<ParserThread, 'parse'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a document into its canonical form. What the caller names explicitly goes before what the source says of
 * itself, except the key: the front matter's `id` is what makes two files versions of one document.
 * @throws DOCUMENT_INVALID, DOCUMENT_TOO_LARGE, DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED; CANCELLED
 */
export async function canonicalDocument(input: DocumentInput, options: CanonicalOptions): Promise<CanonicalDocument> {
  const { frontMatter, parsed } = await readSource(input, options);
  if (!parsed.text) throw new CandorError('DOCUMENT_INVALID', 'The document has no text.');
  const key = (frontMatter.id ?? input.key).trim();
  if (!key || key.length > maxKeyLength)
    throw new CandorError('DOCUMENT_INVALID', `The key must have 1 to ${maxKeyLength} characters.`);
  const facts = { ...parsed, ...mergeFacts(key, input, frontMatter.facts, parsed) };
  checkValidity(facts);
  const { blocks: _blocks, sourceMap: _sourceMap, ...visible } = facts;
  return {
    ...facts,
    contentHash: createHash('sha256')
      .update(JSON.stringify([canonicalVersion, visible]))
      .digest('hex'),
  };
}

interface ReadSource {
  readonly frontMatter: FrontMatter;
  readonly parsed: ParsedDocument & { readonly sourceType: SourceType };
}

async function readSource(input: DocumentInput, { parser, signal }: CanonicalOptions): Promise<ReadSource> {
  const format = input.format ?? detectFormat(input.key, input.bytes);
  if (format !== 'MARKDOWN') {
    return {
      frontMatter: { facts: {} },
      parsed: await parser.parse({ name: input.key, format, content: input.text ?? input.bytes }, { signal }),
    };
  }
  const decoded = input.text === undefined ? decodeText(input.bytes) : { text: input.text, converted: false };
  const clean = stripInvisible(decoded.text);
  const { frontMatter, body, firstLine } = splitFrontMatter(clean.text);
  const parsed = await parser.parse(
    { name: input.key, format, content: body },
    { signal, firstLine: firstLine + (input.firstLine ?? 1) - 1 },
  );
  const flags = new Set(parsed.flags);
  if (clean.removed) flags.add('INVISIBLE_CHARACTERS_REMOVED');
  if (decoded.converted) flags.add('ENCODING_CONVERTED');
  return { frontMatter, parsed: { ...parsed, flags: [...flags] } };
}

function mergeFacts(key: string, input: DocumentFacts, front: DocumentFacts, parsed: ReadSource['parsed']) {
  const language = input.language ?? front.language ?? parsed.language ?? detectLanguage(parsed.text) ?? undefined;
  const metadata: Metadata = { ...parsed.metadata, ...front.metadata, ...input.metadata };
  return {
    key,
    title: (input.title ?? front.title ?? parsed.title ?? firstHeading(parsed) ?? key).trim() || key,
    url: input.url ?? front.url ?? null,
    tags: labels('tags', [...(input.tags ?? []), ...(front.tags ?? [])]),
    state: input.state ?? front.state,
    semanticType: input.semanticType ?? front.semanticType,
    author: input.author ?? front.author ?? parsed.author,
    language,
    searchConfig: searchConfigOf(language ?? null),
    accessGroups: labels('accessGroups', input.accessGroups ?? front.accessGroups ?? []),
    supersededBy: successor(key, input.supersededBy ?? front.supersededBy),
    trust: lowestTrust(input.trust, front.trust),
    effectiveFrom: input.effectiveFrom ?? front.effectiveFrom,
    effectiveUntil: input.effectiveUntil ?? front.effectiveUntil,
    updatedAt: input.updatedAt ?? front.updatedAt ?? parsed.updatedAt,
    metadata,
  };
}

function labels(field: string, given: readonly string[]): string[] {
  const clean = [...new Set(given.map((label) => label.trim()).filter(Boolean))];
  const long = clean.find((label) => label.length > maxLabelLength);
  if (clean.length <= maxLabels && long === undefined) return clean;
  throw new CandorError(
    'DOCUMENT_INVALID',
    `${field} may hold ${maxLabels} entries of at most ${maxLabelLength} characters.`,
    { details: { field } },
  );
}

/** `id@date` names a version. One of this very document is told by the dates already. */
function successor(key: string, named: string | undefined): string | null {
  const document = named?.split('@')[0]?.trim();
  return document && document !== key ? document : null;
}

function checkValidity({
  effectiveFrom,
  effectiveUntil,
}: Pick<CanonicalDocument, 'effectiveFrom' | 'effectiveUntil'>): void {
  if (!effectiveUntil || !effectiveFrom || effectiveUntil > effectiveFrom) return;
  throw new CandorError(
    'DOCUMENT_INVALID',
    'The document ends before it begins: its end must lie after its effective date.',
  );
}

function firstHeading(parsed: ParsedDocument): string | undefined {
  const heading = parsed.blocks.find((block) => block.kind === 'HEADING');
  return heading && parsed.text.slice(heading.start, heading.end).replace(/^#+ /, '');
}

/**
 * What the caller says of a document, lowered by what its own file says. Whoever writes a text writes its front matter
 * or its line of a data set, so a file never raises its own trust. Undefined: nothing was said.
 */
export function lowestTrust(given: Trust | undefined, ownWord: Trust | undefined): Trust | undefined {
  if (ownWord === 'UNTRUSTED') return ownWord;
  return ownWord === 'NORMAL' && given === 'TRUSTED' ? ownWord : given;
}
