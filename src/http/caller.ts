import type { RequestHandler, Response } from 'express';
import type { Caller } from '../workspaces/caller.ts';
import type { Authenticate } from './authenticate.ts';
import { refuseForeignPages } from './loopback.ts';

/** Kept beside the response and not on it, where any middleware could set it. */
const callers = new WeakMap<Response, Caller>();

/** Runs before the body is read, so that nobody without a key makes the server parse 12 MB. */
export function demandCaller(authenticate: Authenticate): RequestHandler {
  return async (request, response, next) => {
    callers.set(response, await authenticate(request.headers));
    next();
  };
}

/** The caller of a response that passed `demandCaller`. */
export function callerOf(response: Response): Caller {
  const caller = callers.get(response);
  if (!caller) throw new Error('A route asks for the caller without demandCaller before it');
  return caller;
}

export const demandThisMachine: RequestHandler = ({ headers }, _response, next) => {
  refuseForeignPages(headers);
  next();
};
