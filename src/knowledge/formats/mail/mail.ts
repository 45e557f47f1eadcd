import { createDocumentWriter } from '../documentWriter.ts';
import { parseHtml } from '../html/html.ts';
import type { ContentFlag, ParsedDocument } from '../parsed.ts';
import { parsePlainText } from '../plainText.ts';
import { writeHeading, writeParsed } from '../writeParsed.ts';

export interface MailAttachment {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A mail, whatever it was stored in. */
export interface Mail {
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Undefined: not told, or no date. */
  readonly date: Date | undefined;
  readonly messageId: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly attachments: readonly MailAttachment[];
}

/** Reads an attachment as a document; undefined for a kind of file that is not read. @throws what its parser throws */
export type ReadAttachment = (attachment: MailAttachment) => Promise<ParsedDocument | undefined>;

const maxAttachments = 50;

/**
 * A mail as one document: its subject, who sent it to whom and when, what it says, then earlier messages that it quotes
 * below a heading of their own, then each attachment that can be read as a section; the others are named in `problems`.
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
    writeHeading(writer, 'Quoted earlier messages', 1, 2);
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

/** What the sender wrote, and what of earlier messages stands below. HTML goes before text: it has the tables. */
function bodyOf({ html, text }: Mail): [ParsedDocument, ParsedDocument | undefined] {
  if (html?.trim()) {
    const [own, quoted] = splitHtml(html);
    const parsed = parseHtml(own);
    if (parsed.text || quoted !== undefined) return [parsed, quoted === undefined ? undefined : parseHtml(quoted)];
  }
  const [own, quoted] = splitText(text ?? '');
  return [parsePlainText(own), quoted === undefined ? undefined : parsePlainText(quoted)];
}

/** Where mail programs begin what an earlier message said. */
const htmlMarks: readonly RegExp[] = [
  /<blockquote[^<>]*\btype\s*=\s*["']?cite/i,
  /<(?:div|blockquote)[^<>]*\bclass\s*=\s*["'][^"']*\b(?:gmail_quote|gmail_quote_container|moz-cite-prefix|yahoo_quoted|protonmail_quote)\b/i,
  /<div[^<>]*\bid\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|x_divRplyFwdMsg|mail-editor-reference-message-container)\b/i,
  /<div[^<>]*border-top\s*:\s*solid\s+#?(?:E1E1E1|B5C4DF)[^<>]*>/i,
];
const textMarks: readonly RegExp[] = [
  /^-{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale)\s*-{2,}/im,
  /^(?:On .{6,200} wrote|Am .{6,200} schrieb .{1,100}|Le .{6,200} a écrit|El .{6,200} escribió|Il .{6,200} ha scritto)\s*:\s*$/im,
  /^From: .+\n(?:Sent|Date): .+\n(?:To|Subject): /im,
  /^>/m,
];

/**
 * A page cut where earlier messages begin; undefined: it quotes none. A page that begins with them, as a forwarded one,
 * is all its sender's.
 */
function splitHtml(html: string): [own: string, quoted: string | undefined] {
  return splitAt(html, firstOf(html, htmlMarks), (part) =>
    part.replaceAll(/<(style|title)[\s\S]*?<\/\1>|<[^>]*>/gi, ''),
  );
}

/** Text likewise: lines of `>`, or below the line that names the one who wrote. */
function splitText(text: string): [own: string, quoted: string | undefined] {
  const source = text.replaceAll(/\r\n?/g, '\n');
  const [own, quoted] = splitAt(source, firstOf(source, textMarks), (part) => part);
  return [own, quoted?.replaceAll(/^(?:> ?)+/gm, '')];
}

function firstOf(text: string, marks: readonly RegExp[]): number {
  const found = marks.map((mark) => mark.exec(text)?.index ?? Infinity);
  return Math.min(...found);
}

function splitAt(text: string, at: number, words: (part: string) => string): [string, string | undefined] {
  if (at === Infinity || !words(text.slice(0, at)).trim()) return [text, undefined];
  return [text.slice(0, at), text.slice(at)];
}

/** The name of `Ann Lee <ann@example.com>`, else the address. */
function authorOf(from: string): string | undefined {
  return /^"?([^"<]*?)"?\s*</.exec(from)?.[1]?.trim() || from || undefined;
}
