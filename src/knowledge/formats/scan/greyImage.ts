import { inflateSync } from 'node:zlib';

/** One byte a pixel, 0 is black, row by row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** More pixels are not taken: a sheet of A4 at 600 dots an inch has 35 million. */
export const maxPixels = 50_000_000;

const signatureBytes = 8;
const chunkFrame = 12;

/**
 * Reads the one kind of PNG that Tesseract gives: 8 bits of grey, not interlaced. Pictures of all other kinds are
 * decoded by Tesseract, in its sandbox, and come here as this one.
 * @throws Error for anything else
 */
export function decodeGrey(png: Buffer): GreyImage {
  const parts: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = signatureBytes; at + chunkFrame <= png.length;) {
    const [length, type] = [png.readUInt32BE(at), png.toString('latin1', at + 4, at + 8)];
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      if (data[8] !== 8 || data[9] !== 0 || data[12] !== 0 || width * height > maxPixels)
        throw new Error('not a plain grey picture');
    }
    if (type === 'IDAT') parts.push(data);
    at += chunkFrame + length;
  }
  if (width === 0 || height === 0) throw new Error('a picture without pixels');
  const raw = inflateSync(Buffer.concat(parts), { maxOutputLength: (width + 1) * height });
  return { width, height, pixels: unfiltered(raw, width, height) };
}

/** PNG's filters (specification, section 9): each byte was stored as its difference from its neighbours. */
function unfiltered(raw: Uint8Array, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (width + 1)] ?? 0;
    const [from, to] = [y * (width + 1) + 1, y * width];
    for (let x = 0; x < width; x += 1) {
      const left = x > 0 ? (pixels[to + x - 1] ?? 0) : 0;
      const above = y > 0 ? (pixels[to + x - width] ?? 0) : 0;
      const corner = x > 0 && y > 0 ? (pixels[to + x - width - 1] ?? 0) : 0;
      pixels[to + x] = (raw[from + x] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** As PGM, which Tesseract reads and which is its pixels behind a line of text. */
export function encodeGrey({ width, height, pixels }: GreyImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}
