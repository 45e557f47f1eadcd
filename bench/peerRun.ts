/**
 * Runs one contestant in a separate process; started by peers.ts. Arguments: name, file of the material, server,
 * folder, packages. Prints its figures as one line of JSON.
 */
import { percentile } from '../src/stats.ts';
import { retrievalFigures } from '../src/evaluation/figures/retrievalFigures.ts';
import { readMaterial, type PeerQuestion } from './peerMaterial.ts';
import { peers } from './peerSides.ts';

export interface PeerFigures {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  /** The SQL of the arms alone, alternating with the searches; null for contestants other than Candor. */
  readonly floor: { readonly p50: number; readonly p95: number } | null;
  /** Questions per second, eight at once. */
  readonly throughput: number;
  readonly ndcg: number | null;
  readonly recall: number | null;
  /** Megabytes that the process uses after a garbage collection; those of a server are not included. */
  readonly memory: number;
  /** Megabytes; null: it keeps everything in memory. */
  readonly disk: number | null;
  /** Seconds to load what was cut and embedded beforehand. */
  readonly load: number;
}

const clients = 8;
const warmUp = 10;
const [, , name = '', file = '', serverUrl = '', folder = '', packages = ''] = process.argv;

const open = peers[name];
if (!open) throw new Error(`There is no contestant ${name}.`);
const material = await readMaterial(file);
const { questions } = material;
const started = performance.now();
const peer = await open(material, { serverUrl, folder, packages });
const load = (performance.now() - started) / 1_000;

const taken = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
const millis: number[] = [];
const floors: number[] = [];
const rankings: { question: PeerQuestion['question']; retrieved: string[] }[] = [];
for (const [position, asked] of questions.entries()) {
  const searches = async () => {
    let found: readonly string[] = [];
    millis.push(await taken(async () => (found = await peer.search(asked))));
    rankings.push({ question: asked.question, retrieved: [...new Set(found)] });
  };
  const sends = async () => {
    if (peer.floor) floors.push(await taken(() => peer.floor?.(asked) ?? Promise.resolve()));
  };
  for (const turn of position % 2 === 0 ? [searches, sends] : [sends, searches]) await turn();
}
const waiting = [...questions];
const together = await taken(() =>
  Promise.all(
    Array.from({ length: clients }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await peer.search(next);
    }),
  ),
);
globalThis.gc?.();
const quantile = (values: readonly number[], share: number) => percentile(values.slice(warmUp), share) ?? 0;
const { ndcgAt10, recallAt10 } = retrievalFigures(rankings);
const figures: PeerFigures = {
  name,
  p50: quantile(millis, 0.5),
  p95: quantile(millis, 0.95),
  floor: floors.length > 0 ? { p50: quantile(floors, 0.5), p95: quantile(floors, 0.95) } : null,
  throughput: (questions.length * 1_000) / together,
  ndcg: ndcgAt10,
  recall: recallAt10,
  memory: process.memoryUsage().rss / 1e6,
  disk: peer.bytes === null ? null : peer.bytes / 1e6,
  load,
};
await peer.close();
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
