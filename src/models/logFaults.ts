import { diagnosisOf, isCandorError } from '../errors.ts';
import type { Log } from '../log.ts';

/** The same call, whose faults are written to the log with their causes: who asks is told neither the address nor the server's own words. A call that its caller stopped is no fault. */
export function logFaults<Args extends readonly unknown[], Result>(
  log: Log,
  model: string,
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      if (!isCandorError(error, 'CANCELLED'))
        log.warn('model call failed', {
          model,
          code: isCandorError(error) ? error.code : 'INTERNAL',
          error: diagnosisOf(error),
        });
      throw error;
    }
  };
}
