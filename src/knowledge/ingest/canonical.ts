import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { z } from 'zod';
import { CandorError, messageOf } from '../../errors.ts';
import type { DocumentFacts, DocumentInput, DocumentState, Metadata, SourceType, Trust } from '../document.ts';
import { decodeText, detectFormat } from '../formats/detectFormat.ts';
import { stripInvisible } from '../formats/invisible.ts';
import type { OnPart, ParsedDocument } from '../formats/parsed.ts';
import type { PreparedChunk } from '../cut/prepareChunks.ts';
import type { ParserProcess } from '../formats/process/parserProcess.ts';
import { detectLanguage } from '../language/language.ts';
import { searchConfigOf } from '../language/words.ts';
import { readAddress } from '../../workspaces/documentAddress.ts';

/**
 * A document ready to be cut into chunks. `text` is canonical: every span that is stored or shown is an offset in it.
 */
export interface CanonicalDocument extends ParsedDocument {
  readonly key: string;
  readonly title: string;
  readonly url: string | null;
  readonly tags: readonly string[];
  readonly sourceType: SourceType;
  /** Undefined: published for a new document, otherwise unchanged. */
  readonly state: DocumentState | undefined;
  readonly semanticType: string | undefined;
  readonly searchConfig: string;
  readonly accessGroups: readonly string[];
  /** Undefined: it was sent by hand. */
  readonly sourceId?: string | undefined;
  readonly supersededBy: string | null;
  /** The key of the document that this one replaces. Undefined: nobody said, otherwise unchanged. */
  readonly supersedes: string | undefined;
  /** Undefined: NORMAL for a new document, otherwise unchanged. */
  readonly trust: Trust | undefined;
  /** Undefined: valid from the time of ingestion. */
  readonly effectiveFrom: Date | undefined;
  readonly effectiveUntil: Date | undefined;
  readonly updatedAt: Date | undefined;
  /** SHA-256, hexadecimal, over everything that a reader could see. */
  readonly contentHash: string;
}

/** A document cut into what will be embedded and stored. */
export interface DraftDocument {
  readonly canonical: CanonicalDocument;
  readonly chunks: readonly PreparedChunk[];
}

/**
 * Increased when a change to parsing, cutting or fingerprinting alters what is stored. Unchanged files are then read
 * again.
 */
export const canonicalVersion = 14;
const maxKeyLength = 500;
const maxLabels = 100;
const maxLabelLength = 100;

interface CanonicalOptions {
  readonly parser: Pick<ParserProcess, 'parse'>;
  readonly signal?: AbortSignal | undefined;
  /** As of `parse`. */
  readonly onRead?: OnPart | undefined;
}

/**
 * Reads a document into its canonical form. What the caller sets explicitly overrides what the source says about
 * itself, except the key: the front matter's `id` makes two files versions of one document.
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
    sourceId: input.sourceId,
    contentHash: createHash('sha256')
      .update(JSON.stringify([canonicalVersion, visible]))
      .digest('hex'),
  };
}

interface ReadSource {
  readonly frontMatter: FrontMatter;
  readonly parsed: ParsedDocument & { readonly sourceType: SourceType };
}

async function readSource(input: DocumentInput, { parser, ...options }: CanonicalOptions): Promise<ReadSource> {
  const format = input.format ?? detectFormat(input.key, input.bytes);
  if (format !== 'MARKDOWN') {
    return {
      frontMatter: { facts: {} },
      parsed: await parser.parse({ name: input.key, format, content: input.text ?? input.bytes }, options),
    };
  }
  const decoded = input.text === undefined ? decodeText(input.bytes) : { text: input.text, converted: false };
  const clean = stripInvisible(decoded.text);
  const { frontMatter, body, firstLine } = splitFrontMatter(clean.text);
  const parsed = await parser.parse(
    { name: input.key, format, content: body },
    { ...options, firstLine: firstLine + (input.firstLine ?? 1) - 1 },
  );
  const flags = new Set(parsed.flags);
  if (clean.removed) flags.add('INVISIBLE_CHARACTERS_REMOVED');
  if (decoded.converted) flags.add('ENCODING_CONVERTED');
  return { frontMatter, parsed: { ...parsed, flags: [...flags] } };
}

function mergeFacts(key: string, input: DocumentInput, front: DocumentFacts, parsed: ReadSource['parsed']) {
  const language = input.language ?? front.language ?? parsed.language ?? detectLanguage(parsed.text) ?? undefined;
  const metadata: Metadata = { ...parsed.metadata, ...front.metadata, ...input.metadata };
  return {
    key,
    title: (input.title ?? front.title ?? parsed.title ?? firstHeading(parsed) ?? key).trim() || key,
    url: addressOf(input.url ?? front.url),
    tags: labels('tags', [...(input.tags ?? []), ...(front.tags ?? [])]),
    state: input.state ?? front.state,
    semanticType: input.semanticType ?? front.semanticType,
    author: input.author ?? front.author ?? parsed.author,
    language,
    searchConfig: searchConfigOf(language ?? null),
    accessGroups: labels('accessGroups', input.accessGroups ?? front.accessGroups ?? input.sourceGroups ?? []),
    supersededBy: otherKey(key, input.supersededBy ?? front.supersededBy),
    supersedes: otherKey(key, input.supersedes ?? front.supersedes) ?? undefined,
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

/** @throws DOCUMENT_INVALID for an address that nobody should be sent to; an empty one is none */
function addressOf(given: string | undefined): string | null {
  if (given === undefined || given.trim() === '') return null;
  const address = readAddress(given);
  if (address !== undefined) return address;
  throw new CandorError('DOCUMENT_INVALID', 'The url of the document is not an address that people can be sent to.', {
    details: { field: 'url' },
    remedy:
      'Give an http, https or mailto address without user name and line breaks, or a path on the site that documentSite of the workspace names; then ingest the document again.',
  });
}

/**
 * Returns the key of the document that replaces this one, or that it replaces. `id@date` names a version. A version of
 * the same document is ignored, because the dates already show what replaces it.
 */
function otherKey(key: string, named: string | undefined): string | null {
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
 * Returns the caller's trust in a document, lowered by what its own file says. The author of a text also writes its
 * front matter or its line of a data set, so a file never raises its own trust. Undefined: neither says anything.
 */
export function lowestTrust(given: Trust | undefined, ownWord: Trust | undefined): Trust | undefined {
  if (ownWord === 'UNTRUSTED') return ownWord;
  return ownWord === 'NORMAL' && given === 'TRUSTED' ? ownWord : given;
}

const instant = z.union([z.date(), z.string()]).transform((value, context) => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) context.addIssue({ code: 'custom', message: 'is not a date' });
  return date;
});
const oneOrMore = z.union([z.string().transform((label) => [label]), z.array(z.string())]);

/**
 * Keys that control identity, validity and access. A wrong type is rejected, because ignoring it would change who can
 * read what, and when.
 */
const strictKeys = z.looseObject({
  id: z.string().min(1).optional(),
  title: z.string().min(1).optional(),
  url: z.string().optional(),
  tags: oneOrMore.optional(),
  effective: instant.optional(),
  expires: instant.optional(),
  updated: instant.optional(),
  access: oneOrMore.optional(),
  superseded_by: z.string().min(1).optional(),
});

/** Descriptive keys. Other tools' front matter uses them with other types; those values stay in the metadata. */
const looseKeys = z.object({
  type: z.string().min(1).max(100).optional().catch(undefined),
  author: z.string().min(1).max(200).optional().catch(undefined),
  language: z
    .string()
    .regex(/^[a-z]{2}(?:-|$)/i)
    .transform((tag) => tag.slice(0, 2).toLowerCase())
    .optional()
    .catch(undefined),
  draft: z.boolean().optional().catch(undefined),
  supersedes: z.string().min(1).optional().catch(undefined),
  /** A file can only declare that it is not to be relied on. */
  trust: z
    .string()
    .regex(/^untrusted$/i)
    .transform(() => 'UNTRUSTED' as const)
    .optional()
    .catch(undefined),
});

/** What YAML front matter says about a document. All other keys stay in `metadata`. */
interface FrontMatter {
  readonly id?: string | undefined;
  readonly facts: DocumentFacts;
}

interface SplitText {
  readonly frontMatter: FrontMatter;
  readonly body: string;
  /** The line of the source on which the body begins, from 1. */
  readonly firstLine: number;
}

/**
 * Splits YAML front matter from a Markdown text with `\n` line ends. Front matter in TOML, which Hugo also uses, yields
 * title and draft; like YAML, it is not part of the text.
 * @throws DOCUMENT_INVALID for YAML that does not parse, for a known key with a wrong type, and for TOML that controls
 * who can read what, and when
 */
export function splitFrontMatter(text: string): SplitText {
  const toml = /^\+\+\+[ \t]*\n([\s\S]*?)\n?\+\+\+[ \t]*(?:\n|$)/.exec(text);
  if (toml)
    return {
      frontMatter: { facts: tomlFacts(toml[1] ?? '') },
      body: text.slice(toml[0].length),
      firstLine: toml[0].split('\n').length,
    };
  const match = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { frontMatter: { facts: { metadata: {} } }, body: text, firstLine: 1 };
  const yaml = parseYaml(match[1] ?? '');
  const parsed = strictKeys.safeParse(yaml);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'front matter'} ${issue.message}`);
    throw new CandorError('DOCUMENT_INVALID', `The front matter is not usable: ${problems.join('; ')}`);
  }
  const {
    id,
    title,
    url,
    tags,
    effective,
    expires,
    updated,
    access,
    superseded_by: supersededBy,
    ...rest
  } = parsed.data;
  const { facts, metadata } = describe(rest);
  return {
    frontMatter: {
      id,
      facts: {
        ...facts,
        title,
        url,
        tags,
        effectiveFrom: effective,
        effectiveUntil: expires,
        updatedAt: updated,
        accessGroups: access,
        supersededBy,
        metadata,
      },
    },
    body: text.slice(match[0].length),
    firstLine: match[0].split('\n').length,
  };
}

/** Splits keys into facts and metadata. A key that was understood leaves the metadata; any other stays there. */
function describe(rest: Readonly<Record<string, unknown>>): {
  readonly facts: DocumentFacts;
  readonly metadata: Readonly<Record<string, unknown>>;
} {
  const understood = looseKeys.parse(rest);
  const { type, author, language, draft, supersedes, trust } = understood;
  const metadata = Object.fromEntries(
    Object.entries(rest).filter(([key]) => understood[key as keyof typeof understood] === undefined),
  );
  return {
    facts: {
      semanticType: type,
      author,
      language,
      supersedes,
      trust,
      state: draft === undefined ? undefined : draft ? 'DRAFT' : 'PUBLISHED',
    },
    metadata,
  };
}

/**
 * Reads one `key = value` per line, at the top level only. Lists, tables and dates are ignored. Keys that control
 * identity, validity or access are never ignored.
 */
function tomlFacts(toml: string): DocumentFacts {
  const top = toml.split(/^\[/m, 1)[0] ?? '';
  const steers = /^(id|effective|expires|access|superseded_by)[ \t]*=/m.exec(top)?.[1];
  if (steers)
    throw new CandorError(
      'DOCUMENT_INVALID',
      `The front matter names ${steers} in TOML, which is read for title and draft alone.`,
      { remedy: 'Write the front matter in YAML, between lines of ---.' },
    );
  const metadata = Object.fromEntries(
    [...top.matchAll(/^([\w-]+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|(true|false|-?\d+))[ \t]*$/gm)].map(
      ([, key = '', double, single, plain]) => [key, double ?? single ?? plain ?? ''],
    ),
  );
  const { title, draft, ...rest } = metadata;
  return { ...(title && { title }), ...(draft === 'true' && { state: 'DRAFT' as const }), metadata: rest };
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml) ?? {};
  } catch (error) {
    throw new CandorError('DOCUMENT_INVALID', `The front matter is not YAML: ${messageOf(error)}`, { cause: error });
  }
}
