import { CandorError } from '../../errors.ts';

/** Maximum length of a document's canonical text, in UTF-16 units. */
export const maxTextLength = 5_000_000;
/** Maximum bytes of a file as it arrives. */
const maxFileBytes = 50 * 1024 * 1024;
/** Maximum rows of a data file; each becomes a chunk of its own. */
export const maxRecords = 20_000;

/** @throws DOCUMENT_TOO_LARGE if canonical text of this length is over the limit */
export function checkTextLength(length: number, limit = maxTextLength): void {
  if (length <= limit) return;
  throw new CandorError(
    'DOCUMENT_TOO_LARGE',
    `The document has more than ${limit.toLocaleString('en')} characters of text.`,
    { details: { limit } },
  );
}

/** Returns DOCUMENT_TOO_LARGE for a data file with more than `maxRecords` rows. */
export function tooManyRecords(): CandorError {
  const limit = maxRecords.toLocaleString('en');
  return new CandorError('DOCUMENT_TOO_LARGE', `The file has more than ${limit} rows.`, {
    details: { limit: maxRecords },
    remedy: `Split the file into parts of at most ${limit} rows and ingest those.`,
  });
}

/** @throws DOCUMENT_TOO_LARGE for a file of more than 50 MB */
export function checkFileBytes(length: number): void {
  if (length <= maxFileBytes) return;
  const limit = maxFileBytes / 1024 / 1024;
  throw new CandorError(
    'DOCUMENT_TOO_LARGE',
    `The file has ${(length / 1024 / 1024).toFixed(1)} MB; at most ${limit} MB are taken.`,
    { details: { bytes: length, limit: maxFileBytes } },
  );
}
