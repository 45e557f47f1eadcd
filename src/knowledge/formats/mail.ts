/** Mails (.eml, .msg) and mailboxes of them (.mbox) as documents. */
import { createRequire } from 'node:module';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import type library from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader';
import PostalMime, { type Address } from 'postal-mime';
import { CandorError, messageOf } from '../../errors.ts';
import { declaredEncoding, decode, withWesternMarks } from './detectFormat.ts';
import { createDocumentWriter, writeHeading, writeParsed } from './documentWriter.ts';
import { quotedMail } from './parsed.ts';
import { parseHtml } from './html/html.ts';
import type { ContentFlag, ParsedDocument } from './parsed.ts';
import { parsePlainText } from './plainText.ts';
import { splitHtml, splitText } from './mailQuotes.ts';
import { htmlInRtf } from './mailRtf.ts';
import { parseRtf } from './rtf.ts';

interface MailAttachment {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A mail, independent of its file format. */
interface Mail {
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Undefined if missing or not a valid date. */
  readonly date: Date | undefined;
  readonly messageId: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly attachments: readonly MailAttachment[];
}

/**
 * Reads an attachment as a document; returns undefined for a file type that is not read.
 * @throws what its parser throws
 */
export type ReadAttachment = (attachment: MailAttachment) => Promise<ParsedDocument | undefined>;

const maxAttachments = 50;

/**
 * Turns a mail into one document: its subject, sender, recipients and date, then its own text, then the earlier
 * messages that it quotes under a heading of their own, then each readable attachment as a section. `problems` names
 * the attachments that were not read.
 */
export async function mailDocument(mail: Mail, readAttachment: ReadAttachment): Promise<ParsedDocument> {
  const writer = createDocumentWriter('LINE');
  const flags = new Set<ContentFlag>();
  const write = (parsed: ParsedDocument, deeper: number) => {
    for (const flag of parsed.flags) flags.add(flag);
    writeParsed(writer, parsed, 1, deeper);
  };
  writeHeading(writer, mail.subject || 'Mail without a subject', 1, 1);
  writer.write('PARAGRAPH', [{ text: headLine(mail), position: 1 }]);
  const [own, quoted] = bodyOf(mail);
  write(own, 1);
  if (quoted?.text) {
    writeHeading(writer, quotedMail, 1, 2);
    write(quoted, 2);
  }
  const problems: string[] = [];
  for (const [index, attachment] of mail.attachments.entries()) {
    const parsed =
      index < maxAttachments ? await readAttachment(attachment).catch((error: unknown) => error) : undefined;
    if (!isDocument(parsed)) {
      problems.push(`Attachment "${attachment.name}" was not read${reasonOf(parsed)}.`);
      continue;
    }
    writeHeading(writer, `Attachment: ${attachment.name}`, 1, 2);
    write(parsed, 2);
    problems.push(...(parsed.problems ?? []).map((problem) => `Attachment "${attachment.name}": ${problem}`));
  }
  const parsed = writer.finish({
    title: mail.subject || undefined,
    author: authorOf(mail.from),
    metadata: factsOf(mail),
    flags,
  });
  return { ...parsed, sourceMap: null, problems, updatedAt: mail.date };
}

const isDocument = (value: unknown): value is ParsedDocument =>
  typeof value === 'object' && value !== null && 'blocks' in value;

function reasonOf(fault: unknown): string {
  return fault instanceof Error && fault.message ? `: ${fault.message.replace(/\.$/, '')}` : '';
}

function headLine({ from, to, cc, date }: Mail): string {
  const shown: readonly (readonly [string, string])[] = [
    ['From', from],
    ['To', to.join(', ')],
    ['Cc', cc.join(', ')],
    ['Date', date ? date.toISOString().slice(0, 16).replace('T', ' ') + ' UTC' : ''],
  ];
  return shown.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('; ');
}

function factsOf({ from, to, cc, date, subject, messageId }: Mail): Record<string, unknown> {
  const facts = { from, to, cc, date: date?.toISOString(), subject, messageId };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value.length > 0));
}

/**
 * Returns what the sender wrote, and the earlier messages quoted with it. HTML is preferred to plain text because it
 * has the tables.
 */
function bodyOf({ html, text }: Mail): [ParsedDocument, ParsedDocument | undefined] {
  if (html?.trim()) {
    const [own, quoted] = splitHtml(html);
    const parsed = parseHtml(own);
    if (parsed.text || quoted !== undefined) return [parsed, quoted === undefined ? undefined : parseHtml(quoted)];
  }
  const [own, quoted] = splitText(text ?? '');
  return [ofMail(own), quoted === undefined ? undefined : ofMail(quoted)];
}

const ofMail = (text: string): ParsedDocument => parsePlainText(text, { isPart: true });

/** Returns the name in `Ann Lee <ann@example.com>`, or the address if there is none. */
function authorOf(from: string): string | undefined {
  return /^"?([^"<]*?)"?\s*</.exec(from)?.[1]?.trim() || from || undefined;
}

const maxHeadersSize = 1024 * 1024;
const maxNestingDepth = 50;
const header = /^[\x21-\x39\x3B-\x7E]{1,76}:/m;

/**
 * Reads a mail in the format of mail servers (RFC 5322).
 * @throws DOCUMENT_CORRUPT
 */
export async function readEml(bytes: Uint8Array): Promise<Mail> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4_096)).toString('latin1');
  if (!header.test(head))
    throw new CandorError('DOCUMENT_CORRUPT', 'The file has no header lines, which each mail has.');
  const mail = await new PostalMime({ maxHeadersSize, maxNestingDepth, rfc822Attachments: true })
    .parse(bytes)
    .catch((error: unknown) => {
      throw new CandorError('DOCUMENT_CORRUPT', `The mail cannot be read: ${messageOf(error)}.`, { cause: error });
    });
  const date = mail.date === undefined ? undefined : new Date(mail.date);
  return {
    subject: withWesternMarks(mail.subject ?? ''),
    from: mail.from ? shown(mail.from) : '',
    to: (mail.to ?? []).map(shown),
    cc: (mail.cc ?? []).map(shown),
    date: date && !Number.isNaN(date.getTime()) ? date : undefined,
    messageId: mail.messageId,
    html: mail.html === undefined ? undefined : withWesternMarks(mail.html),
    text: mail.text === undefined ? undefined : withWesternMarks(mail.text),
    // A picture that the text embeds is not an attachment.
    attachments: mail.attachments
      .filter(({ related, mimeType }) => !(related && mimeType.startsWith('image/')))
      .map(({ filename, mimeType, content }, index) => ({
        name:
          (filename && withWesternMarks(filename)) ?? `part ${index + 1}${mimeType === 'message/rfc822' ? '.eml' : ''}`,
        content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
      })),
  };
}

function shown(address: Address): string {
  if (address.group) return address.group.map(shown).join(', ');
  return address.name ? `${withWesternMarks(address.name)} <${address.address}>` : address.address;
}

/** CommonJS with a default export: depending on the loader, an import gives either the class or its module object. */
const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as typeof library;

/**
 * Reads a mail as Outlook saves it.
 * @throws DOCUMENT_CORRUPT, also for another kind of Outlook or Office file
 */
export function readMsg(bytes: Uint8Array): Mail {
  const { reader, fields } = open(bytes);
  const rtf = rtfOf(fields);
  const date = new Date(fields.messageDeliveryTime ?? fields.clientSubmitTime ?? fields.creationTime ?? NaN);
  return {
    subject: fields.subject ?? '',
    from: named(fields.senderName, fields.senderSmtpAddress ?? fields.creatorSMTPAddress ?? fields.senderEmail),
    to: recipients(fields, 'to'),
    cc: recipients(fields, 'cc'),
    date: Number.isNaN(date.getTime()) ? undefined : date,
    messageId: fields.messageId,
    html: htmlOf(fields) ?? (rtf && htmlInRtf(rtf)),
    text: fields.body ?? (rtf && parseRtf(rtf).text),
    attachments: (fields.attachments ?? [])
      .filter(({ attachmentHidden }) => !attachmentHidden)
      .map((attachment) => {
        const { fileName, content } = reader.getAttachment(attachment);
        const name = attachment.innerMsgContent && !/\.msg$/i.test(fileName) ? `${fileName}.msg` : fileName;
        return { name, content: Uint8Array.from(content) };
      }),
  };
}

function open(bytes: Uint8Array) {
  try {
    const copy = bytes.slice();
    const reader = new MsgReader(new DataView(copy.buffer, copy.byteOffset, copy.byteLength));
    const fields = reader.getFileData();
    if (fields.dataType === 'msg' && !fields.error) return { reader, fields };
    throw new Error(fields.error ?? 'it holds no message');
  } catch (error) {
    throw new CandorError('DOCUMENT_CORRUPT', `The mail cannot be read: ${messageOf(error).replace(/\.$/, '')}.`, {
      cause: error,
      remedy: 'Save it from Outlook again, as .msg or .eml.',
    });
  }
}

function named(name: string | undefined, address: string | undefined): string {
  const shown = address !== undefined && address.includes('@') ? address : '';
  if (name && shown && name !== shown) return `${name} <${shown}>`;
  return name ?? shown;
}

function recipients({ recipients: all = [] }: FieldsData, type: 'to' | 'cc'): string[] {
  return all
    .filter(({ recipType }) => (recipType ?? 'to') === type)
    .map(({ name, smtpAddress, email }) => named(name, smtpAddress ?? email))
    .filter(Boolean);
}

/** Outlook stores an HTML page as it was sent, in the encoding that the page or the mail declares. */
function htmlOf({ bodyHtml, html, internetCodepage = 0 }: FieldsData): string | undefined {
  if (bodyHtml) return bodyHtml;
  if (!html) return undefined;
  const bytes = Uint8Array.from(html);
  const western = `windows-${internetCodepage >= 1250 && internetCodepage <= 1258 ? internetCodepage : 1252}`;
  return ['utf-8', declaredEncoding(bytes) ?? western, 'windows-1252']
    .map((encoding) => decode(bytes, encoding))
    .find((text) => text !== undefined);
}

const rtfOf = ({ compressedRtf }: FieldsData): Uint8Array | undefined =>
  compressedRtf && Uint8Array.from(decompressRTF(Array.from(compressedRtf)));

/** Each mail is parsed like a separate file; a person has to split a larger mailbox. */
const maxMails = 2_000;
/**
 * The line that begins a mail, with its sender and date. A line of text that begins with `From ` is stored with `>`
 * before it.
 */
const mailBegins = /(?:^|\r?\n\r?\n|^\r?\n)(?=From \S[^\r\n]{0,300}\d{4}[ \t]*\r?\n)/;

/**
 * Splits a mailbox (mboxo or mboxrd: mailing lists, Thunderbird, Google Takeout) into the bytes of its mails.
 * @throws DOCUMENT_CORRUPT, DOCUMENT_TOO_LARGE beyond 2,000 mails
 */
function splitMbox(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const mails = text.split(mailBegins).filter((mail) => mail.startsWith('From '));
  if (mails.length === 0)
    throw new CandorError('DOCUMENT_CORRUPT', 'The mailbox has no line that begins a mail ("From ann@example.com …").');
  if (mails.length > maxMails)
    throw new CandorError(
      'DOCUMENT_TOO_LARGE',
      `The mailbox has ${mails.length.toLocaleString('en')} mails; at most ${maxMails.toLocaleString('en')} are taken.`,
      { details: { mails: mails.length, limit: maxMails } },
    );
  return mails.map((mail) =>
    Buffer.from(mail.replace(/^From [^\n]*\n/, '').replaceAll(/^>(>*From )/gm, '$1'), 'latin1'),
  );
}

/**
 * Turns a mailbox into one document, each mail under its subject.
 * @param read parses one mail; throws what `readEml` throws
 */
export async function mboxDocument(
  bytes: Uint8Array,
  read: (mail: Uint8Array) => Promise<ParsedDocument>,
): Promise<ParsedDocument> {
  const writer = createDocumentWriter('LINE');
  const flags = new Set<ContentFlag>();
  const problems: string[] = [];
  for (const [index, bytesOfMail] of splitMbox(bytes).entries()) {
    const mail = await read(bytesOfMail);
    for (const flag of mail.flags) flags.add(flag);
    writeParsed(writer, mail, 1, 1);
    problems.push(...(mail.problems ?? []).map((problem) => `Mail ${index + 1}: ${problem}`));
  }
  return { ...writer.finish({ flags }), sourceMap: null, problems };
}
