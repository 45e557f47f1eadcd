import pg from 'pg';
import { messageOf } from '../errors.ts';
import { readOnlyServer } from './databaseFault.ts';

/** What DATABASE_URL names: one address for each host, in its order. */
export interface Addresses {
  readonly urls: readonly [string, ...string[]];
  /** Whether a server that only reads is passed over. */
  readonly mustWrite: boolean;
}

/** How long a host may take to say whether it is the one. */
const hostMillis = 1_500;

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;

/**
 * Takes apart an address as libpq writes it: `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`.
 * Node-postgres knows one host and would refuse more as an invalid URL. Of several hosts, Candor wants one that takes
 * writes, unless `target_session_attrs=any` says otherwise.
 */
export function readAddresses(databaseUrl: string): Addresses {
  const [, start = '', hosts = '', path = '', query = ''] = parts.exec(databaseUrl) ?? [];
  const settings = new URLSearchParams(query);
  const wanted = settings.get('target_session_attrs');
  if (!hosts.includes(',') && wanted === null) return { urls: [databaseUrl], mustWrite: false };
  settings.delete('target_session_attrs');
  const rest = settings.size > 0 ? `?${settings.toString()}` : '';
  const [first = '', ...others] = hosts.split(',').map((host) => `${start}${host}${path}${rest}`);
  return { urls: [first, ...others], mustWrite: wanted !== 'any' };
}

interface Host {
  readonly host: string;
  readonly port: number;
}

/**
 * The class of a pool's connections. Where there is a choice, each connection asks the hosts in their order, beginning
 * with the last that was good, as libpq does; so a pool finds the new primary by itself.
 */
export function clientOf({ urls, mustWrite }: Addresses): typeof pg.Client {
  if (urls.length === 1 && !mustWrite) return pg.Client;
  let lastGood = urls[0];
  const choose = async (): Promise<Host> => {
    const faults: string[] = [];
    let reading = 0;
    for (const url of [lastGood, ...urls.filter((other) => other !== lastGood)]) {
      try {
        const found = await look(url);
        if (mustWrite && found.isReadOnly) {
          reading += 1;
          continue;
        }
        lastGood = url;
        return found;
      } catch (error) {
        faults.push(messageOf(error));
      }
    }
    // One that is down may be the primary: only if all of them answer, waiting does not help.
    if (reading > 0 && faults.length === 0) throw readOnlyServer();
    throw new Error([...faults, ...(reading > 0 ? [`${reading} only read`] : [])].join('; '));
  };
  type Callback = (error: Error) => void;
  return class extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: Callback): void;
    override connect(callback?: Callback): Promise<this> | void {
      const connected = choose().then((host) => Object.assign(this, host));
      if (!callback) return connected.then(() => super.connect()).then(() => this);
      connected.then(
        () => super.connect(callback),
        (error: unknown) => callback(error as Error),
      );
    }
  };
}

async function look(url: string): Promise<Host & { readonly isReadOnly: boolean }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: hostMillis,
    query_timeout: hostMillis,
    application_name: 'candor',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is`,
    );
    return { host: client.host, port: client.port, isReadOnly: rows[0]?.is === true };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How long a connection may take in all. */
export function connectMillis({ urls }: Addresses): number {
  return 3_000 + (urls.length - 1) * hostMillis;
}
