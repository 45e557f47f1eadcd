import PostalMime, { type Address } from 'postal-mime';
import { CandorError, messageOf } from '../../../errors.ts';
import { withWesternMarks } from '../decodeText.ts';
import type { Mail } from './mail.ts';

const maxHeadersSize = 1024 * 1024;
const maxNestingDepth = 50;
const header = /^[\x21-\x39\x3B-\x7E]{1,76}:/m;

/** A mail as mail servers store it (RFC 5322). @throws DOCUMENT_CORRUPT */
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
    // A picture that the text shows is no attachment of its own.
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
