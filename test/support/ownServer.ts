import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const command = fileURLToPath(new URL('../../.ci/native-postgres', import.meta.url));

/** A Postgres of a test's own, which it may stop. */
export interface OwnServer {
  readonly url: string;
  /** Its name for `.ci/native-postgres follow`. */
  readonly instance: string;
  /** Ends every session, and keeps what was committed. Resolves when nobody listens any more. */
  halt(): Promise<void>;
  /** The id of its first process, whose children are the sessions'. */
  processId(): Promise<number>;
  /** On the same port. Resolves when it answers. */
  resume(): Promise<void>;
  /** Deletes its data, too. */
  remove(): Promise<void>;
}

/**
 * @param leader the server that it follows, as a standby
 * @returns null where this machine can have none: no root, no root folder and nothing to build it from
 */
export async function startOwnServer(name: string, leader?: OwnServer): Promise<OwnServer | null> {
  const instance = `${name}-${process.pid}`;
  const run = async (...verb: string[]) => {
    const { stdout } = await promisify(execFile)('env', [`CANDOR_CI_INSTANCE=${instance}`, command, ...verb]);
    return stdout.trim();
  };
  try {
    const url = await (leader ? run('follow', leader.instance) : run('start'));
    return {
      url,
      instance,
      halt: async () => void (await run('halt')),
      processId: async () => Number(await run('pid')),
      resume: async () => void (await run('resume')),
      remove: async () => void (await run('stop')),
    };
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 69) return null;
    throw error;
  }
}
