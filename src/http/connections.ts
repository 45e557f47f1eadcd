import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Cuts what carries no request now, and the others as soon as their response is complete. */
  endIdle(): void;
}

/**
 * Node's closeIdleConnections() leaves connections that have not sent a request yet, and those that turn idle later: a
 * stop took the client's 4 s.
 */
export function trackConnections(server: Server): Connections {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  let ending = false;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('upgrade', ({ socket }) => void open.delete(socket));
  server.on('request', ({ socket }, response) => {
    busy.add(socket);
    response.once('close', () => {
      busy.delete(socket);
      if (ending) socket.destroySoon();
    });
  });
  return {
    endIdle: () => {
      ending = true;
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
    },
  };
}
