import { createRequire } from 'node:module';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import type library from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader';
import { CandorError, messageOf } from '../../../errors.ts';
import { declaredEncoding, decode } from '../decodeText.ts';
import type { Mail } from './mail.ts';
import { parseRtf } from '../rtf/rtf.ts';

/** CommonJS with a default export: an import gives the class or what holds it, by whoever loads the file. */
const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as typeof library;

/**
 * A mail as Outlook saves it. @throws DOCUMENT_CORRUPT, DOCUMENT_UNSUPPORTED for another kind of Outlook or Office file
 */
export function readMsg(bytes: Uint8Array): Mail {
  const { reader, fields } = open(bytes);
  const date = new Date(fields.messageDeliveryTime ?? fields.clientSubmitTime ?? fields.creationTime ?? NaN);
  return {
    subject: fields.subject ?? '',
    from: named(fields.senderName, fields.senderSmtpAddress ?? fields.creatorSMTPAddress ?? fields.senderEmail),
    to: recipients(fields, 'to'),
    cc: recipients(fields, 'cc'),
    date: Number.isNaN(date.getTime()) ? undefined : date,
    messageId: fields.messageId,
    html: htmlOf(fields),
    text: fields.body ?? rtfText(fields),
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

/** Outlook stores a page as it was sent, in the encoding that it or the mail names. */
function htmlOf({ bodyHtml, html, internetCodepage = 0 }: FieldsData): string | undefined {
  if (bodyHtml) return bodyHtml;
  if (!html) return undefined;
  const bytes = Uint8Array.from(html);
  const western = `windows-${internetCodepage >= 1250 && internetCodepage <= 1258 ? internetCodepage : 1252}`;
  return ['utf-8', declaredEncoding(bytes) ?? western, 'windows-1252']
    .map((encoding) => decode(bytes, encoding))
    .find((text) => text !== undefined);
}

/** The text of a body that is stored as compressed RTF alone. */
function rtfText({ compressedRtf }: FieldsData): string | undefined {
  if (!compressedRtf) return undefined;
  return parseRtf(Uint8Array.from(decompressRTF(Array.from(compressedRtf)))).text;
}
