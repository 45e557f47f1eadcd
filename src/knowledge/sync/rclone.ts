import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CandorError, readingStopped } from '../../errors.ts';
import { checkFileBytes } from '../formats/limits.ts';
import type { ItemBytes, RemoteHashes } from '../jobs/job.ts';

/**
 * Reads a file of a remote, which must be the one that was listed.
 * @throws URL_FAILED if it cannot be read or has changed meanwhile: it is tried again; DOCUMENT_TOO_LARGE, CANCELLED
 */
export async function readRemoteFile(
  { remote, bytes, hashes }: Extract<ItemBytes, { readonly kind: 'REMOTE' }>,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  checkFileBytes(bytes);
  const folder = await mkdtemp(join(tmpdir(), 'candor-rclone-'));
  try {
    const copy = join(folder, 'copy');
    // Not `cat`, which lists the whole folder of each file: of 300 on a WebDAV server 1.2 s instead of 0.1.
    await runRclone(['copyto', '--max-transfer', '52M', '--cutoff-mode', 'hard', remote, copy], { remote, signal });
    return checked(remote, await readFile(copy).catch(() => undefined), bytes, hashes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws URL_FAILED, DOCUMENT_TOO_LARGE for bytes that are not those listed; a converted document has no size (-1) */
function checked(remote: string, read: Buffer | undefined, bytes: number, hashes: RemoteHashes): Buffer {
  if (!read) throw unreadRemote(remote, 'is no file any more');
  checkFileBytes(read.length);
  const differs = (['md5', 'sha1', 'sha256'] as const).some(
    (name) => hashes[name] !== undefined && createHash(name).update(read).digest('hex') !== hashes[name],
  );
  if ((bytes >= 0 && read.length !== bytes) || differs) throw unreadRemote(remote, 'changed while it was read');
  return read;
}

interface RunOptions {
  /** Named in errors. */
  readonly remote: string;
  readonly signal: AbortSignal | undefined;
  /** More output than that is cut off. Default 51 MB. */
  readonly maxBytes?: number | undefined;
}

/** The exit codes of rclone whose reason a person can do something about. */
const exitReasons: Readonly<Record<number, string>> = {
  3: 'has no such folder',
  4: 'has no such file',
  5: 'failed for the time being',
  7: 'refused',
};

/**
 * Runs rclone and returns what it prints. What it says on standard error is not kept: it may contain addresses with
 * tokens in them.
 * @throws BAD_CONFIG if there is no rclone, URL_FAILED, CANCELLED
 */
export async function runRclone(
  args: readonly string[],
  { remote, signal, maxBytes = 51 * 1024 * 1024 }: RunOptions,
): Promise<Buffer> {
  if (signal?.aborted) throw readingStopped();
  const child = spawn('rclone', args, { stdio: ['ignore', 'pipe', 'ignore'], ...(signal && { signal }) });
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) child.kill();
    else chunks.push(chunk);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') reject(noRclone());
      else if (signal?.aborted) reject(readingStopped());
      else reject(unreadRemote(remote, 'could not be reached'));
    });
    child.once('close', resolve);
  });
  if (signal?.aborted) throw readingStopped();
  if (length > maxBytes) throw unreadRemote(remote, 'gave more than it listed');
  if (code !== 0) throw unreadRemote(remote, exitReasons[code ?? -1] ?? 'could not be read');
  return Buffer.concat(chunks);
}

function noRclone(): CandorError {
  return new CandorError('BAD_CONFIG', 'The program rclone, which reads this source, is not on this machine.', {
    remedy:
      'Install it (apt-get install rclone, brew install rclone, or https://rclone.org/downloads), set the store up with "rclone config", and run the command again.',
  });
}

export function unreadRemote(remote: string, problem: string): CandorError {
  return new CandorError('URL_FAILED', `${remote} ${problem}.`, {
    details: { remote },
    remedy: `Nothing of it was deleted. "rclone lsjson" with the same remote shows what the store says; then try again.`,
  });
}
