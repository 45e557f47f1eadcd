/**
 * Measures whether the time of a question tells what stands in documents that its asker may not read: the same question
 * with a word that they hold and with one of the same length that no document holds, in random order, and in workspaces
 * with and without them. Prints the difference of the means with its 95 % interval (Welch), and in how many tries it
 * would be seen at that level. In this process, without network or reader, and on the embedded database in processor
 * time: whoever asks over HTTP sees more noise.
 *
 *   npm run bench timing -- [--hidden 5000] [--visible 200] [--tries 1000] [--database-url URL]
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/db/openDatabase.ts';
import { ingest } from '../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../src/log.ts';
import { createRandom } from '../src/stats.ts';
import { newWorkspace } from '../test/support/database.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { createHashedEmbedder } from '../test/support/hashedEmbedder.ts';
import { inlineParser } from '../test/support/parser.ts';
import { asked, searched, visible } from '../test/retrieval/hiddenDocuments.ts';
import { openFaultDatabase } from './faultDatabase.ts';
import { machineLine } from './servedCandor.ts';

const { values: flags } = parseArgs({
  options: {
    hidden: { type: 'string', default: '5000' },
    visible: { type: 'string', default: '200' },
    tries: { type: 'string', default: '1000' },
    'database-url': { type: 'string', default: '' },
  },
});
const [hiddenCount, visibleCount, tries] = [Number(flags.hidden), Number(flags.visible), Number(flags.tries)];

/** Words of one length: in every hidden document, in a single one of them, and in none. */
const [inAll, inOne, inNone] = ['zarquonia', 'fenwickel', 'moldavert'];
const random = createRandom(7);
const filler = Array.from({ length: 3_000 }, () =>
  Array.from({ length: 4 + Math.floor(random() * 5) }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join(
    '',
  ),
);
const words = (count: number) =>
  Array.from({ length: count }, () => filler[Math.floor(random() * filler.length)] ?? '').join(' ');

const own = await openFaultDatabase(flags['database-url']);
const database = await openDatabase({ databaseUrl: own?.url, dataFolder: 'memory://' });
const parts = { database, embedder: createHashedEmbedder() };

async function fill(hidden: number): Promise<string> {
  const workspace = await newWorkspace(database);
  const shown = Array.from({ length: visibleCount }, (_, nth) => {
    const text = visible[nth]?.text ?? `${words(40)}.`;
    return { key: `visible/${nth}.txt`, text, format: 'PLAIN_TEXT' as const, language: 'en' };
  });
  const secret = Array.from({ length: hidden }, (_, nth) => ({
    key: `hidden/${nth}.txt`,
    text: `The price of ${inAll} ${nth === 0 ? inOne : ''} is agreed by the board. ${words(30)}.`,
    format: 'PLAIN_TEXT' as const,
    language: 'en',
    accessGroups: ['board'],
  }));
  const documents = [...shown, ...secret];
  for (let at = 0; at < documents.length; at += 500)
    await ingest({ ...parts, parser: inlineParser, log: silentLog }, workspace, documents.slice(at, at + 500));
  return workspace;
}

/** On the embedded database all work is this process's: its processor time, which other work of the machine does not touch. */
const now = own ? () => performance.now() : cpuNow;

type Side = () => Promise<unknown>;

async function compare(name: string, one: Side, other: Side): Promise<void> {
  const times: readonly [number[], number[]] = [[], []];
  for (let warm = 0; warm < 20; warm += 1) await (warm % 2 === 0 ? one() : other());
  for (let nth = 0; nth < tries; nth += 1)
    for (const side of random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const begun = now();
      await (side === 0 ? one() : other());
      times[side].push(now() - begun);
    }
  const [left, right] = [spread(times[0]), spread(times[1])];
  const error = Math.sqrt(left.variance / tries + right.variance / tries);
  const difference = left.mean - right.mean;
  // Both means get as many tries as it takes for 1.96 errors to fall below the difference.
  const needed = Math.ceil((1.96 / difference) ** 2 * (left.variance + right.variance));
  const seen = Math.abs(difference) > 1.96 * error;
  process.stdout.write(
    `${name.padEnd(64)} ${left.mean.toFixed(2).padStart(7)} ${right.mean.toFixed(2).padStart(7)} ms  ${difference.toFixed(3).padStart(7)} ± ${(1.96 * error).toFixed(3)}  ${seen ? `SEEN, in about ${needed} tries` : 'not seen'}\n`,
  );
}

/** Without the slowest and fastest hundredth: they are the machine's. */
function spread(times: readonly number[]): { readonly mean: number; readonly variance: number } {
  const cut = Math.floor(times.length / 100);
  const kept = times.toSorted((left, right) => left - right).slice(cut, times.length - cut);
  const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length;
  return { mean, variance: kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (kept.length - 1) };
}

try {
  const [beside, without] = [await fill(hiddenCount), await fill(0)];
  process.stdout.write(
    `${machineLine()}, ${own ? 'Postgres' : 'embedded'}: ${hiddenCount} hidden documents, ${visibleCount} visible, ${tries} tries of each, in turn\n`,
  );
  for (const [verb, send] of [
    ['search', searched],
    ['ask', asked],
  ] as const) {
    const about = (workspace: string, word: string) => () => send(parts, workspace, `What is the price of ${word}?`);
    await compare(`${verb}: a word of every hidden document, of none`, about(beside, inAll), about(beside, inNone));
    await compare(`${verb}: a word of one hidden document, of none`, about(beside, inOne), about(beside, inNone));
    await compare(`${verb}: two words of none`, about(beside, 'moldavern'), about(beside, inNone));
    const plain = (workspace: string) => () => send(parts, workspace, 'How long is lost property kept?');
    await compare(`${verb}: beside the hidden documents, without them`, plain(beside), plain(without));
  }
} finally {
  await database.close();
  await own?.drop();
}
process.exit();
