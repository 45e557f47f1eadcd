import { parse } from 'yaml';
import { z } from 'zod';
import { CandorError, messageOf } from '../errors.ts';

const instant = z.union([z.date(), z.string()]).transform((value, context) => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) context.addIssue({ code: 'custom', message: 'is not a date' });
  return date;
});

const knownKeys = z.looseObject({
  id: z.string().min(1).optional(),
  title: z.string().min(1).optional(),
  url: z.string().optional(),
  tags: z.union([z.string().transform((tag) => [tag]), z.array(z.string())]).optional(),
  effective: instant.optional(),
  updated: instant.optional(),
});

/** What YAML front matter tells about a document; everything else of it stays in `metadata`. */
export interface FrontMatter {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly effective?: Date | undefined;
  readonly updated?: Date | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Splits YAML front matter from a Markdown text.
 * @throws DOCUMENT_INVALID for YAML that does not parse or a known key of a wrong type
 */
export function splitFrontMatter(text: string): { readonly frontMatter: FrontMatter; readonly body: string } {
  const match = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { frontMatter: { metadata: {} }, body: text };
  const parsed = knownKeys.safeParse(parseYaml(match[1] ?? ''));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'front matter'} ${issue.message}`);
    throw new CandorError('DOCUMENT_INVALID', `The front matter is not usable: ${problems.join('; ')}`);
  }
  const { id, title, url, tags, effective, updated, ...metadata } = parsed.data;
  return { frontMatter: { id, title, url, tags, effective, updated, metadata }, body: text.slice(match[0].length) };
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml) ?? {};
  } catch (error) {
    throw new CandorError('DOCUMENT_INVALID', `The front matter is not YAML: ${messageOf(error)}`, { cause: error });
  }
}
