import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler, Response } from 'express';
import type { Log } from '../log.ts';
import { failureResponse } from './failure.ts';

const responses = new AsyncLocalStorage<Response>();

/** Whatever the request starts knows its response, also in callbacks. */
export const rememberResponse: RequestHandler = (_request, response, next) => {
  responses.run(response, next);
};

/**
 * A fault that nothing caught, such as one thrown in a callback of a library, ends the request that it belongs to, and
 * never the process with everybody else's. Each is a bug, so it is logged as an error.
 * @returns a function that lets such faults end the process again
 */
export function surviveUncaught(log: Log): () => void {
  const survive = (error: unknown) => {
    log.error('A fault was not caught', { error });
    const response = responses.getStore();
    if (!response || response.writableEnded) return;
    if (response.headersSent) return void response.destroy();
    const { status, body } = failureResponse(error, log);
    response.status(status).json(body);
  };
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
  return () => {
    process.off('uncaughtException', survive);
    process.off('unhandledRejection', survive);
  };
}
