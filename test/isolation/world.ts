import { type Caller, readsDrafts, runsOf } from '../../src/workspaces/caller.ts';

/** A document as the model has it. */
export interface ModelDocument {
  readonly key: string;
  readonly title: string;
  /** Those of all of its versions. */
  readonly canaries: Set<string>;
  id: string | null;
  isDraft: boolean;
  /** Null or empty: open to all. */
  groups: readonly string[];
  state: 'KEPT' | 'DELETED' | 'PURGED';
}

export interface ModelRun {
  /** Null: it was asked, and whether it was recorded was not told. */
  id: string | null;
  readonly asker: Caller;
  /** What it may tell: all that its asker could read when it was asked, and the question. */
  readonly canaries: ReadonlySet<string>;
}

interface ModelCurated {
  readonly canary: string;
  readonly sources: readonly ModelDocument[];
}

/** A workspace as the model has it, and ids that its answers gave, for others to try. */
export interface ModelWorkspace {
  readonly id: string;
  readonly canary: string;
  readonly callers: readonly Caller[];
  readonly documents: ModelDocument[];
  readonly runs: ModelRun[];
  readonly curated: ModelCurated[];
  /** Of documents, versions, chunks, runs, jobs, curated answers, aliases and feedback. */
  readonly ids: Set<string>;
  readonly cursors: Set<string>;
  /** What was sent to it, oldest first, for whoever has to explain a leak. */
  readonly story: string[];
}

/** Made of nothing that stands in a text, so that one that is told was read. */
export const canaryShape = /zq[bcdfghjkmnpqrtvwxz]{12}k/gi;
const letters = 'bcdfghjkmnpqrtvwxz';

export function createCanaries(below: (count: number) => number): () => string {
  return () => `zq${Array.from({ length: 12 }, () => letters[below(letters.length)]).join('')}k`;
}

const isOpenTo = ({ accessGroups }: Caller, { groups }: ModelDocument): boolean =>
  accessGroups === null || groups.length === 0 || groups.some((group) => accessGroups.includes(group));

/** Whether a caller may read a document now; those that are deleted, for whoever may bring them back. */
export function mayRead(caller: Caller, document: ModelDocument): boolean {
  if (document.state === 'PURGED' || !isOpenTo(caller, document)) return false;
  return readsDrafts(caller) || (!document.isDraft && document.state === 'KEPT');
}

/** A curated answer is what its author publishes: a source that is withdrawn since makes it stale, and only one that is closed to the caller, or gone and with it its groups, hides it. */
function mayReadCurated(caller: Caller, { sources }: ModelCurated): boolean {
  return sources.every((source) =>
    source.state === 'PURGED' ? caller.accessGroups === null : isOpenTo(caller, source),
  );
}

/** A run is for its asker, and for those who read every run and every group that its asker is in. */
export function mayReadRun(caller: Caller, { asker }: ModelRun): boolean {
  const own = caller.keyId === asker.keyId;
  if (!own && runsOf(caller) === 'OWN') return false;
  return (
    caller.accessGroups === null ||
    (asker.accessGroups?.every((group) => caller.accessGroups?.includes(group)) ?? false)
  );
}

/** All that the caller may be told in this moment; what was said in runs is told with them alone. */
export function readableNow(workspace: ModelWorkspace, caller: Caller): Set<string> {
  const { canary, documents, curated } = workspace;
  return new Set([
    canary,
    ...documents.filter((document) => mayRead(caller, document)).flatMap((document) => [...document.canaries]),
    ...curated.filter((answer) => mayReadCurated(caller, answer)).map((answer) => answer.canary),
  ]);
}

/**
 * What a run of the asker may hold: what is published to it at this moment, earlier turns included. Whoever asks, drafts
 * are never searched, so a run may be read by those who read none; what is withdrawn later stays in it.
 */
export function askedOf(workspace: ModelWorkspace, asker: Caller): Set<string> {
  return readableWithRuns(workspace, { ...asker, role: 'READER', scopes: ['ASK', 'READ'], runs: runsOf(asker) });
}

/** With what the runs tell that the caller may read. */
export function readableWithRuns(workspace: ModelWorkspace, caller: Caller): Set<string> {
  return new Set([
    ...readableNow(workspace, caller),
    ...workspace.runs.filter((run) => mayReadRun(caller, run)).flatMap((run) => [...run.canaries]),
  ]);
}

/** The canaries of a text. */
export function canariesIn(text: string): string[] {
  return [...new Set((text.match(canaryShape) ?? []).map((found) => found.toLowerCase()))];
}
