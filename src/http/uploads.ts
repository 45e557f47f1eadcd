import type { Request, RequestHandler, Response } from 'express';
import { CandorError } from '../errors.ts';
import { type UploadDoor, type UploadedFile, uploadName, uploadOptions } from '../knowledge/ingest/upload.ts';
import { callerOf } from './authenticate.ts';
import { boundaryOf, type Part, readParts } from './multipart.ts';
import { disconnectSignal } from './door.ts';

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
export function receiveUploads(door: UploadDoor): RequestHandler {
  return async (request, response) => {
    refuseSimple(request);
    const boundary = demandMultipart(request);
    const body = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    try {
      const { id } = await receive(door, response, readParts(counted(body), boundary));
      response.status(202).json({ jobId: id });
    } finally {
      void letFinish(request, body);
    }
  };
}

async function receive(
  door: UploadDoor,
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
    return await door.upload(callerOf(response), noting(faults, readFiles(next.value, parts, faults)), options, {
      signal: disconnectSignal(response),
    });
  } catch (error) {
    // The fault of the request explains more than the app's error that follows from it.
    throw faults[0] ?? error;
  }
}

async function* readFiles(
  first: Part,
  parts: AsyncIterator<Part, void>,
  faults: unknown[],
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
