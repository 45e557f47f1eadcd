import { CandorError } from '../../errors.ts';
import { createDocumentWriter, writeParsed } from './documentWriter.ts';
import type { ContentFlag, ParsedDocument } from './parsed.ts';

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
