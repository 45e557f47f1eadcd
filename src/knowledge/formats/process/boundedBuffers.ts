import { CandorError } from '../../../errors.ts';

interface BufferBounds {
  /** Limit of one buffer, in bytes. */
  readonly one: number;
  /** Limit of all buffers of this thread that are not yet collected as garbage, in bytes. */
  readonly all: number;
}

/**
 * The largest buffer that a parser may ask for. pdf.js keeps what a stream unpacks to in one buffer that it doubles,
 * at each filter of the stream; a page's drawing has some 100 kB, a large font 20 MB.
 */
const standard: BufferBounds = { one: 64 * 1024 * 1024, all: 256 * 1024 * 1024 };

const arrays = [
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const;

/** From this size on, the sum of all buffers is asked for, which takes some microseconds. */
const large = 1024 * 1024;

/**
 * Bounds the buffers of this thread for good, by replacing what makes them: V8's limits hold for its heap only, and
 * buffers lie outside it. 2 kB of a PDF, packed twice, took 1.7 GB; pdf.js has no setting for it, and what its
 * streams unpack to is known only to who resolves references, decrypts and unpacks as it does.
 * @param onRefused called before the fault is thrown, because parsers swallow what is thrown at them and go on
 */
export function boundBuffers(onRefused: (fault: CandorError) => void, bounds: BufferBounds = standard): void {
  const refuse = (bytes: number): CandorError => {
    const fault = tooLarge(bytes, bounds);
    onRefused(fault);
    return fault;
  };
  const check = (bytes: number, more = bytes): void => {
    if (bytes < large) return;
    if (bytes > bounds.one || process.memoryUsage().arrayBuffers + more > bounds.all) throw refuse(bytes);
  };
  for (const name of arrays) replace(name, checked(globalThis[name], globalThis[name].BYTES_PER_ELEMENT, check));
  replace('ArrayBuffer', checked(ArrayBuffer, 1, check));
  replace(
    'DecompressionStream',
    boundedDecompression((bytes) => check(bytes, 0)),
  );
}

function replace(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
}

function checked<Maker extends new (...args: never[]) => object>(
  unbounded: Maker,
  bytesEach: number,
  check: (bytes: number) => void,
): Maker {
  return new Proxy(unbounded, {
    construct(target, args: unknown[], newTarget) {
      if (typeof args[0] === 'number') check(args[0] * bytesEach);
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
}

/** Unpacks natively, in pieces that no constructor announces. */
function boundedDecompression(check: (bytes: number) => void): typeof DecompressionStream {
  const Unbounded = DecompressionStream;
  return class BoundedDecompression {
    readonly readable: ReadableStream;
    readonly writable: WritableStream;
    constructor(format: ConstructorParameters<typeof DecompressionStream>[0]) {
      const inner = new Unbounded(format);
      let [bytes, checked] = [0, 0];
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, out) {
          bytes += piece.byteLength;
          if (bytes - checked > large) check((checked = bytes));
          out.enqueue(piece);
        },
      });
      this.writable = inner.writable;
      this.readable = inner.readable.pipeThrough(count);
    }
  };
}

function tooLarge(bytes: number, { one, all }: BufferBounds): CandorError {
  const limit = Math.round((bytes > one ? one : all) / 1024 / 1024);
  return new CandorError(
    'DOCUMENT_TOO_LARGE',
    bytes > one
      ? `A part of the document unpacks to more than ${limit} MB.`
      : `The parts of the document unpack to more than ${limit} MB together.`,
    {
      details: { limitMegabytes: limit },
      remedy: 'Save the document again with the program that made it (print a PDF to a new one), or split it.',
    },
  );
}
