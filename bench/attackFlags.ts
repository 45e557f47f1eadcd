/**
 * Counts passages of honest documents that are mistaken for ones that give orders. Nothing is embedded and no database
 * is opened.
 *
 *   npm run bench attack-flags -- [PATH...] [--limit N]
 *
 * A PATH is a folder or a JSON Lines file, of which the first N documents (default 300) are read; default
 * sample/knowledge.
 */
import { parseArgs } from 'node:util';
import { isCandorError } from '../src/errors.ts';
import { holdsOrder } from '../src/grounding/injection/orders.ts';
import { canonicalDocument } from '../src/knowledge/ingest/canonical.ts';
import { chunk } from '../src/knowledge/cut/chunk.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import { createParserProcess } from '../src/knowledge/formats/process/parserProcess.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '300' } },
});
const parser = createParserProcess();
for (const path of positionals.length > 0 ? positionals : ['sample/knowledge'])
  process.stdout.write(`${path}: ${await flags(path)}\n`);
await parser.close();

async function flags(path: string): Promise<string> {
  const count = { documents: 0, passages: 0, flagged: 0 };
  for await (const input of (await readPath(path, {})).documents) {
    if (count.documents >= Number(values.limit)) break;
    count.documents += 1;
    for (const passage of await passagesOf(input)) {
      count.passages += 1;
      if (!holdsOrder(passage)) continue;
      count.flagged += 1;
      process.stdout.write(`  ${input.key}: ${passage.text.slice(0, 120).replaceAll('\n', ' ')}\n`);
    }
  }
  return `${count.documents} documents, ${count.passages} passages, ${count.flagged} flagged (${((100 * count.flagged) / Math.max(1, count.passages)).toFixed(2)} %)`;
}

/** Returns no passages for a file without text. */
async function passagesOf(input: DocumentInput): Promise<Parameters<typeof holdsOrder>[0][]> {
  try {
    const { text, blocks, title } = await canonicalDocument(input, { parser });
    return chunk(text, blocks).map(({ start, end, sectionPath }) => ({
      text: text.slice(start, end),
      documentTitle: title,
      sectionPath,
    }));
  } catch (error) {
    if (isCandorError(error)) return [];
    throw error;
  }
}
