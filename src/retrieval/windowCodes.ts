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
    const best = createBest(count);
    scoreAll({ codes: this.codes, windowCount: this.windowCount, bytes, sums: byteSums(query, bytes) }, best.offer);
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

interface Coded {
  readonly codes: Uint8Array;
  readonly windowCount: number;
  /** Of one code. */
  readonly bytes: number;
  readonly sums: Float32Array;
}

/**
 * The score of each window in turn. Four at a time: a sum waits for the one before it, and the sums of four windows do not wait for one another
 * (53,000 windows take 8 ms where one by one they took 14). Each is added up in the same order, so that the scores are the same to the last bit.
 */
function scoreAll({ codes, windowCount, bytes, sums }: Coded, offer: (window: number, score: number) => void): void {
  const whole = windowCount - (windowCount % 4);
  for (let window = 0; window < whole; window += 4) {
    const at = [window * bytes, (window + 1) * bytes, (window + 2) * bytes, (window + 3) * bytes] as const;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let byte = 0; byte < bytes; byte += 1) {
      const table = byte << 8;
      first += sums[table | (codes[at[0] + byte] as number)] as number;
      second += sums[table | (codes[at[1] + byte] as number)] as number;
      third += sums[table | (codes[at[2] + byte] as number)] as number;
      fourth += sums[table | (codes[at[3] + byte] as number)] as number;
    }
    offer(window, first);
    offer(window + 1, second);
    offer(window + 2, third);
    offer(window + 3, fourth);
  }
  for (let window = whole; window < windowCount; window += 1) {
    let sum = 0;
    for (let byte = 0; byte < bytes; byte += 1) sum += sums[(byte << 8) | (codes[window * bytes + byte] as number)] as number;
    offer(window, sum);
  }
}

/** For each byte of a code and each value of it: the sum of the eight components with their signs. Values that begin with the same bits share the beginning of their sums. */
function byteSums(query: Float32Array, bytes: number): Float32Array {
  const sums = new Float32Array(bytes * 256);
  const begun = new Float64Array(256);
  for (let byte = 0; byte < bytes; byte += 1) {
    begun[0] = 0;
    for (let bit = 0, length = 1; bit < 8; bit += 1, length *= 2) {
      const component = query[8 * byte + bit] ?? 0;
      // From the last: each sum gives way to its two continuations, which stand behind it.
      for (let beginning = length - 1; beginning >= 0; beginning -= 1) {
        const sum = begun[beginning] ?? 0;
        begun[2 * beginning] = sum - component;
        begun[2 * beginning + 1] = sum + component;
      }
    }
    sums.set(begun, byte << 8);
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
