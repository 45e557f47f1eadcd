import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { z } from 'zod';
import { CandorError } from '../../errors.ts';
import { readableExtensions } from '../formats/detectFormat.ts';
import type { SkippedPath } from '../ingest/readPath.ts';
import { runRclone, unreadRemote } from './rclone.ts';
import { saltOf } from './planSync.ts';
import type { ListedFile, Listing, SourceReader, SyncOptions } from './syncSource.ts';

/** What begins the argument of `candor ingest` for a remote. */
export const rclonePrefix = 'rclone:';

/**
 * The name of a remote in rclone's configuration, and a path. Settings that are written into the name itself
 * (`:webdav,url=…:`, `drive,token=…:`) may hold secrets, which are not kept: such a name does not match.
 */
const remoteName = /^(?<name>[\p{L}\p{N}_][\p{L}\p{N}_.+@ -]*):(?<path>[^\0\n]*)$/u;

/**
 * A remote of the user's rclone (https://rclone.org). The program lists it and reads it, so that Candor neither asks for
 * nor keeps what opens the store. Files are compared by their checksums where the store keeps these, else by size and
 * time.
 * @param where `rclone:REMOTE:PATH`
 * @throws BAD_INPUT for a name that is not one of a configured remote
 */
export function remoteReader(where: string): SourceReader {
  const { name = '', path = '' } = remoteName.exec(where.slice(rclonePrefix.length))?.groups ?? {};
  if (name === '')
    throw new CandorError('BAD_INPUT', 'That is no remote of rclone by its name.', {
      remedy:
        'Set the store up once with "rclone config" and give its name and a path: rclone:REMOTE:PATH. Settings and passwords in the name are not taken.',
    });
  const remote = `${name}:${path.replace(/\/+$/, '')}`;
  return {
    draft: { root: `${rclonePrefix}${remote}`, kind: 'RCLONE' },
    list: async (_known, options) => listRemote(remote, options),
  };
}

const features = z.object({
  Hashes: z.array(z.string()).nullish(),
  Features: z.object({ SlowHash: z.boolean().optional() }).nullish(),
});

const entries = z.array(
  z.object({
    Path: z.string().min(1),
    Size: z.number(),
    ModTime: z.string(),
    Hashes: z.record(z.string(), z.string()).nullish(),
  }),
);

/** A listing of 500,000 files has about as many bytes. */
const maxListingBytes = 256 * 1024 * 1024;

async function listRemote(remote: string, options: SyncOptions): Promise<Listing> {
  const { signal } = options;
  const can = features.safeParse(parseJson(await runRclone(['backend', 'features', remote], { remote, signal })));
  // A store that must read every file for its checksums is compared by size and time, as rclone itself does.
  const hashes = can.success && (can.data.Hashes ?? []).length > 0 && can.data.Features?.SlowHash !== true;
  const args = ['lsjson', '--recursive', '--files-only', ...(hashes ? ['--hash'] : []), remote];
  const listed = entries.safeParse(parseJson(await runRclone(args, { remote, signal, maxBytes: maxListingBytes })));
  if (!listed.success) throw unreadRemote(remote, 'gave a listing that is not whole');
  const salt = saltOf(options.facts);
  const files: ListedFile[] = [];
  const skipped: SkippedPath[] = [];
  for (const { Path: path, Size: size, ModTime: time, Hashes } of listed.data) {
    const key = `${remote}${remote.endsWith(':') ? '' : '/'}${path}`;
    const modifiedAt = new Date(time);
    // A line break in a name would be the end of it for rclone.
    if (/(?:^|\/)(?:\.|node_modules\/)|[\r\n]/.test(path)) continue;
    if (!readableExtensions.includes(extname(path).toLowerCase()))
      skipped.push({ path: key, reason: `unknown kind of file (${extname(path) || 'no extension'})` });
    else if (Number.isNaN(modifiedAt.getTime())) throw unreadRemote(remote, 'gave a listing that is not whole');
    else files.push(listedFile(key, { size, modifiedAt: modifiedAt.toISOString(), hashes: Hashes ?? {}, salt }));
  }
  return { files: files.sort((left, right) => (left.path < right.path ? -1 : 1)), skipped };
}

function listedFile(
  key: string,
  {
    size,
    modifiedAt,
    hashes,
    salt,
  }: Readonly<Record<'modifiedAt' | 'salt', string>> & {
    readonly size: number;
    readonly hashes: Readonly<Record<string, string>>;
  },
): ListedFile {
  const known = Object.entries(hashes).filter(([, hash]) => hash !== '');
  // By size and time alone, no file is taken for one that was elsewhere: two exports of one minute may be as long.
  const seen = known.length > 0 ? `${size} ${known.sort().join(' ')}` : `${key} ${size} ${modifiedAt}`;
  return {
    path: key,
    stamp: {
      contentHash: `${salt}:${createHash('sha256').update(seen).digest('hex')}`,
      size: Math.max(0, size),
      modifiedAt,
    },
    bytes: { kind: 'REMOTE', remote: key, bytes: size, hashes: Object.fromEntries(known) },
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
