import { CandorError } from '../errors.ts';

/**
 * One part of a multipart/form-data body. Its content is read once, in order; unread content is skipped when the next
 * part is requested.
 */
export interface Part {
  readonly name: string;
  /** Undefined for a field. */
  readonly fileName: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

const crlf = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');
const maxHeaderBytes = 16 * 1024;

/** Returns the boundary that a Content-Type names; undefined if it is not multipart/form-data. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\s*;(?:[^"]*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2];
}

/**
 * Returns the parts of a multipart/form-data body (RFC 7578) on demand: nothing is read before it is requested, and no
 * more than a chunk and a delimiter are held. This is not @fastify/busboy (3.2.0): a part header named "constructor" or
 * "__proto__" makes it throw inside the stream's callback, which ends the process; an empty part makes it never finish;
 * and turning its events into an iterator takes as many lines as this.
 * @throws BAD_INPUT for a malformed body; whatever `body` throws.
 */
export async function* readParts(body: AsyncIterator<Buffer>, boundary: string): AsyncGenerator<Part, void> {
  // The first delimiter has no line break before it.
  const source = createSource(body, crlf);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  await drop(source.until(delimiter));
  while (!(await isLast(source))) {
    const headers = await readHeaders(source);
    const content = source.until(delimiter);
    yield { ...dispositionOf(headers), content };
    await drop(content);
  }
}

async function isLast(source: Source): Promise<boolean> {
  if ((await source.peek(2)).toString('latin1') === '--') return true;
  // Blanks may follow a boundary.
  for (;;) {
    const next = await source.peek(2);
    if (next.equals(crlf)) return false;
    if (next[0] !== 0x20 && next[0] !== 0x09) throw malformed('a boundary is not followed by a line end');
    source.skip(1);
  }
}

/** `until` consumes the line break before the headers, so that a part without headers ends like any other. */
async function readHeaders(source: Source): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source.until(headersEnd)) {
    size += chunk.length;
    if (size > maxHeaderBytes) throw malformed(`the headers of a part have more than ${maxHeaderBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformed('the headers of a part are not UTF-8');
  }
}

function dispositionOf(headers: string): { readonly name: string; readonly fileName: string | undefined } {
  const disposition = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(headers)?.[1] ?? '';
  const name = parameter(disposition, 'name');
  if (name === undefined) throw malformed('a part has no name');
  return { name, fileName: extended(disposition) ?? parameter(disposition, 'filename') };
}

/** Browsers write a quote in a name as %22, curl as \". A %22 is left as it is, because a name may contain it. */
function parameter(disposition: string, key: string): string | undefined {
  const match = new RegExp(String.raw`;[ \t]*${key}=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))`, 'i').exec(disposition);
  return match?.[1]?.replaceAll('\\"', '"') ?? match?.[2];
}

/** `filename*=UTF-8''…` of RFC 5987, which some clients send in addition to an ASCII name. */
function extended(disposition: string): string | undefined {
  const text = /;[ \t]*filename\*=utf-8'[^']*'([^\s;"]+)/i.exec(disposition)?.[1];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('a file name is not encoded as it says');
  }
}

interface Source {
  /**
   * Returns the bytes before `delimiter` and consumes the delimiter too. Iterating again continues where it stopped;
   * after the end it yields nothing.
   */
  until(delimiter: Buffer): AsyncIterable<Buffer>;
  peek(length: number): Promise<Buffer>;
  skip(length: number): void;
}

function createSource(body: AsyncIterator<Buffer>, start: Buffer): Source {
  let pending = start;
  const more = async () => {
    const next = await body.next();
    if (next.done) throw malformed('it ends before its last boundary');
    pending = pending.length === 0 ? next.value : Buffer.concat([pending, next.value]);
  };
  const take = (length: number) => {
    const taken = pending.subarray(0, length);
    pending = pending.subarray(length);
    return taken;
  };
  return {
    until: (delimiter) => {
      let ended = false;
      /**
       * Returns the bytes that are certainly before the delimiter; empty if more must be read, undefined at the end.
       */
      const step = (): Buffer | undefined => {
        const at = pending.indexOf(delimiter);
        if (at === 0) {
          ended = true;
          take(delimiter.length);
          return undefined;
        }
        return take(at > 0 ? at : Math.max(0, pending.length - delimiter.length + 1));
      };
      return {
        async *[Symbol.asyncIterator]() {
          while (!ended) {
            const bytes = step();
            if (bytes && bytes.length > 0) yield bytes;
            else if (bytes) await more();
          }
        },
      };
    },
    peek: async (length) => {
      while (pending.length < length) await more();
      return pending.subarray(0, length);
    },
    skip: (length) => void take(length),
  };
}

async function drop(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of bytes);
}

function malformed(problem: string): CandorError {
  return new CandorError('BAD_INPUT', `The request body is not multipart/form-data: ${problem}.`, {
    remedy: 'Send the files with a client that writes multipart/form-data: "curl -F", or FormData with fetch.',
  });
}
