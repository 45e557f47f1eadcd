import { setTimeout } from 'node:timers/promises';
import { isCandorError } from '../../errors.ts';
import type { ExitCode } from '../exitCode.ts';
import { readEndpoint } from './endpoint.ts';
import { sendLine, type LineToSend } from './sendLine.ts';

export interface WaysToRun {
  /** Runs the command in this process. */
  readonly here: () => Promise<ExitCode>;
  /** False for a command that only this process may run. */
  readonly elsewhere: boolean;
  /**
   * How long to wait for a process that has the data folder and takes no command lines: one that starts, or another
   * command.
   */
  readonly waitMillis: number;
  readonly quiet: boolean;
}

/** As often as a person notices. */
const pollMillis = 200;

/**
 * Runs a command where its data folder is open: in the process that serves it, else here. @throws DATABASE_LOCKED after
 * the wait
 */
export async function runWhereOpen(
  dataFolder: string,
  line: LineToSend,
  { here, elsewhere, waitMillis, quiet }: WaysToRun,
): Promise<ExitCode> {
  const until = performance.now() + waitMillis;
  for (let told = quiet; ;) {
    const endpoint = await readEndpoint(dataFolder);
    const code = elsewhere && endpoint ? await sendLine(endpoint, line) : undefined;
    if (code !== undefined) return code;
    try {
      return await here();
    } catch (error) {
      // It is thrown before a command has done anything.
      if (!isCandorError(error, 'DATABASE_LOCKED') || performance.now() > until || line.signal.aborted) throw error;
      // A server stays; a command ends.
      if (!elsewhere && endpoint && endpoint.processId === error.details['processId']) throw error;
    }
    if (!told) line.terminal.err('Another process has the data folder open. Waiting for it…\n');
    told = true;
    await setTimeout(pollMillis, undefined, { signal: line.signal }).catch(() => undefined);
  }
}
