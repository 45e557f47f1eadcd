import { z } from 'zod';

export interface AdmissionConfig {
  /** Questions processed at once by this process. */
  readonly atOnce: number;
  /** Of these, how many may belong to one workspace. */
  readonly perWorkspace: number;
  /** How many questions of a workspace may wait for their turn. */
  readonly queued: number;
  /** How long a question may wait. */
  readonly waitMillis: number;
  /** Concurrent operations over one WebSocket. */
  readonly perSocket: number;
}

export interface ConnectionConfig {
  /** Connections open at once, of any kind. */
  readonly total: number;
  /** Of these, how many may come from one client address. */
  readonly perAddress: number;
  /** How long a WebSocket or a shared event stream may stay open without an operation. */
  readonly idleMillis: number;
  /** How long the server goes on answering after it was asked to stop, while /readyz already refuses. */
  readonly drainMillis: number;
}

const whole = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};
/** More than any system allows one process to open. */
const mostConnections = 1_000_000;

export const connectionEnvironment = {
  CANDOR_CONNECTIONS: whole(1, mostConnections).default(1_000),
  CANDOR_CONNECTIONS_PER_ADDRESS: whole(1, mostConnections).optional(),
  CANDOR_IDLE_SECONDS: whole(1, 86_400).default(600),
  CANDOR_DRAIN_SECONDS: whole(0, 600).default(0),
};

interface ConnectionEnvironment {
  readonly CANDOR_CONNECTIONS: number;
  readonly CANDOR_CONNECTIONS_PER_ADDRESS?: number | undefined;
  readonly CANDOR_IDLE_SECONDS: number;
  readonly CANDOR_DRAIN_SECONDS: number;
}

/** One address may use half of the connections by default, so that no single client can use them all. */
export function connectionsOf(environment: ConnectionEnvironment): ConnectionConfig {
  const total = environment.CANDOR_CONNECTIONS;
  const perAddress = environment.CANDOR_CONNECTIONS_PER_ADDRESS ?? Math.ceil(total / 2);
  return {
    total,
    perAddress: Math.min(perAddress, total),
    idleMillis: environment.CANDOR_IDLE_SECONDS * 1_000,
    drainMillis: environment.CANDOR_DRAIN_SECONDS * 1_000,
  };
}
