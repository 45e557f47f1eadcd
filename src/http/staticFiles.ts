import { extname } from 'node:path';
import express, { type RequestHandler, type Response } from 'express';

type Options = Parameters<typeof express.static>[1];

/** What the build writes beside a file: the same, compressed (RFC 1952). */
export const packedEnding = '.gz';

/**
 * The files of a folder, compressed for whoever takes gzip, where the build has left `<file>.gz` beside the file; else
 * as they are. Both forms have an ETag of their own, are answered with 304 where the browser holds them, and vary by
 * Accept-Encoding. A part of a file (Range) is always one of the file as it is. What is not there goes on to the next
 * handler.
 * @param folder may be empty still: it is read request by request, for `npm start` builds while it serves
 */
export function staticFiles(folder: string, options: Options): RequestHandler {
  const asIs = express.static(folder, options);
  const packed = express.static(folder, { ...options, setHeaders: describePacked });
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    if (request.headers.range !== undefined || !request.acceptsEncodings('gzip')) {
      asIs(request, response, next);
      return;
    }
    const { url } = request;
    request.url = url.replace(/^[^?]*/u, `$&${packedEnding}`);
    packed(request, response, (fault) => {
      request.url = url;
      if (fault) next(fault);
      else asIs(request, response, next);
    });
  };
}

/** The type is that of the file inside. */
function describePacked(response: Response, path: string): void {
  response.set('Content-Encoding', 'gzip').type(extname(path.slice(0, -packedEnding.length)));
}
