import type { CandorError } from '../../errors.ts';

/** Somebody who waits. Both functions take it out of the queue. */
export interface Waiter {
  readonly admit: () => void;
  readonly refuse: (fault: CandorError) => void;
}

/** Who waits for a turn. Workspaces take turns, and within one its clients; a client's own come in their order. */
export interface Turns {
  /** @param workspaceId omitted: all */
  count(workspaceId?: string): number;
  add(workspaceId: string, client: string, waiter: Waiter): void;
  remove(workspaceId: string, client: string, waiter: Waiter): void;
  /** The next one in a workspace that has a place; it is still in the queue, and at its end afterwards. */
  next(hasPlace: (workspaceId: string) => boolean): Waiter | undefined;
  /**
   * The newest of the client that has the most waiting, where it makes the queue fairer that this client takes its
   * place; undefined: this client has as many as anybody.
   */
  crowding(workspaceId: string, client: string): Waiter | undefined;
}

/** In the order of their turns: a client, or a workspace, that has had one goes to the end. */
type Line = Map<string, Waiter[]>;

export function createTurns(): Turns {
  const lines = new Map<string, Line>();
  const lengthOf = (line: Line | undefined) => [...(line?.values() ?? [])].reduce((sum, own) => sum + own.length, 0);
  const drop = (workspaceId: string, client: string, waiter: Waiter) => {
    const line = lines.get(workspaceId);
    const rest = line?.get(client)?.filter((each) => each !== waiter) ?? [];
    if (rest.length > 0) line?.set(client, rest);
    else line?.delete(client);
    if (line?.size === 0) lines.delete(workspaceId);
  };
  return {
    count: (workspaceId) =>
      workspaceId === undefined
        ? [...lines.values()].reduce((sum, line) => sum + lengthOf(line), 0)
        : lengthOf(lines.get(workspaceId)),
    add: (workspaceId, client, waiter) => {
      const line: Line = lines.get(workspaceId) ?? new Map<string, Waiter[]>();
      line.set(client, [...(line.get(client) ?? []), waiter]);
      lines.set(workspaceId, line);
    },
    remove: drop,
    next: (hasPlace) => {
      for (const [workspaceId, line] of lines) {
        if (!hasPlace(workspaceId)) continue;
        const [[client, own] = ['', []]] = line;
        toEnd(lines, workspaceId, line);
        toEnd(line, client, own);
        return own[0];
      }
      return undefined;
    },
    crowding: (workspaceId, client) => {
      const line = lines.get(workspaceId);
      const most = [...(line?.values() ?? [])].reduce<Waiter[]>((a, b) => (b.length > a.length ? b : a), []);
      return most.length > (line?.get(client)?.length ?? 0) + 1 ? most.at(-1) : undefined;
    },
  };
}

function toEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
