import type { Database, Transaction } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { leaseOwner } from '../jobs/runJob.ts';
import { endReading, renewReading, takeReading } from './sources.sql.ts';
import { sourceAt, type SourceReading } from './sources.ts';

/** A source that nobody else reads or removes meanwhile. */
export interface SourceHold {
  /** Aborts if another process has taken the source, because this one was not heard from. */
  readonly lost: AbortSignal;
  /** Rows that the hold itself has written since it was taken. */
  rowsWritten(): number;
  /** Takes a source that has just been created; does nothing if it is held. */
  take(transaction: Transaction): Promise<void>;
  /** Says how far the reading is. */
  note(done: number, total: number): void;
  release(): Promise<void>;
}

/** A process that has not renewed for this long is dead: who killed it and starts it again waits no longer. */
const leaseSeconds = 20;
const renewMillis = 5_000;

/**
 * Takes a source for a reading. One that is not there yet is taken when it is created.
 * @throws OVERLOADED if another reading has it
 */
export async function holdSource(database: Database, workspaceId: string, root: string): Promise<SourceHold> {
  const hold = new Hold(database, workspaceId, root);
  await hold.begin();
  return hold;
}

class Hold implements SourceHold {
  readonly #database: Database;
  readonly #workspaceId: string;
  readonly #root: string;
  readonly #lost = new AbortController();
  #reading: SourceReading = { since: new Date().toISOString(), done: 0, total: 0 };
  #sourceId: string | undefined;
  #renewals = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, workspaceId: string, root: string) {
    this.#database = database;
    this.#workspaceId = workspaceId;
    this.#root = root;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  rowsWritten(): number {
    return this.#renewals;
  }

  async begin(): Promise<void> {
    await this.#database.inWorkspace(this.#workspaceId, async (transaction) => {
      await this.take(transaction);
      if (this.#sourceId === undefined && (await sourceAt(transaction, this.#workspaceId, this.#root)))
        throw new CandorError('OVERLOADED', `${this.#root} is being read.`, {
          details: { source: this.#root },
          remedy: 'Try again when it is done; "candor sources" says how far it is.',
        });
    });
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), renewMillis);
  }

  async take(transaction: Transaction): Promise<void> {
    if (this.#sourceId !== undefined) return;
    const [taken] = await transaction.query(takeReading, {
      ...this.#values(),
      root: this.#root,
      isAlone: this.#database.kind === 'embedded',
    });
    this.#sourceId = taken?.source_id;
  }

  note(done: number, total: number): void {
    this.#reading = { ...this.#reading, done, total };
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    const sourceId = this.#sourceId;
    if (sourceId === undefined) return;
    await this.#database
      .inWorkspace(this.#workspaceId, (transaction) =>
        transaction.query(endReading, { workspaceId: this.#workspaceId, sourceId, owner: leaseOwner }),
      )
      // It lapses by itself.
      .catch(() => undefined);
  }

  /** A renewal that fails is tried again: the database may be back before the lease ends. */
  async #renew(): Promise<void> {
    const sourceId = this.#sourceId;
    if (sourceId === undefined) return;
    const rows = await this.#database.inWorkspace(this.#workspaceId, (transaction) =>
      transaction.query(renewReading, { ...this.#values(), sourceId }),
    );
    this.#renewals += rows.length;
    if (rows.length === 0) this.#lost.abort();
  }

  #values() {
    const reading = JSON.stringify(this.#reading);
    return { workspaceId: this.#workspaceId, owner: leaseOwner, leaseSeconds, reading };
  }
}
