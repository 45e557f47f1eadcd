import { CandorError, isCandorError, readingStopped } from '../../errors.ts';
import { parseCsv } from './csv.ts';
import { checkFormat, decodeText, detectFormat } from './detectFormat.ts';
import { parseDocx } from './office/docx.ts';
import { mailDocument, type ReadAttachment, readEml, readMsg, mboxDocument } from './mail.ts';
import { parseEpub } from './office/epub.ts';
import { parseHtml } from './html/html.ts';
import { parseJson, parseJsonLines, readJson } from './json.ts';
import { checkFileBytes, checkTextLength } from './limits.ts';
import { parseMarkdown } from './markdown/markdown.ts';
import { parseOdf } from './office/odf.ts';
import type { OnPart, ParsedDocument, SourceType } from './parsed.ts';
import { parsePdf } from './pdf/pdf.ts';
import { parsePlainText } from './plainText.ts';
import { parsePptx } from './office/pptx.ts';
import { parseRtf } from './rtf.ts';
import { parseImage } from './scan/recognisePages.ts';
import type { Recogniser } from './scan/recogniser.ts';
import { parseSlackExport } from './slackExport.ts';
import { parseTranscript } from './transcript.ts';
import { parseXlsx } from './office/xlsx.ts';

export interface ParseSource {
  /** A path or file name. Its extension determines the format unless `format` is set. */
  readonly name: string;
  readonly format?: SourceType | undefined;
  /** For Markdown, the text without its front matter. */
  readonly content: string | Uint8Array;
}

export interface ParseOptions {
  readonly signal?: AbortSignal | undefined;
  /** The line of the file that Markdown `content` begins on; 1 by default. */
  readonly firstLine?: number | undefined;
  /** Reads pages and files that are pictures; if undefined, they are not read. */
  readonly recogniser?: Recogniser | undefined;
  /** Called before each page that is recognised. */
  readonly onPage?: (() => void) | undefined;
  /** Called after every 1,000 pages of a PDF with the number of pages read so far. */
  readonly onPages?: ((read: number) => void) | undefined;
  /** Called now and then with how much of the file is read, and of how much: characters of Markdown, pages of a PDF. */
  readonly onRead?: OnPart | undefined;
  /** Whether the tags of a PDF are read too; true by default. */
  readonly readsTags?: boolean | undefined;
  /** Called before and after the tags of each page of a PDF are read. */
  readonly onTags?: ((step: 'tags' | 'text') => void) | undefined;
}

export type ParsedSource = ParsedDocument & { readonly sourceType: SourceType };

/** @throws DOCUMENT_UNSUPPORTED, as `detectFormat` */
export function sourceTypeOf({ name, format, content }: ParseSource): SourceType {
  const bytes = typeof content === 'string' ? undefined : content;
  return format ? checkFormat(name, format, bytes) : detectFormat(name, bytes);
}

/**
 * Parses a source of any known format into canonical text, with blocks and a map back to the source.
 * @throws DOCUMENT_UNSUPPORTED, DOCUMENT_CORRUPT, DOCUMENT_TOO_LARGE (50 MB, 5,000,000 characters of text),
 * DOCUMENT_INVALID when there is no text, CANCELLED
 */
export async function parse(source: ParseSource, options: ParseOptions = {}): Promise<ParsedSource> {
  return parseWithin(source, options, 0);
}

/** @param depth the number of nested mails to which this source is attached */
async function parseWithin(source: ParseSource, options: ParseOptions, depth: number): Promise<ParsedSource> {
  checkFileBytes(source.content.length);
  const sourceType = sourceTypeOf(source);
  if (options.signal?.aborted) throw readingStopped();
  if (source.content.length === 0) throw noText();
  const parsed = await dispatch(source, sourceType, options, depth);
  checkTextLength(parsed.text.length);
  if (!parsed.text.trim()) throw noText();
  return { ...parsed, sourceType };
}

function noText(): CandorError {
  return new CandorError('DOCUMENT_INVALID', 'The document has no text.');
}

type TextType = 'MARKDOWN' | 'HTML' | 'CSV' | 'JSON' | 'JSON_LINES' | 'PLAIN_TEXT';

async function dispatch(
  source: ParseSource,
  type: SourceType,
  options: ParseOptions,
  depth: number,
): Promise<ParsedDocument> {
  try {
    if (!isText(type)) return await parseBytes(source, type, options, depth);
    const { text, converted } = sourceText(source);
    const parsed = parseText(text, type, source.name, options);
    return converted ? { ...parsed, flags: [...parsed.flags, 'ENCODING_CONVERTED'] } : parsed;
  } catch (error) {
    throw isCandorError(error) ? error : faultOf(error);
  }
}

const isText = (type: SourceType): type is TextType =>
  ['MARKDOWN', 'HTML', 'CSV', 'JSON', 'JSON_LINES', 'PLAIN_TEXT'].includes(type);

async function parseBytes(
  source: ParseSource,
  type: Exclude<SourceType, TextType>,
  options: ParseOptions,
  depth: number,
): Promise<ParsedDocument> {
  const bytes = bytesOf(source, type);
  switch (type) {
    case 'PDF':
      return parsePdf(bytes, options);
    case 'IMAGE':
      return parseImage(bytes, options.recogniser);
    case 'DOCX':
      return parseDocx(bytes);
    case 'XLSX':
      return parseXlsx(bytes);
    case 'PPTX':
      return parsePptx(bytes);
    case 'ODT':
    case 'ODS':
    case 'ODP':
      return parseOdf(bytes, type);
    case 'RTF':
      return parseRtf(bytes);
    case 'EPUB':
      return parseEpub(bytes);
    case 'EML':
      return /\.mbox$/i.test(source.name)
        ? mboxDocument(bytes, async (mail) => mailDocument(await readEml(mail), attachmentReader(options, depth)))
        : mailDocument(await readEml(bytes), attachmentReader(options, depth));
    case 'MSG':
      return mailDocument(readMsg(bytes), attachmentReader(options, depth));
  }
}

const maxAttachedMails = 3;

/** Parses attachments like any other file. A mail nested in three others is still read, but its attachments are not. */
function attachmentReader({ firstLine: _, onRead: _whole, ...options }: ParseOptions, depth: number): ReadAttachment {
  return async ({ name, content }) => {
    if (depth >= maxAttachedMails)
      throw new CandorError('DOCUMENT_TOO_LARGE', 'It stands too deep within other mails.');
    return parseWithin({ name, content }, options, depth + 1);
  };
}

function parseText(text: string, type: TextType, name: string, options: ParseOptions): ParsedDocument {
  switch (type) {
    case 'MARKDOWN':
      return parseMarkdown(text, options);
    case 'HTML':
      return parseHtml(text);
    case 'CSV':
      return parseCsv(text, /\.tsv$/i.test(name) ? { delimiter: '\t' } : {});
    case 'JSON': {
      const root = readJson(text);
      return parseSlackExport(text, root) ?? parseJson(text, root);
    }
    case 'JSON_LINES':
      return parseJsonLines(text);
    case 'PLAIN_TEXT':
      return /\.(?:vtt|srt)$/i.test(name) ? parseTranscript(text) : parsePlainText(text);
  }
}

function sourceText({ content }: ParseSource): { text: string; converted: boolean } {
  return typeof content === 'string' ? { text: content.replace(/^\uFEFF/, ''), converted: false } : decodeText(content);
}

function bytesOf({ content }: ParseSource, type: SourceType): Uint8Array {
  if (typeof content !== 'string') return content;
  if (type === 'EML' || type === 'RTF') return Buffer.from(content);
  throw new CandorError('DOCUMENT_INVALID', `${type} is not text.`, {
    remedy: 'Give the file as it is, in bytes.',
  });
}

/** An unexpected error in a parser counts as a fault of the document, because parsers get arbitrary input. */
function faultOf(error: unknown): CandorError {
  if (error instanceof RangeError) {
    return new CandorError('DOCUMENT_INVALID', 'The document is nested too deeply to be read.', {
      cause: error,
      remedy: 'Flatten its lists, quotes or elements and ingest it again.',
    });
  }
  return new CandorError('DOCUMENT_CORRUPT', 'The document cannot be read.', { cause: error });
}
