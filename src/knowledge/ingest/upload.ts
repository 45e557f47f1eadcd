import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import type { Caller } from '../../workspaces/caller.ts';
import type { DocumentFacts } from '../document.ts';
import { wrongFields } from './wrongFields.ts';

/** One file of an upload, read as it arrives. */
export interface UploadedFile {
  /** Its base name, NFC: the key of the document. Unique within its upload. */
  readonly name: string;
  /**
   * Can be read once only, and before the next file. Unread bytes are skipped. @throws DOCUMENT_TOO_LARGE, BAD_INPUT
   * for a malformed request, CANCELLED when the client has disconnected.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

/** What the sender says about all files of an upload. */
export type UploadOptions = Pick<
  DocumentFacts,
  | 'tags'
  | 'state'
  | 'trust'
  | 'semanticType'
  | 'author'
  | 'language'
  | 'accessGroups'
  | 'effectiveFrom'
  | 'effectiveUntil'
  | 'supersedes'
  | 'metadata'
>;

/** The entry point for uploaded files. */
export interface UploadDoor {
  /**
   * Accepts files and returns the id of the job that ingests them. Requires EDITOR, checked before the first file is
   * read. An upload is complete when `files` ends: if `files` or a content throws, nothing is kept and the same error
   * is thrown.
   */
  upload(
    caller: Caller,
    files: AsyncIterable<UploadedFile>,
    options: UploadOptions,
    call: { readonly signal: AbortSignal },
  ): Promise<{ readonly id: string }>;
}

const maxNameLength = 255;

/** Invisible characters: control, bidirectional, zero width, lone surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u;

/**
 * Returns the key of an uploaded file. Browsers send `folder/name` for a chosen folder; only the last part is used. A
 * name that leaves its folder is rejected and not repaired, because nobody sends one by mistake. Hidden files are
 * rejected because folders that are read from disk leave them out too.
 */
export function uploadName(given: string | undefined): string {
  const name = (given ?? '').normalize('NFC');
  const parts = name.split('/');
  const last = (parts.at(-1) ?? '').trim();
  const problem = !last
    ? 'has no name'
    : invisible.test(name)
      ? 'has control characters or invisible characters in its name'
      : name.includes('\\') || parts[0] === '' || parts.includes('..') || /^[a-z]:/i.test(name)
        ? 'has a path for a name that leaves its folder'
        : last.startsWith('.')
          ? 'is a hidden file'
          : last.length > maxNameLength
            ? `has a name of more than ${maxNameLength} characters`
            : undefined;
  if (!problem) return last;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new CandorError('BAD_INPUT', `The file ${shown} ${problem}.`, {
    details: { file: shown },
    remedy: 'Rename the file and send the request again.',
  });
}

const label = z.string().min(1).max(200);
const labels = z
  .array(z.string().max(4_000))
  .transform((texts) => [
    ...new Set(
      texts
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter(Boolean),
    ),
  ])
  .pipe(z.array(label).max(50));
const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'must be a date such as 2026-01-31 or 2026-01-31T09:00:00Z')
  .transform((text) => new Date(text));

const notJson = 'must be an object in JSON, such as {"product":"River"}';

/** Every field arrives as a list, because a form may repeat it. */
const one = z
  .array(z.string())
  .max(1, 'was sent more than once')
  .transform(([text]) => text ?? '');

const jsonObject = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: notJson });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.unknown(), notJson));

const form = z.strictObject({
  tags: labels.optional(),
  accessGroups: labels.optional(),
  state: one.pipe(z.enum(['PUBLISHED', 'DRAFT'])).optional(),
  trust: one.pipe(z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED'])).optional(),
  semanticType: one.pipe(label).optional(),
  author: one.pipe(label).optional(),
  language: one.pipe(z.string().regex(/^[a-z]{2}$/, 'must be two letters (ISO 639-1)')).optional(),
  effectiveFrom: one.pipe(instant).optional(),
  effectiveUntil: one.pipe(instant).optional(),
  supersedes: one.pipe(z.string().max(500)).optional(),
  metadata: one.pipe(jsonObject).optional(),
});
const Fields = form.refine(
  ({ effectiveFrom, effectiveUntil }) => !effectiveFrom || !effectiveUntil || effectiveFrom < effectiveUntil,
  {
    path: ['effectiveUntil'],
    message: 'must be after effectiveFrom',
  },
);

/**
 * Reads the form fields of an upload. `tags` and `accessGroups` are lists, separated by commas or sent as several
 * fields. Empty fields are ignored. @throws BAD_INPUT.
 */
export function uploadOptions(fields: readonly (readonly [name: string, value: string])[]): UploadOptions {
  const given = new Map<string, string[]>();
  for (const [name, value] of fields) if (value.trim()) given.set(name, [...(given.get(name) ?? []), value.trim()]);
  const parsed = Fields.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const problems = wrongFields(parsed.error, Object.fromEntries(given), Object.keys(form.shape));
  throw new CandorError('BAD_INPUT', `The form fields are not usable: ${problems.join('; ')}`, {
    details: { problems },
  });
}
