import type { Transaction } from '../db/database.ts';
import { perWorkspace } from './perWorkspace.ts';
import { readCodes } from './sql/readCodes.ts';
import { readHorizon } from './sql/readHorizon.ts';

/** The signs of every window's vector of one workspace and model, one bit a component: 64 bytes for 512 dimensions. */
class WindowCodes {
  horizon = '0';
  private readonly chunkIds: string[] = [];
  /** The first window of each chunk. */
  private readonly firsts: number[] = [];
  private readonly known = new Set<string>();
  private codes = new Uint8Array(0);
  /** The chunk of each window, as a position in `chunkIds`. */
  private owners = new Int32Array(0);
  windowCount = 0;

  add(chunkId: string, codes: Uint8Array, bytes: number): void {
    if (this.known.has(chunkId) || codes.length % bytes !== 0) return;
    this.known.add(chunkId);
    const windows = codes.length / bytes;
    this.reserve(this.windowCount + windows, bytes);
    this.codes.set(codes, this.windowCount * bytes);
    this.owners.fill(this.chunkIds.length, this.windowCount, this.windowCount + windows);
    this.firsts.push(this.windowCount);
    this.windowCount += windows;
    this.chunkIds.push(chunkId);
  }

  private reserve(windows: number, bytes: number): void {
    if (windows <= this.owners.length) return;
    const room = Math.max(windows, 2 * this.owners.length, 256);
    const [codes, owners] = [new Uint8Array(room * bytes), new Int32Array(room)];
    codes.set(this.codes.subarray(0, this.windowCount * bytes));
    owners.set(this.owners.subarray(0, this.windowCount));
    [this.codes, this.owners] = [codes, owners];
  }

  /**
   * The windows that look nearest, in any order: the query's components, each with the sign that the code has, summed (an asymmetric
   * distance, so the query keeps its precision). Eight components a table look-up.
   */
  nearest(query: Float32Array, count: number): CodedWindow[] {
    const bytes = codeBytes(query.length);
    const sums = byteSums(query, bytes);
    const best = createBest(count);
    for (let window = 0, at = 0; window < this.windowCount; window += 1) {
      let sum = 0;
      for (let byte = 0; byte < bytes; byte += 1, at += 1) sum += sums[(byte << 8) | (this.codes[at] ?? 0)] ?? 0;
      best.offer(window, sum);
    }
    return best.read().map((window) => {
      const owner = this.owners[window] ?? 0;
      return { chunkId: this.chunkIds[owner] ?? '', ordinal: window - (this.firsts[owner] ?? 0) };
    });
  }
}

/** One window of a chunk. */
export interface CodedWindow {
  readonly chunkId: string;
  /** From 0, as stored. */
  readonly ordinal: number;
}

/** Keeps the `count` highest scores of a long row: sorts a few thousand now and then instead of all at the end. */
function createBest(count: number) {
  let kept: { readonly window: number; readonly score: number }[] = [];
  let least = -Infinity;
  const cut = () => {
    kept.sort((left, right) => right.score - left.score || left.window - right.window);
    kept = kept.slice(0, count);
    if (kept.length === count) least = kept.at(-1)?.score ?? least;
  };
  return {
    offer: (window: number, score: number) => {
      if (score <= least) return;
      kept.push({ window, score });
      if (kept.length >= 4 * count) cut();
    },
    read: (): number[] => {
      cut();
      return kept.map(({ window }) => window);
    },
  };
}

/** Bytes of one code; candor_sign_code in migrations/0003 fills up to a multiple of 64 bits. */
function codeBytes(dimensions: number): number {
  return 8 * Math.ceil(dimensions / 64);
}

/** For each byte of a code and each value of it: the sum of the eight components with their signs. */
function byteSums(query: Float32Array, bytes: number): Float32Array {
  const sums = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte += 1) {
    for (let value = 0; value < 256; value += 1) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit += 1) sum += ((value >> (7 - bit)) & 1 ? 1 : -1) * (query[8 * byte + bit] ?? 0);
      sums[(byte << 8) | value] = sum;
    }
  }
  return sums;
}

export type { WindowCodes };

const codesIn = perWorkspace(() => new WindowCodes());

/** The codes of a workspace as they are now; each reading brings what was added since. Chunks that went stay: the exact scan leaves them out. */
export async function windowCodesOf(transaction: Transaction, database: object, workspaceId: string, model: string, dimensions: number): Promise<WindowCodes> {
  const codes = codesIn(database, `${workspaceId} ${model}`);
  // The horizon first: what commits between the two statements is read twice and never missed.
  const [now] = await transaction.query(readHorizon, []);
  for (const row of await transaction.query(readCodes, [workspaceId, model, codes.horizon])) codes.add(row.chunk_id, row.codes, codeBytes(dimensions));
  codes.horizon = now?.horizon ?? codes.horizon;
  return codes;
}
