import { CandorError, isCandorError } from '../../errors.ts';
import { parseCsv } from './csv.ts';
import { decodeText } from './decodeText.ts';
import { checkFormat, detectFormat } from './detectFormat.ts';
import { parseDocx } from './docx.ts';
import { parseHtml } from './html.ts';
import { parseJson, parseJsonLines } from './json.ts';
import { checkFileBytes, checkTextLength } from './limits.ts';
import { parseMarkdown } from './markdown.ts';
import type { ParsedDocument, SourceType } from './parsed.ts';
import { parsePdf } from './pdf.ts';
import { parsePlainText } from './plainText.ts';

export interface ParseSource {
  /** A path or file name: its end tells the format, unless `format` does. */
  readonly name: string;
  readonly format?: SourceType | undefined;
  /** Markdown comes without its front matter. */
  readonly content: string | Uint8Array;
}

export interface ParseOptions {
  readonly signal?: AbortSignal | undefined;
  /** The line of the file that Markdown `content` begins on; 1 by default. */
  readonly firstLine?: number | undefined;
}

export type ParsedSource = ParsedDocument & { readonly sourceType: SourceType };

/** @throws DOCUMENT_UNSUPPORTED, as `detectFormat` */
export function sourceTypeOf({ name, format, content }: ParseSource): SourceType {
  const bytes = typeof content === 'string' ? undefined : content;
  return format ? checkFormat(name, format, bytes) : detectFormat(name, bytes);
}

/**
 * Reads a source of any known format into canonical text with blocks and a map back.
 * @throws DOCUMENT_UNSUPPORTED, DOCUMENT_CORRUPT, DOCUMENT_TOO_LARGE (50 MB, 5,000,000 characters of text), DOCUMENT_INVALID when
 * there is no text, CANCELLED
 */
export async function parse(source: ParseSource, options: ParseOptions = {}): Promise<ParsedSource> {
  checkFileBytes(source.content.length);
  const sourceType = sourceTypeOf(source);
  if (options.signal?.aborted) throw new CandorError('CANCELLED', 'Reading was stopped.');
  if (source.content.length === 0) throw noText();
  const parsed = await dispatch(source, sourceType, options);
  checkTextLength(parsed.text.length);
  if (!parsed.text.trim()) throw noText();
  return { ...parsed, sourceType };
}

function noText(): CandorError {
  return new CandorError('DOCUMENT_INVALID', 'The document has no text.');
}

async function dispatch(source: ParseSource, type: SourceType, options: ParseOptions): Promise<ParsedDocument> {
  try {
    if (type === 'PDF') return await parsePdf(bytesOf(source), { signal: options.signal });
    if (type === 'DOCX') return await parseDocx(bytesOf(source));
    const { text, converted } = textOf(source);
    const parsed = parseText(text, type, source.name, options);
    return converted ? { ...parsed, flags: [...parsed.flags, 'ENCODING_CONVERTED'] } : parsed;
  } catch (error) {
    throw isCandorError(error) ? error : faultOf(error);
  }
}

function parseText(text: string, type: Exclude<SourceType, 'PDF' | 'DOCX'>, name: string, { firstLine }: ParseOptions): ParsedDocument {
  switch (type) {
    case 'MARKDOWN': return parseMarkdown(text, firstLine === undefined ? {} : { firstLine });
    case 'HTML': return parseHtml(text);
    case 'CSV': return parseCsv(text, /\.tsv$/i.test(name) ? { delimiter: '\t' } : {});
    case 'JSON': return parseJson(text);
    case 'JSON_LINES': return parseJsonLines(text);
    case 'PLAIN_TEXT': return parsePlainText(text);
  }
}

function textOf({ content }: ParseSource): { text: string; converted: boolean } {
  return typeof content === 'string' ? { text: content.replace(/^\uFEFF/, ''), converted: false } : decodeText(content);
}

function bytesOf({ content }: ParseSource): Uint8Array {
  if (typeof content !== 'string') return content;
  throw new CandorError('DOCUMENT_INVALID', 'A PDF or DOCX is not text.', { remedy: 'Give the file as it is, in bytes.' });
}

/** What a parser throws of itself is a fault of the document: all of them are fed with whatever arrives. */
function faultOf(error: unknown): CandorError {
  if (error instanceof RangeError) {
    return new CandorError('DOCUMENT_INVALID', 'The document is nested too deeply to be read.', { cause: error, remedy: 'Flatten its lists, quotes or elements and ingest it again.' });
  }
  return new CandorError('DOCUMENT_CORRUPT', 'The document cannot be read.', { cause: error });
}
