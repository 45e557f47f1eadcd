import type { Log } from '../log.ts';
import { currentResponse } from './currentRequest.ts';
import { failureResponse } from './failure.ts';

/**
 * A fault that nothing caught, such as one thrown in a callback of a library, ends the request that it belongs to, and
 * never the process with everybody else's. Each is a bug, so it is logged as an error.
 * @returns a function that lets such faults end the process again
 */
export function surviveUncaught(log: Log): () => void {
  const survive = (error: unknown) => {
    log.error('A fault was not caught', { error });
    const response = currentResponse();
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
