import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';

/** Whether Debian's rclone, or another, is on this machine. */
export const hasRclone = (() => {
  try {
    execFileSync('rclone', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What lies between the store and its reader does with a request. */
type Fault = 'CUT_OFF' | number | undefined;

export interface RcloneStore {
  /** The folder whose files the store serves. */
  readonly folder: string;
  /** For each request to the store. */
  fault: (method: string, path: string) => Fault;
  /** Called before a file is given out. */
  onGet: (path: string) => Promise<void>;
  close(): Promise<void>;
}

/**
 * A folder served by `rclone serve webdav`, a real server, behind a proxy that can fail, and set up as the remote `dav`
 * with a password in a configuration of its own.
 */
export async function startRcloneStore(): Promise<RcloneStore> {
  const home = await mkdtemp(join(tmpdir(), 'candor-rclone-'));
  const folder = join(home, 'files');
  await mkdir(folder);
  const store = { folder, fault: () => undefined, onGet: () => Promise.resolve() } as unknown as RcloneStore;
  const port = await freePort();
  const served = spawn(
    'rclone',
    [
      'serve',
      'webdav',
      folder,
      '--addr',
      `127.0.0.1:${port}`,
      '--dir-cache-time',
      '0s',
      '--user',
      'ann',
      '--pass',
      'open-sesame',
    ],
    { stdio: 'ignore' },
  );
  const proxy = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const fault = store.fault(method, url);
    if (typeof fault === 'number') return void outgoing.writeHead(fault).end();
    const pass = async () => {
      if (method === 'GET') await store.onGet(url);
      incoming.pipe(
        request({ port, host: '127.0.0.1', method, path: url, headers: incoming.headers }, (answered) => {
          outgoing.writeHead(answered.statusCode ?? 500, answered.headers);
          if (fault === 'CUT_OFF') answered.once('end', () => outgoing.destroy());
          if (fault === 'CUT_OFF')
            answered.once('data', (part: Buffer) => {
              outgoing.write(part.subarray(0, part.length / 2), () => outgoing.destroy());
            });
          else answered.pipe(outgoing);
        }).on('error', () => outgoing.destroy()),
      );
    };
    void pass();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const secret = execFileSync('rclone', ['obscure', 'open-sesame'], { encoding: 'utf8' }).trim();
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const config = join(home, 'rclone.conf');
  await writeFile(
    config,
    `[dav]\ntype = webdav\nurl = ${address}\nvendor = other\nuser = ann\npass = ${secret}\n\n[disk]\ntype = alias\nremote = ${folder}\n`,
  );
  vi.stubEnv('RCLONE_CONFIG', config);
  vi.stubEnv('RCLONE_LOW_LEVEL_RETRIES', '1');
  vi.stubEnv('RCLONE_RETRIES', '1');
  for (let tries = 0; tries < 100; tries += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (up) break;
    await wait(100);
  }
  return Object.assign(store, {
    close: async () => {
      vi.unstubAllEnvs();
      proxy.closeAllConnections();
      proxy.close();
      served.kill();
      await rm(home, { recursive: true, force: true });
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
