import { CandorError, type ErrorCode, isCandorError } from '../../errors.ts';

/** Notes why the database cannot be reached, so that nothing more is tried. Null: each is tried. */
export type Reach = { fault: CandorError | undefined } | null;

/**
 * Returns the results of `work` for all items at once, in their order. If that fails, runs `work` for each item
 * separately, so that one bad item does not fail the others. A database that does not answer fails all of them at once:
 * fifteen documents, each tried by itself, took 64 s.
 */
export async function togetherOrAlone<Item, Result>(
  reach: Reach,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  const failRest = (reason: CandorError) => {
    while (settled.length < items.length) settled.push({ status: 'rejected', reason });
  };
  const attempt = async (some: readonly Item[]) => {
    try {
      settled.push(...(await work(some)).map((value) => ({ status: 'fulfilled', value }) as const));
    } catch (reason) {
      if (isCandorError(reason, 'CANCELLED')) throw reason;
      if (isOutOfReach(reason)) {
        const fault = toSendAgain(reason);
        if (reach) reach.fault = fault;
        failRest(fault);
      } else if (some.length === 1) settled.push({ status: 'rejected', reason });
    }
  };
  if (reach?.fault) failRest(reach.fault);
  if (settled.length < items.length) await attempt(items);
  for (let next = settled.length; next < items.length; next = settled.length) await attempt([items[next] as Item]);
  return settled;
}

/** The database did not answer, or has no connection free. Another document would wait as long. */
function isOutOfReach(error: unknown): boolean {
  return outOfReach.some((code) => isCandorError(error, code));
}

const outOfReach: readonly ErrorCode[] = ['DATABASE_UNREACHABLE', 'OVERLOADED', 'TIMEOUT'];

/** Where a connection breaks while a transaction ends, nobody knows whether it is stored: sending again shows it. */
function toSendAgain(cause: unknown): CandorError {
  if (isCandorError(cause, 'OVERLOADED'))
    return new CandorError('OVERLOADED', cause.message, {
      cause,
      details: cause.details,
      remedy: 'Send it again then. If it was stored, it is UNCHANGED.',
    });
  return new CandorError(
    'DATABASE_UNREACHABLE',
    'The database did not answer, so the document is probably not stored.',
    {
      cause,
      remedy:
        'Send it again when the database answers ("candor doctor", /readyz). If it was stored, it is UNCHANGED then.',
    },
  );
}
