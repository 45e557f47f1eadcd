import type { Transaction } from '../db/database.ts';
import { perWorkspace } from './perWorkspace.ts';
import { readCodes } from './sql/readCodes.ts';
import { readHorizon } from './sql/readHorizon.ts';

/** The signs of every window's vector of one workspace and model, one bit a component: 64 bytes for 512 dimensions. */
class WindowCodes {
  horizon = '0';
  readonly chunkIds: string[] = [];
  private readonly known = new Set<string>();
  private codes = new Uint8Array(0);
  /** The chunk of each window, as a position in `chunkIds`. */
  private owners = new Int32Array(0);
  private windowCount = 0;

  add(chunkId: string, codes: Uint8Array, bytes: number): void {
    if (this.known.has(chunkId) || codes.length % bytes !== 0) return;
    this.known.add(chunkId);
    const windows = codes.length / bytes;
    this.reserve(this.windowCount + windows, bytes);
    this.codes.set(codes, this.windowCount * bytes);
    this.owners.fill(this.chunkIds.length, this.windowCount, this.windowCount + windows);
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
   * The chunks whose best window looks nearest, in any order: the query's components, each with the sign that the code has, summed (an asymmetric
   * distance, so the query keeps its precision). Eight components a table look-up.
   */
  nearest(query: Float32Array, count: number): string[] {
    const bytes = codeBytes(query.length);
    const sums = byteSums(query, bytes);
    const best = new Float32Array(this.chunkIds.length).fill(-Infinity);
    for (let window = 0, at = 0; window < this.windowCount; window += 1) {
      let sum = 0;
      for (let byte = 0; byte < bytes; byte += 1, at += 1) sum += sums[(byte << 8) | (this.codes[at] ?? 0)] ?? 0;
      const owner = this.owners[window] ?? 0;
      if (sum > (best[owner] ?? 0)) best[owner] = sum;
    }
    if (count >= best.length) return [...this.chunkIds];
    const least = best.toSorted()[best.length - count] ?? -Infinity;
    return this.chunkIds.filter((_, position) => (best[position] ?? -Infinity) >= least);
  }
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
