import { CandorError } from '../../errors.ts';

/** With what the statement before it takes to be given up, a run ends within 250 ms of its budget. */
const graceMillis = 150;

/**
 * Waits for a record of a run, but not for a database that is stuck: the caller has an answer or a fault that must not wait. The record may follow.
 * @param millis of the run's time that are left
 * @throws CandorError TIMEOUT, or what the saving threw
 */
export async function saveInTime(saved: Promise<void>, millis: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new CandorError('TIMEOUT', 'The run was not recorded before its time was up; it may be there later.'));
    }, millis + graceMillis);
  });
  try {
    await Promise.race([saved, late]);
  } finally {
    clearTimeout(timer);
    saved.catch(() => undefined);
  }
}
