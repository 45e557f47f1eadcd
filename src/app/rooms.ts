import { type AskGraph, buildGraph } from '../agent/ask.ts';
import type { AgentParts } from '../agent/parts/parts.ts';
import { isCandorError } from '../errors.ts';
import { type Embedders, patiently } from '../knowledge/embedders/embedders.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Caller } from '../workspaces/caller.ts';

/** What depends on the embedder of a workspace. */
export interface Room {
  readonly embedder: Embedder;
  readonly agent: AgentParts;
  readonly graph: AskGraph;
}

/** One room for each embedder, made when a workspace needs it. */
export interface Rooms {
  readonly usual: Room;
  of(workspaceId: string): Promise<Room>;
  /**
   * Does something in the room of a workspace, and once more if its vectors have meanwhile become those of another
   * embedder: it is changed in the background, perhaps by another process.
   */
  within<Result>(workspaceId: string, work: (room: Room) => Promise<Result>): Promise<Result>;
  /** The room of a workspace whose vectors turned out to be another embedder's; null: none here has that one. */
  moved(workspaceId: string, error: unknown): Promise<Room | null>;
}

export function createRooms(embedders: Embedders, partsFor: (embedder: Embedder) => AgentParts): Rooms {
  const made = new Map<Embedder, Room>();
  const roomFor = (embedder: Embedder): Room => {
    const known = made.get(embedder);
    if (known) return known;
    const agent = partsFor(embedder);
    const room = { embedder, agent, graph: buildGraph(agent) };
    made.set(embedder, room);
    return room;
  };
  // Most processes need no other.
  const usual = roomFor(embedders.usual);
  const of = async (workspaceId: string) => roomFor(await embedders.of(workspaceId));
  const moved = async (workspaceId: string, error: unknown): Promise<Room | null> => {
    if (!isCandorError(error, 'EMBEDDER_MISMATCH')) return null;
    // The fault may also be the database's, which garbles or delays what it sends.
    const now = await patiently((signal) => embedders.stored(workspaceId, signal));
    return now && roomFor(now);
  };
  return {
    usual,
    of,
    moved,
    within: async (workspaceId, work) => {
      const room = await of(workspaceId);
      try {
        return await work(room);
      } catch (error) {
        const now = await moved(workspaceId, error);
        if (now === null || now === room) throw error;
        return work(now);
      }
    },
  };
}

type Verbs = Readonly<Record<string, (caller: Caller, ...rest: never[]) => Promise<unknown>>>;

/** Verbs of which each is carried out by those of the caller's room. */
export function inRooms<Own extends object>(rooms: Rooms, verbsOf: (room: Room) => Own): Own {
  const made = new WeakMap<Room, Own>();
  const verbs = (room: Room): Own => {
    const known = made.get(room) ?? verbsOf(room);
    made.set(room, known);
    return known;
  };
  const inRoom = (name: string) => [
    name,
    (caller: Caller, ...rest: never[]) =>
      rooms.within(caller.workspaceId, async (room) => (verbs(room) as Verbs)[name]?.(caller, ...rest)),
  ];
  // Every verb takes the caller first and is asynchronous, so these have the types of their own.
  return Object.fromEntries(Object.keys(verbs(rooms.usual)).map(inRoom)) as Own;
}
