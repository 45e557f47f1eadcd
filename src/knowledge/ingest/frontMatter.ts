import { parse } from 'yaml';
import { z } from 'zod';
import { CandorError, messageOf } from '../../errors.ts';
import type { DocumentFacts } from '../document.ts';

const instant = z.union([z.date(), z.string()]).transform((value, context) => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) context.addIssue({ code: 'custom', message: 'is not a date' });
  return date;
});
const labels = z.union([z.string().transform((label) => [label]), z.array(z.string())]);

/**
 * What steers identity, validity and access: a wrong type here is refused, because passing over it would change who
 * reads what, when.
 */
const strictKeys = z.looseObject({
  id: z.string().min(1).optional(),
  title: z.string().min(1).optional(),
  url: z.string().optional(),
  tags: labels.optional(),
  effective: instant.optional(),
  expires: instant.optional(),
  updated: instant.optional(),
  access: labels.optional(),
  superseded_by: z.string().min(1).optional(),
});

/** What describes: other tools' front matter uses these keys in shapes of their own, which stay metadata. */
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
  /** A file says no more of itself than that it is not to be relied on. */
  trust: z
    .string()
    .regex(/^untrusted$/i)
    .transform(() => 'UNTRUSTED' as const)
    .optional()
    .catch(undefined),
});

/** What YAML front matter tells about a document; everything else of it stays in `metadata`. */
export interface FrontMatter {
  readonly id?: string | undefined;
  readonly facts: DocumentFacts;
}

interface SplitText {
  readonly frontMatter: FrontMatter;
  readonly body: string;
  /** The line of the source that the body begins on, from 1. */
  readonly firstLine: number;
}

/**
 * Splits YAML front matter from a Markdown text with `\n` line ends. TOML, Hugo's other kind, gives title and draft and
 * is no text to quote either.
 * @throws DOCUMENT_INVALID for YAML that does not parse or a known key of a wrong type, and for TOML that steers who
 * reads what, when
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

/** A key that was understood leaves the metadata, one that was not stays there. */
function describe(rest: Readonly<Record<string, unknown>>): {
  readonly facts: DocumentFacts;
  readonly metadata: Readonly<Record<string, unknown>>;
} {
  const { type, author, language, draft, trust } = looseKeys.parse(rest);
  const understood = { type, author, language, draft, trust };
  const metadata = Object.fromEntries(
    Object.entries(rest).filter(([key]) => understood[key as keyof typeof understood] === undefined),
  );
  return {
    facts: {
      semanticType: type,
      author,
      language,
      trust,
      state: draft === undefined ? undefined : draft ? 'DRAFT' : 'PUBLISHED',
    },
    metadata,
  };
}

/**
 * One `key = value` a line, of the top level only; lists, tables and dates stay unread. What steers identity, validity
 * and access is never passed over.
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
