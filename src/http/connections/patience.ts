/** How long the server waits for the other end of a connection. Milliseconds, unless a name says otherwise. */
export interface ConnectionPatience {
  /** From a connection, or the first byte of a request, to the end of its headers. */
  readonly headers: number;
  /** Between a response and the next request of its connection. */
  readonly keepAlive: number;
  /**
   * How far a body may fall behind `bytesPerSecond`, and how long a response may stay unread beyond the time that its
   * size takes at that pace.
   */
  readonly transfer: number;
  readonly bytesPerSecond: number;
  /** For the rest of a body whose request is answered already. */
  readonly linger: number;
  /** For the request of a connection that is one too many, so that it is told so. */
  readonly refused: number;
  /** How often all this is looked at: what is late ends so much later at most. */
  readonly check: number;
}

/**
 * Node's own limits would be 60 s for headers and 300 s for a request, looked at every 30 s: a byte a second held a
 * connection for five minutes, and 200 MB needed 5 Mbit/s.
 */
export const usualPatience: ConnectionPatience = {
  headers: 15_000,
  keepAlive: 5_000,
  transfer: 30_000,
  bytesPerSecond: 8_192,
  linger: 5_000,
  refused: 1_000,
  check: 1_000,
};
