import { extname } from 'node:path';
import { CandorError } from '../../errors.ts';

/** Content types that name a format, with the extensions that agree with them; the first is given to a path without one. */
const extensionsOf: Readonly<Record<string, readonly string[]>> = {
  'text/html': ['.html', '.htm', '.xhtml'],
  'application/xhtml+xml': ['.html', '.htm', '.xhtml'],
  'text/markdown': ['.md', '.mdx', '.markdown'],
  'text/x-markdown': ['.md', '.mdx', '.markdown'],
  'text/csv': ['.csv'],
  'application/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'application/json': ['.json', '.jsonl', '.ndjson'],
  'application/jsonl': ['.jsonl', '.ndjson'],
  'application/x-ndjson': ['.jsonl', '.ndjson'],
  'application/ndjson': ['.jsonl', '.ndjson'],
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx', '.xlsm'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx', '.pptm', '.ppsx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
  'application/vnd.oasis.opendocument.presentation': ['.odp'],
  'application/rtf': ['.rtf'],
  'text/rtf': ['.rtf'],
  'application/epub+zip': ['.epub'],
  'message/rfc822': ['.eml'],
  'application/vnd.ms-outlook': ['.msg'],
};

const known: ReadonlySet<string> = new Set([...Object.values(extensionsOf).flat(), '.txt', '.text']);
/** What servers send when they do not know: the path decides. */
const vague: ReadonlySet<string> = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
]);

/**
 * A file name by which the format can be told: the path's last part, with an extension that agrees with the content type.
 * A specific content type goes before the path (a login page at /report.pdf is HTML), a vague one behind it.
 * @throws DOCUMENT_UNSUPPORTED for pictures, sound, archives and what neither type nor path explains.
 */
export function fetchedName(url: URL, contentType: string | null): string {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const name = nameOf(url);
  const extension = extname(name).toLowerCase();
  const agreeing = extensionsOf[mediaType] ?? (mediaType.endsWith('+json') ? ['.json'] : undefined);
  if (agreeing) return agreeing.includes(extension) ? name : `${name}${agreeing[0] ?? ''}`;
  if (vague.has(mediaType) && known.has(extension)) return name;
  if (mediaType.startsWith('text/') && mediaType !== 'text/xml') return `${name}.txt`;
  throw new CandorError(
    'DOCUMENT_UNSUPPORTED',
    `The address gives "${mediaType || 'no content type'}", which is no document that Candor reads.`,
    { details: { contentType: mediaType } },
  );
}

/** At most 200 characters, without a way into another folder. */
function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  const clean = decoded(last)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{C}/\\]/gu, '_')
    .replace(/^[.\s]+/, '')
    .trim();
  return clean.slice(-200).toWellFormed() || 'index';
}

/** A stray % is no encoding; then the text is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
