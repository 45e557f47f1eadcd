import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openApp } from '../src/app/app.ts';
import { loadSample } from '../src/cli/commands/operation/serve.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { silentLog } from '../src/log.ts';
import { openFaultDatabase } from './faultDatabase.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const golden = new URL('../test/golden/questions.jsonl', import.meta.url);
/** Counted from SIGTERM; the server ends itself after 25 s. */
const stopMillis = 30_000;

/** `candor serve` in a separate process, with the sample in each workspace. */
export interface ServedCandor {
  readonly url: string;
  readonly processId: number;
  /** One for each workspace, with the role EDITOR. */
  readonly secrets: readonly string[];
  /** The key that shows /metrics of the whole process. */
  readonly metricsKey: string;
  readonly databaseName: string;
  /** Returns what it last wrote to standard error, at most 2,000 characters. */
  lastWords(): string;
  /** Ends the process and removes its database. */
  close(): Promise<void>;
}

/** Returns the golden questions over the sample, answerable and not, in their order. */
export async function goldenQuestions(): Promise<string[]> {
  const line = z.object({ question: z.string() });
  const lines = (await readFile(golden, 'utf8')).trim().split('\n');
  return lines.map((text) => line.parse(JSON.parse(text)).question);
}

/** Describes the machine and its current load. */
export function machineLine(): string {
  return `${cpus().length} x ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
}

/**
 * Fills the workspaces in this process, then starts the server over them, with API keys and the settings of a new
 * installation.
 * @param serverUrl a Postgres server, where a database is created for this run; empty: the embedded database in a new
 * folder
 * @param more further settings of the server
 */
export async function serveSample(
  serverUrl: string,
  workspaceCount: number,
  more: Readonly<Record<string, string>> = {},
): Promise<ServedCandor> {
  const own = await openFaultDatabase(serverUrl);
  const home = await mkdtemp(join(tmpdir(), 'candor-load-'));
  const discard = async () => {
    await rm(home, { recursive: true, force: true });
    await own?.drop();
  };
  const metricsKey = randomBytes(16).toString('hex');
  const settings = {
    CANDOR_DATA: join(home, 'data'),
    CANDOR_AUTH: 'keys',
    CANDOR_SAMPLE: 'off',
    CANDOR_METRICS_KEY: metricsKey,
    ...(own ? { DATABASE_URL: own.url } : {}),
    ...more,
  };
  try {
    const secrets = await fill(settings, workspaceCount);
    const child = await startServe(settings);
    const close = async () => {
      await child.stop();
      await discard();
    };
    return { ...child, secrets, metricsKey, databaseName: own ? 'Postgres' : 'embedded', close };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function fill(settings: Readonly<Record<string, string>>, workspaceCount: number): Promise<string[]> {
  const app = await openApp(loadConfig(settings), { log: silentLog });
  const quiet = { update: () => undefined, finish: () => undefined };
  const secrets: string[] = [];
  try {
    for (let index = 0; index < workspaceCount; index += 1) {
      const workspaceId = newId();
      await app.workspaces.ensure(workspaceId, `Workspace ${index + 1}`);
      const caller = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
      await loadSample(app, caller, { progress: () => quiet, signal: new AbortController().signal });
      secrets.push((await app.keys.create(workspaceId, 'bench', 'EDITOR')).secret);
    }
  } finally {
    await app.close();
  }
  return secrets;
}

async function startServe(settings: Readonly<Record<string, string>>) {
  const pairs = Object.entries({ ...settings, PORT: '0' }).map(([key, value]) => `${key}=${value}`);
  const command = [...pairs, process.execPath, '--import', 'tsx', main, 'serve', '--json', '--quiet'];
  const child = spawn('env', command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => {
    errors = (errors + piece.toString()).slice(-2_000);
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const last = setTimeout(() => child.kill('SIGKILL'), stopMillis);
    await exited;
    clearTimeout(last);
  };
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (piece: Buffer) => {
      out += piece.toString();
      const found = /"url": "(http[^"]+)"/.exec(out)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`candor serve ended: ${out}${errors}`)));
  });
  void exited.then(([code, signal]) => {
    errors += `\ncandor serve ended with ${code ?? signal}\n`;
  });
  return { url, processId: child.pid ?? 0, lastWords: () => errors, stop };
}
