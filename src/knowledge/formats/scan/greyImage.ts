import { inflateSync } from 'node:zlib';
import type { Box } from '../pdf/pdfGeometry.ts';

/** One byte per pixel, row by row; 0 is black. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Maximum pixels of a picture; a sheet of A4 at 600 dpi has 35 million. */
export const maxPixels = 50_000_000;

const signatureBytes = 8;
const chunkFrame = 12;

/**
 * Reads the one kind of PNG that Tesseract returns: 8 bits of grey, not interlaced. Tesseract decodes all other
 * pictures in its sandbox, and they arrive here in this form.
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

/** Encodes an image as PGM, which Tesseract reads: a line of text, then the pixels. */
export function encodeGrey({ width, height, pixels }: GreyImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/**
 * Minimum length of a rule as a share of the picture's width: about 0.4 inches of A4 at 300 dpi. No letter is that
 * long.
 */
const minLength = 1 / 20;
const maxThickness = 1 / 200;
/** Maximum gap in a rule, in pixels. */
const maxGap = 2;
/** Pixels around a rule that are removed with it, because its edges are blurred. */
const edge = 2;
/** Maximum share of dark pixels right beside a rule; beside the foot of blurred letters there are more. */
const maxDarkBeside = 0.25;

interface Run {
  readonly upright: boolean;
  /** Along the rule, both inclusive. */
  start: number;
  end: number;
  /** Across the rule, both inclusive. */
  readonly from: number;
  to: number;
}

/** Removes the rules of tables from a picture; returns the rules and the cleaned picture. */
export function takeRules(image: GreyImage): { readonly rules: Box[]; readonly cleaned: GreyImage } {
  const dark = thresholdOf(image.pixels);
  const rules = [false, true].flatMap((upright) => runsOf(image, dark, upright));
  const cleaned = { ...image, pixels: Uint8Array.from(image.pixels) };
  for (const rule of rules) erase(cleaned, rule);
  return {
    cleaned,
    rules: rules.map(({ upright, start, end, from, to }) =>
      upright
        ? { left: from, right: to + 1, top: start, bottom: end + 1 }
        : { left: start, right: end + 1, top: from, bottom: to + 1 },
    ),
  };
}

/** Returns the grey that best separates ink from paper (Otsu 1979), by the greatest variance between the two. */
function thresholdOf(pixels: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1;
  const total = counts.reduce((sum, count, grey) => sum + count * grey, 0);
  let [seen, sum, best, threshold] = [0, 0, 0, 128];
  for (let grey = 0; grey < 256; grey += 1) {
    seen += counts[grey] ?? 0;
    sum += grey * (counts[grey] ?? 0);
    const rest = pixels.length - seen;
    if (seen === 0 || rest === 0) continue;
    const between = seen * rest * (sum / seen - (total - sum) / rest) ** 2;
    if (between > best) [best, threshold] = [between, grey + 1];
  }
  return threshold;
}

function runsOf(image: GreyImage, dark: number, upright: boolean): Run[] {
  const [across, along] = upright ? [image.width, image.height] : [image.height, image.width];
  const [acrossStep, alongStep] = upright ? [1, image.width] : [image.width, 1];
  const isDark = (at: number, place: number) => (image.pixels[at * acrossStep + place * alongStep] ?? 255) < dark;
  const found: Run[] = [];
  let open: Run[] = [];
  for (let at = 0; at < across; at += 1) {
    const next: Run[] = [];
    for (const [start, end] of longStretches((place) => isDark(at, place), along, image.width * minLength)) {
      const touching = open.find((run) => run.start <= end && run.end >= start);
      const run = touching ?? { upright, start, end, from: at, to: at };
      if (!touching) found.push(run);
      [run.start, run.end, run.to] = [Math.min(run.start, start), Math.max(run.end, end), at];
      if (!next.includes(run)) next.push(run);
    }
    open = next;
  }
  const thickest = Math.max(3, image.width * maxThickness);
  return found.filter((run) => run.to - run.from < thickest && isAlone(run, across, isDark));
}

function* longStretches(
  isDark: (place: number) => boolean,
  length: number,
  least: number,
): Generator<readonly [start: number, end: number]> {
  let [start, last] = [-1, -1];
  for (let place = 0; place <= length; place += 1) {
    if (place < length && isDark(place)) {
      if (start < 0) start = place;
      last = place;
    } else if (start >= 0 && (place - last > maxGap || place === length)) {
      if (last - start >= least) yield [start, last];
      start = -1;
    }
  }
}

/** Whether a run has no ink on either side, except rules that cross it. */
function isAlone({ start, end, from, to }: Run, across: number, isDark: (at: number, place: number) => boolean) {
  return [from - edge - 1, to + edge + 1].every((beside) => {
    if (beside < 0 || beside >= across) return true;
    let count = 0;
    for (let place = start; place <= end; place += 1) if (isDark(beside, place)) count += 1;
    return count <= (end - start) * maxDarkBeside;
  });
}

function erase({ width, height, pixels }: GreyImage, { upright, start, end, from, to }: Run): void {
  const [across, acrossStep, alongStep] = upright ? [width, 1, width] : [height, width, 1];
  for (let at = Math.max(0, from - edge); at <= Math.min(across - 1, to + edge); at += 1)
    for (let place = start; place <= end; place += 1) pixels[at * acrossStep + place * alongStep] = 255;
}
