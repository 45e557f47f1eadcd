import { readFile } from 'node:fs/promises';
import type { App, GroundingReport, CitationVerification } from '../../../app/app.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import { CandorError, messageOf } from '../../../errors.ts';
import type { Command } from '../../command.ts';
import type { CitationCheck } from '../../../grounding/claim.ts';
import { wrap } from '../../output/table.ts';

/** The limit of the app. A text with one character more makes the app report it. */
const longestText = 20_000;

export const check: Command = {
  name: 'check',
  summary: 'Check a text written elsewhere against documents, claim by claim.',
  usage: 'check FILE --document KEY [flags]',
  positionals: [1, 1],
  paths: [0],
  flags: {
    document: {
      kind: 'list',
      value: 'KEY,KEY',
      summary: 'Documents that should prove it, by key or id, at most 50; repeatable.',
    },
    'as-of': { kind: 'instant', value: 'DATE', summary: 'Read the versions that were valid then. Default: now.' },
  },
  examples: [
    'candor check answer.txt --document policies/refunds.md',
    'echo "Refunds take 14 days." | candor check - --document policies/refunds.md',
  ],
  notes:
    'FILE is text or Markdown of 20,000 characters at most; - reads standard input. Ends with 1 when a claim is not supported. No model is asked, and nothing is recorded.',
  async run({ positionals: [file = '-'], flags, terminal, signal, print, withApp }) {
    const names = flags.list('document') ?? [];
    if (names.length === 0)
      throw new CandorError('BAD_INPUT', '--document is missing.', {
        remedy: 'Name the documents that are to prove the text: candor check answer.txt --document policies/refunds.md',
      });
    const written = file === '-' ? undefined : await readText(file);
    return withApp(async (app, caller) => {
      const text = written ?? (await textFrom(terminal.input()));
      const report = await app.grounding.check(
        caller,
        { text, documentIds: await idsOf(app, caller, names), asOf: flags.instant('as-of') },
        { signal },
      );
      const keys = await keysOf(app, caller, report);
      print({ json: groundingJson(report, keys), text: groundingText(report, keys, terminal.columns) });
      return report.complete && report.supportedCount === report.claimCount ? 0 : 1;
    });
  },
};

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CandorError('BAD_INPUT', `${file} cannot be read: ${messageOf(error)}`, {
      cause: error,
      remedy: 'Give the path of a text file, or - for standard input.',
    });
  }
}

/** Stops at the first character over the limit: standard input may have no end. */
async function textFrom(input: AsyncIterable<Buffer | string>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > longestText) break;
  }
  return text + decoder.decode();
}

/** Looks up each name as a key first, then takes it as an id: a key may look like an id. */
async function idsOf(app: App, caller: Caller, names: readonly string[]): Promise<string[]> {
  const found = await app.knowledge.documentsByKey(caller, names);
  return names.map((name, index) => found[index]?.id ?? name);
}

async function keysOf(app: App, caller: Caller, { claims }: GroundingReport): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(claims.flatMap((claim) => claim.evidence.map(({ documentId }) => documentId)))];
  const documents = await app.knowledge.documents(caller, ids);
  return new Map(documents.flatMap((document) => (document ? [[document.id, document.key]] : [])));
}

export const verify: Command = {
  name: 'verify',
  summary: 'Check whether a citation of a recorded run still holds today.',
  usage: 'verify RUN NUMBER',
  positionals: [2, 2],
  flags: {},
  examples: ['verify 01900000-0000-7000-8000-000000000001 1'],
  notes:
    'RUN is the id that an answer ends with, NUMBER the one of its citation. Ends with 1 when the citation does not hold today.',
  async run({ positionals: [runId = '', given = ''], terminal, signal, print, withApp }) {
    const number = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
    if (Number.isNaN(number))
      throw new CandorError('BAD_INPUT', `NUMBER must be the number of a citation, and is "${given}".`, {
        remedy: 'Usage: candor verify RUN NUMBER',
      });
    return withApp(async (app, caller) => {
      const verification = await app.grounding.verifyCitation(caller, { runId, number }, { signal });
      const ids = [
        ...new Set([verification.documentId, ...(verification.today ? [verification.today.documentId] : [])]),
      ];
      const documents = await app.knowledge.documents(caller, ids);
      const keys = new Map(documents.flatMap((document) => (document ? [[document.id, document.key]] : [])));
      print({
        json: verificationJson(verification, keys),
        text: verificationText(verification, keys, terminal.columns),
      });
      return verification.holdsToday === true ? 0 : 1;
    });
  },
};

/** Document keys by id; documents that the caller may no longer see have none. */
type Keys = ReadonlyMap<string, string>;

/** One verdict per claim, each with the evidence that decides it. */
function groundingText(
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
function groundingJson({ claims, ...figures }: GroundingReport, keys: Keys) {
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

/** Describes what became of a citation: what it said, what its version says, and what is said today. */
function verificationText(verification: CitationVerification, keys: Keys, columns: number): string {
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
    ...(quote === null ? [] : [wrap(`“${quote}”`, columns)]),
    ...(claim === null || claim === quote ? [] : [wrap(`cited for: ${claim}`, columns, '  ')]),
    '',
    `Document: ${keys.get(documentId) ?? documentId}, ${documentState}`,
    `Cited version: ${match}${isCurrent ? '; it is valid now' : ''}`,
    ...(status === null ? [] : [`Checks: ${[status, ...failedOf(checks)].join('; ')}`]),
    ...(today && says
      ? [wrap(`Valid now: ${keys.get(today.documentId) ?? today.documentId} ${says}`, columns, '  ')]
      : []),
    `Holds today: ${holdsToday === null ? 'cannot be determined' : holdsToday ? 'yes' : 'no'}`,
  ].join('\n');
}

function failedOf(checks: readonly CitationCheck[]): string[] {
  return checks.filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail ?? 'failed'}`);
}

/** The verification with the names of schema/checking.graphql. */
function verificationJson({ documentId, versionId, today, ...rest }: CitationVerification, keys: Keys) {
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
