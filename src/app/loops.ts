import { type AskGraph, buildGraph } from '../agent/ask.ts';
import type { AgentParts } from '../agent/parts/parts.ts';
import { isCandorError } from '../errors.ts';
import { type Embedders, patiently } from '../knowledge/embedders/embedders.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Caller } from '../workspaces/caller.ts';

/** What depends on the embedder of a workspace. */
export interface Loop {
  readonly embedder: Embedder;
  readonly agent: AgentParts;
  readonly graph: AskGraph;
}

/** One loop for each embedder, made when a workspace needs it. */
export interface Loops {
  readonly usual: Loop;
  of(workspaceId: string): Promise<Loop>;
  /**
   * Does something with the loop of a workspace, and once more if its vectors have meanwhile become those of another
   * embedder: it is changed in the background, perhaps by another process.
   */
  within<Result>(workspaceId: string, work: (loop: Loop) => Promise<Result>): Promise<Result>;
  /** The loop of a workspace whose vectors turned out to be another embedder's; null: none here has that one. */
  reEmbedded(workspaceId: string, error: unknown): Promise<Loop | null>;
}

export function createLoops(embedders: Embedders, partsFor: (embedder: Embedder) => AgentParts): Loops {
  const made = new Map<Embedder, Loop>();
  const loopFor = (embedder: Embedder): Loop => {
    const known = made.get(embedder);
    if (known) return known;
    const agent = partsFor(embedder);
    const loop = { embedder, agent, graph: buildGraph(agent) };
    made.set(embedder, loop);
    return loop;
  };
  // Most processes need no other.
  const usual = loopFor(embedders.usual);
  const of = async (workspaceId: string) => loopFor(await embedders.of(workspaceId));
  const reEmbedded = async (workspaceId: string, error: unknown): Promise<Loop | null> => {
    if (!isCandorError(error, 'EMBEDDER_MISMATCH')) return null;
    // The fault may also be the database's, which garbles or delays what it sends.
    const now = await patiently((signal) => embedders.stored(workspaceId, signal));
    return now && loopFor(now);
  };
  return {
    usual,
    of,
    reEmbedded,
    within: async (workspaceId, work) => {
      const loop = await of(workspaceId);
      try {
        return await work(loop);
      } catch (error) {
        const now = await reEmbedded(workspaceId, error);
        if (now === null || now === loop) throw error;
        return work(now);
      }
    },
  };
}

type Verbs = Readonly<Record<string, (caller: Caller, ...rest: never[]) => Promise<unknown>>>;

/** Verbs of which each is carried out by those of the caller's loop. */
export function perEmbedder<Own extends object>(loops: Loops, verbsOf: (loop: Loop) => Own): Own {
  const made = new WeakMap<Loop, Own>();
  const verbs = (loop: Loop): Own => {
    const known = made.get(loop) ?? verbsOf(loop);
    made.set(loop, known);
    return known;
  };
  const byLoop = (name: string) => [
    name,
    (caller: Caller, ...rest: never[]) =>
      loops.within(caller.workspaceId, async (loop) => (verbs(loop) as Verbs)[name]?.(caller, ...rest)),
  ];
  // Every verb takes the caller first and is asynchronous, so these have the types of their own.
  return Object.fromEntries(Object.keys(verbs(loops.usual)).map(byLoop)) as Own;
}
