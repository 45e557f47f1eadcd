import type { CitationVerification, GroundingReport } from '../../app.ts';
import type { CitationCheck } from '../../grounding/claims/claim.ts';
import { wrap } from './table.ts';

/** Keys of documents by id; of those that the caller may no longer see there is none. */
type Keys = ReadonlyMap<string, string>;

/** A verdict a claim, each with what decides it. */
export function groundingText(
  { claims, claimCount, supportedCount, complete }: GroundingReport,
  keys: Keys,
  columns: number,
): string {
  const blocks = claims.map(({ text, status, reason, evidence }) =>
    [
      wrap(`${status}  ${text}`, columns, '  '),
      ...(reason === null ? [] : [indented(reason, columns)]),
      ...evidence.map((proof) =>
        indented(`${keys.get(proof.documentId) ?? proof.documentId}: “${proof.quote}”`, columns),
      ),
    ].join('\n'),
  );
  const left = complete ? [] : ['Not everything was checked: give fewer or shorter documents, or less text.'];
  return [
    ...blocks,
    [
      claimCount === 0
        ? 'The text states nothing that could be checked.'
        : `${supportedCount} of ${claimCount} claims are supported.`,
      ...left,
    ].join('\n'),
  ].join('\n\n');
}

function indented(text: string, columns: number): string {
  return `  ${wrap(text, columns, '    ')}`;
}

/** The report with the names of schema/checking.graphql. */
export function groundingJson({ claims, ...figures }: GroundingReport, keys: Keys) {
  return {
    ...figures,
    claims: claims.map(({ evidence, ...claim }) => ({
      ...claim,
      evidence: evidence.map(({ documentId, versionId, ...proof }) => ({
        document: { id: documentId, key: keys.get(documentId) ?? null },
        version: { id: versionId },
        ...proof,
      })),
    })),
  };
}

/** What became of a citation: what it said, what its version says, what is said today. */
export function verificationText(verification: CitationVerification, keys: Keys, columns: number): string {
  const { documentId, quote, claim, quoteMatches, status, checks, isCurrent, documentState, holdsToday, today } =
    verification;
  const match =
    quoteMatches === null
      ? 'can no longer be read'
      : quoteMatches
        ? 'still has the quote, character for character'
        : 'does not have the quote where it was cited';
  const says =
    today &&
    (today.kind === 'SAME'
      ? 'says the same'
      : today.quote === null
        ? 'says nothing of it'
        : `says (${today.kind}): “${today.quote}”`);
  return [
    wrap(`“${quote}”`, columns),
    ...(claim === quote ? [] : [wrap(`cited for: ${claim}`, columns, '  ')]),
    '',
    `Document: ${keys.get(documentId) ?? documentId}, ${documentState}`,
    `Cited version: ${match}${isCurrent ? '; it is valid now' : ''}`,
    ...(status === null ? [] : [`Checks: ${[status, ...failedOf(checks)].join('; ')}`]),
    ...(today && says
      ? [wrap(`Valid now: ${keys.get(today.documentId) ?? today.documentId} ${says}`, columns, '  ')]
      : []),
    `Holds today: ${holdsToday === null ? 'cannot be told' : holdsToday ? 'yes' : 'no'}`,
  ].join('\n');
}

function failedOf(checks: readonly CitationCheck[]): string[] {
  return checks.filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail ?? 'failed'}`);
}

/** The verification with the names of schema/checking.graphql. */
export function verificationJson({ documentId, versionId, today, ...rest }: CitationVerification, keys: Keys) {
  const pointer = (document: string, version: string) => ({
    document: { id: document, key: keys.get(document) ?? null },
    version: { id: version },
  });
  return {
    ...pointer(documentId, versionId),
    ...rest,
    today: today && {
      ...pointer(today.documentId, today.versionId),
      kind: today.kind,
      quote: today.quote,
      sourceSpan: today.sourceSpan,
    },
  };
}
