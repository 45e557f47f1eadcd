import { readFile } from 'node:fs/promises';
import type { App, GroundingReport } from '../../app.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { CandorError, messageOf } from '../../errors.ts';
import { groundingJson, groundingText } from '../output/checkText.ts';
import type { Command } from '../command.ts';

/** What the app takes; one more, and it says so. */
const longestText = 20_000;

export const check: Command = {
  name: 'check',
  summary: 'Verify a text that was written elsewhere against documents, claim by claim.',
  usage: 'check FILE --document KEY [flags]',
  positionals: [1, 1],
  paths: [0],
  flags: {
    document: {
      kind: 'list',
      value: 'KEY,KEY',
      summary: 'What is to prove it, by key or id, 50 at most. May be given again.',
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
    const written = file === '-' ? undefined : await textOf(file);
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

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CandorError('BAD_INPUT', `${file} cannot be read: ${messageOf(error)}`, {
      cause: error,
      remedy: 'Give the path of a text file, or - for standard input.',
    });
  }
}

/** Ends with the first character too many: standard input may have no end. */
async function textFrom(input: AsyncIterable<Buffer | string>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of input) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > longestText) break;
  }
  return text + decoder.decode();
}

/** By key, else as an id; a key may look like an id. */
async function idsOf(app: App, caller: Caller, names: readonly string[]): Promise<string[]> {
  const found = await app.knowledge.documentsByKey(caller, names);
  return names.map((name, index) => found[index]?.id ?? name);
}

async function keysOf(app: App, caller: Caller, { claims }: GroundingReport): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(claims.flatMap((claim) => claim.evidence.map(({ documentId }) => documentId)))];
  const documents = await app.knowledge.documents(caller, ids);
  return new Map(documents.flatMap((document) => (document ? [[document.id, document.key]] : [])));
}
