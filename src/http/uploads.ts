/** Files that come in by HTTP: the parts of a multipart body, and what an upload of them is. */
import type { Request, RequestHandler, Response } from 'express';
import { CandorError } from '../errors.ts';
import { type UploadDoor, type UploadedFile, uploadName, uploadOptions } from '../knowledge/ingest/upload.ts';
import { callerOf } from './authenticate.ts';
import { disconnectSignal } from './entryPoint.ts';
import { RequestFault } from './failure.ts';

const megabyte = 1024 * 1024;

const uploadLimits = {
  files: 50,
  fields: 20,
  fieldBytes: 16 * 1024,
  fileBytes: 50 * megabyte,
  requestBytes: 200 * megabyte,
} as const;

/** How long the rest of a refused request is still read and discarded. */
const lingerMillis = 5_000;

/**
 * Accepts files by POST as multipart/form-data: form fields first, then the files, read on demand. Answers 202 `{
 * "jobId": … }`. Must follow `demandCaller`, so that no byte of a body is read for a client without a key.
 */
export function receiveUploads(entry: UploadDoor): RequestHandler {
  return async (request, response) => {
    refuseSimple(request);
    const boundary = demandMultipart(request);
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    try {
      const { id } = await receive(entry, response, readParts(counted(body), boundary));
      response.status(202).json({ jobId: id });
    } finally {
      void letFinish(request, body);
    }
  };
}

async function receive(
  entry: UploadDoor,
  response: Response,
  parts: AsyncIterator<Part, void>,
): Promise<{ readonly id: string }> {
  const faults: unknown[] = [];
  const fields: (readonly [string, string])[] = [];
  let next = await parts.next();
  for (; !next.done && next.value.fileName === undefined; next = await parts.next()) {
    if (fields.push([next.value.name, await readField(next.value)]) > uploadLimits.fields)
      throw new CandorError('BAD_INPUT', `The form has more than ${uploadLimits.fields} fields.`);
  }
  const options = uploadOptions(fields);
  if (next.done)
    throw new CandorError('BAD_INPUT', 'The form has no file.', { remedy: 'Add at least one part with a file name.' });
  try {
    return await entry.upload(
      callerOf(response),
      noting(faults, readFiles(next.value, parts, { faults, alone: options.supersedes !== undefined })),
      options,
      {
        signal: disconnectSignal(response),
      },
    );
  } catch (error) {
    // The fault of the request explains more than the app's error that follows from it.
    throw faults[0] ?? error;
  }
}

async function* readFiles(
  first: Part,
  parts: AsyncIterator<Part, void>,
  { faults, alone }: { readonly faults: unknown[]; readonly alone: boolean },
): AsyncGenerator<UploadedFile> {
  const names = new Set<string>();
  for (let part: Part | undefined = first; part; part = (await parts.next()).value ?? undefined) {
    if (part.fileName === undefined) {
      throw new CandorError('BAD_INPUT', `The field ${JSON.stringify(part.name.slice(0, 100))} comes after a file.`, {
        remedy: 'Send all form fields before the first file.',
      });
    }
    const name = uploadName(part.fileName);
    if (names.has(name))
      throw new CandorError('BAD_INPUT', `Two files are named ${JSON.stringify(name)}.`, {
        remedy: 'Files of one request need different names: each is the key of its document.',
      });
    if (alone && names.size > 0)
      throw new CandorError('BAD_INPUT', 'The field supersedes is for one file, and the request has several.', {
        details: { field: 'supersedes' },
        remedy: 'Send the file that replaces another in a request of its own.',
      });
    if (names.add(name).size > uploadLimits.files)
      throw new CandorError('BAD_INPUT', `The request has more than ${uploadLimits.files} files.`, {
        remedy: 'Send the files in several requests.',
      });
    yield { name, content: noting(faults, capped(name, part.content)) };
  }
}

async function* capped(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > uploadLimits.fileBytes) throw tooLarge(`The file ${JSON.stringify(name)}`, uploadLimits.fileBytes);
    yield chunk;
  }
}

async function readField({ name, content }: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > uploadLimits.fieldBytes)
      throw new CandorError(
        'BAD_INPUT',
        `The field ${JSON.stringify(name.slice(0, 100))} has more than ${uploadLimits.fieldBytes} bytes.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Yields the bytes of the body as they arrive. After a failure each read fails again, so that a broken request is not
 * mistaken for a complete one.
 */
function counted(body: AsyncIterator<Buffer>): AsyncIterator<Buffer> {
  let size = 0;
  let failure: CandorError | undefined;
  return {
    next: async () => {
      if (failure) throw failure;
      try {
        const next = await body.next();
        if (!next.done) size += next.value.length;
        if (size > uploadLimits.requestBytes) throw tooLarge('The request', uploadLimits.requestBytes);
        return next;
      } catch (error) {
        failure =
          error instanceof CandorError
            ? error
            : new CandorError('CANCELLED', 'The client closed the connection.', { cause: error });
        throw failure;
      }
    },
  };
}

async function* noting<Item>(faults: unknown[], items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    faults.push(error);
    throw error;
  }
}

/**
 * A page of another site can post a form without a preflight. It cannot set a custom header without one, and we do not
 * answer that preflight.
 */
function refuseSimple(request: Request): void {
  if (['authorization', 'apollo-require-preflight', 'x-requested-with'].some((name) => request.get(name))) return;
  throw new CandorError('FORBIDDEN', 'The request could have been sent by a page of another site.', {
    remedy: 'Send the header "Apollo-Require-Preflight: true".',
  });
}

function demandMultipart(request: Request): string {
  const boundary = boundaryOf(request.get('content-type'));
  if (boundary === undefined) {
    throw new CandorError('DOCUMENT_UNSUPPORTED', 'The request is not multipart/form-data with a boundary.', {
      remedy: 'Send the files as a form: "curl -F file=@report.pdf".',
    });
  }
  if (Number(request.get('content-length') ?? 0) > uploadLimits.requestBytes)
    throw tooLarge('The request', uploadLimits.requestBytes);
  return boundary;
}

/** A connection that is closed with unread bytes is reset, and its client may never see the answer that says why. */
async function letFinish(request: Request, body: AsyncIterator<Buffer>): Promise<void> {
  if (request.destroyed) return;
  const cut = setTimeout(() => request.destroy(), lingerMillis);
  request.once('close', () => clearTimeout(cut)).once('error', () => undefined);
  await body.return?.().catch(() => undefined);
  request.resume();
}

function tooLarge(what: string, bytes: number): CandorError {
  return new CandorError('DOCUMENT_TOO_LARGE', `${what} has more than ${bytes / megabyte} MB.`, {
    details: { maxBytes: bytes },
  });
}

/**
 * One part of a multipart/form-data body. Its content is read once, in order; unread content is skipped when the next
 * part is requested.
 */
interface Part {
  readonly name: string;
  /** Undefined for a field. */
  readonly fileName: string | undefined;
  readonly content: AsyncIterable<Buffer>;
}

const crlf = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');
const maxHeaderBytes = 16 * 1024;

/**
 * For paths that read JSON: some GraphQL servers take files in the operation, as multipart/form-data.
 * @throws RequestFault that names the path for files
 */
export const refuseFiles: RequestHandler = (request, _response, next) => {
  if (!/^multipart\/form-data\b/i.test(request.get('content-type') ?? '')) return next();
  // A connection that is closed with unread bytes is reset, and its client may never see the answer.
  request.resume();
  throw new RequestFault(
    415,
    'GraphQL is sent as JSON here; this is multipart/form-data.',
    'POST files to /uploads as multipart/form-data, and GraphQL to /graphql with the header "Content-Type: application/json".',
  );
};

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
