import type { App } from '../../../app/app.ts';
import { CandorError } from '../../../errors.ts';
import type { StoredBlock } from '../../../knowledge/store/chunks.ts';
import { type Document, type DocumentVersion, locate } from '../../../knowledge/document.ts';
import { findVersion, resolveDocuments } from '../../../mcp/resources.ts';
import type { Caller } from '../../../workspaces/caller.ts';
import type { Command, Report } from '../../command.ts';
import { locationText } from '../../output/outcomeText.ts';

export const show: Command = {
  name: 'show',
  summary: 'Print a document as it was understood: its canonical text, block by block.',
  usage: 'show DOCUMENT [--version N]',
  positionals: [1, 1],
  flags: {
    version: {
      kind: 'integer',
      value: 'N',
      least: 1,
      most: 1_000_000,
      summary: 'Number of the version. Default: the one valid now.',
    },
  },
  examples: ['show policies/refunds.md', 'show policies/refunds.md --version 1'],
  notes:
    'DOCUMENT is a key or an id. Citations are spans of this text: what is missing or wrong here cannot be answered well. A line before each block gives its kind, its span and, where the source has them, its page or lines.',
  async run({ positionals: [name = ''], flags, withApp, print }) {
    return withApp(async (app, caller) => {
      print(await report(app, caller, name, flags.integer('version')));
      return 0;
    });
  },
};

async function report(app: App, caller: Caller, name: string, number: number | undefined): Promise<Report> {
  const [document] = await resolveDocuments(app, caller, [name]);
  if (!document) throw new CandorError('INTERNAL', 'resolveDocuments gives as many as it is asked for.');
  const version = await findVersion(app, caller, document, number);
  const [blocks] = await app.knowledge.blocks(caller, [version.id]);
  const json = {
    document: { id: document.id, key: document.key, title: document.title },
    version: {
      id: version.id,
      number: version.number,
      sourceType: version.sourceType,
      flags: version.flags,
      problems: version.problems,
      text: version.text,
    },
    blocks:
      blocks?.map((block) => ({
        ...block,
        location: locate(version.sourceMap, block.span),
      })) ?? null,
  };
  return { json, text: documentText(document, version, blocks ?? null) };
}

function documentText(document: Document, version: DocumentVersion, blocks: readonly StoredBlock[] | null): string {
  const taken = version.flags.length > 0 ? `; ${version.flags.join(', ')}` : '';
  const head = [
    `${document.title} (${document.key}), version ${version.number}, ${version.sourceType}${taken}`,
    ...version.problems,
  ].join('\n');
  if (!blocks)
    return `${head}\n\nIts blocks are not known: it was stored before they were kept. Ingest it again to see them.\n\n${version.text}`;
  return [head, ...blocks.map((block) => blockText(version, block))].join('\n\n');
}

function blockText({ sourceMap, text }: DocumentVersion, block: StoredBlock): string {
  const kind = [block.kind, ...(block.level === null ? [] : [block.level])].join(' ');
  const words = block.doubtful.map(({ start, end }) => `“${text.slice(start, end)}”`);
  const facts = [
    `${block.span.start}–${block.span.end}`,
    ...locationText(locate(sourceMap, block.span)),
    ...(block.certainty === null ? [] : [`recognised ${Math.floor(block.certainty * 100)} %`]),
    ...(words.length > 0 ? [`doubtful: ${words.join(' ')}`] : []),
  ];
  return `[${kind} ${facts.join(', ')}]\n${block.text}`;
}
