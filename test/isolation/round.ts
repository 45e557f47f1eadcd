import type { AsyncCommand } from 'fast-check';
import type { Caller } from '../../src/workspaces/caller.ts';
import { operationOf, type Drawn, type Operation } from './operations.ts';
import { tellsRuns } from './requests.ts';
import { type Reply, type Rig, send } from './rig.ts';
import {
  canariesIn,
  mayRead,
  type ModelDocument,
  type ModelRun,
  type ModelWorkspace,
  askedOf,
  readableNow,
  readableWithRuns,
} from './world.ts';

/** What is the same for all rounds of one history. */
export interface Model {
  readonly workspaces: readonly ModelWorkspace[];
  readonly newCanary: () => string;
  /** All that were made: a question with a slip in one looks like another. */
  readonly issued: ReadonlySet<string>;
  /** How often each operation was sent, and how each ended. */
  readonly told: Map<string, number>;
  /** Milliseconds that the operations of a kind took together, others at work beside them. */
  readonly took: Map<string, number>;
}

/** One operation in every workspace, all at once, so that they meet on the same few connections; within a workspace one follows the other, which makes the model exact. */
export class Round implements AsyncCommand<Model, Rig> {
  readonly #drawn: readonly Drawn[];
  readonly #kills: number;

  constructor(drawn: readonly Drawn[], kills: number) {
    this.#drawn = drawn;
    this.#kills = kills;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, rig: Rig): Promise<void> {
    const steps = model.workspaces.map((_, position) => told(model, rig, position, this.#drawn[position]!));
    if (this.#kills > 0) steps.push(rig.kill(this.#kills));
    const ended = await Promise.allSettled(steps);
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    if (rig.faults.length > 0) throw new Error(`INTERNAL: ${rig.faults.join('\n')}`);
  }

  toString(): string {
    return `Round(${this.#drawn.length}, ${this.#kills} kills)`;
  }
}

/** A step whose failure tells what was sent to its workspace before. */
async function told(model: Model, rig: Rig, position: number, drawn: Drawn): Promise<void> {
  try {
    await step(model, rig, position, drawn);
  } catch (cause) {
    const { story } = model.workspaces[position]!;
    throw new Error(`${(cause as Error).message}\n${story.join('\n')}`, { cause });
  }
}

const mostTold = 200;

/** Keeps the newest lines. A copy of each: a part of a reply would keep the whole of it in memory. */
function tell({ story }: ModelWorkspace, drawn: Drawn, { variables }: Operation, caller: Caller, reply: Reply): void {
  const left = drawn.leaves === null ? '' : `, who left after ${drawn.leaves} turns`;
  const line = `${drawn.kind} ${JSON.stringify(variables)} by ${describeCaller(caller)}${left}: ${reply.codes.join() || 'DONE'} ${reply.text.slice(0, 400)}`;
  story.push(Buffer.from(line).toString());
  if (story.length > mostTold) story.shift();
}

async function step(model: Model, rig: Rig, position: number, drawn: Drawn): Promise<void> {
  const { workspaces, newCanary } = model;
  const workspace = workspaces[position]!;
  const other = workspaces[(position + 1 + (drawn.target % (workspaces.length - 1))) % workspaces.length]!;
  const caller = workspace.callers[drawn.caller % workspace.callers.length]!;
  const operation = operationOf(drawn, { workspace, other, caller, newCanary });
  if (!operation) return;
  const run = beginRun(workspace, caller, operation);
  const before = readableNow(workspace, caller);
  operation.before?.();
  const began = performance.now();
  const reply = await send(rig.app, caller, operation, drawn.leaves);
  model.took.set(drawn.kind, (model.took.get(drawn.kind) ?? 0) + performance.now() - began);
  count(model.told, `${drawn.kind}: ${reply.codes[0] ?? 'DONE'}`);
  tell(workspace, drawn, operation, caller, reply);
  if (reply.data && reply.codes.length === 0) operation.after?.(reply.data);
  // Whether a change that failed was made before it did, only the database knows. One that was forbidden was not: if an answer should not fit the model later, it is read back then.
  const isRefused = reply.codes[0] === 'FORBIDDEN';
  if (operation.before !== undefined || operation.after !== undefined)
    if (hasFailed(reply) && !isRefused) await readBack(rig, workspace);
  if (run) run.id = idOfRun(reply);
  note(workspace, reply);
  if (
    !leaksOf(model.issued, workspace, caller, operation, reply, before).length &&
    isWhole(workspace, caller, operation, reply)
  )
    return;
  // A caller who left does not learn that its change was made a moment later.
  await readBack(rig, workspace);
  const leaks = leaksOf(model.issued, workspace, caller, operation, reply, before);
  if (leaks.length > 0)
    throw new Error(
      `${operation.name} ${JSON.stringify(operation.variables)} told ${describeCaller(caller)} of ${leaks
        .map((canary) => describeOwner(workspaces, workspace, canary))
        .join(', ')}: ${reply.text.slice(0, 3_000)}`,
    );
  const again = await send(rig.app, caller, operation);
  if (!isWhole(workspace, caller, operation, again))
    throw new Error(
      `${operation.name} ${JSON.stringify(operation.variables)} told ${describeCaller(caller)} another list than the model: ${again.text.slice(0, 2_000)}`,
    );
}

const count = (told: Map<string, number>, what: string) => told.set(what, (told.get(what) ?? 0) + 1);
const hasFailed = ({ text, codes }: Reply) => codes.length > 0 || /"(?:errors|error)":(?:\[\{|\{)/.test(text);

/** It is there whether or not its id is told. */
function beginRun(workspace: ModelWorkspace, asker: Caller, { name }: Operation): ModelRun | undefined {
  if (name !== 'ask' && name !== 'replay') return undefined;
  const run: ModelRun = { id: null, asker, canaries: askedOf(workspace, asker) };
  workspace.runs.push(run);
  return run;
}

function idOfRun({ data }: Reply): string | null {
  const asked = data?.['ask'] as { id?: string } | undefined;
  const repeated = data?.['replayRun'] as { run: { id: string } | null } | undefined;
  return asked?.id ?? repeated?.run?.id ?? null;
}

/** Ids and cursors that were told, for this workspace and others to try. */
function note({ ids, cursors }: ModelWorkspace, { text }: Reply): void {
  for (const [, id] of text.matchAll(/"(?:id|runId|chunkId)":"([0-9a-f-]{36})"/g)) if (ids.size < 500) ids.add(id!);
  for (const [, cursor] of text.matchAll(/"(?:endCursor|cursor)":"([^"]+)"/g))
    if (cursors.size < 100) cursors.add(cursor!);
}

/** What the answer tells and the caller may not know; what it said itself is no secret to it. */
function leaksOf(
  issued: ReadonlySet<string>,
  workspace: ModelWorkspace,
  caller: Caller,
  { name, variables }: Operation,
  { text }: Reply,
  before: ReadonlySet<string>,
): string[] {
  const said = new Set(canariesIn(JSON.stringify(variables)));
  const told = canariesIn(text).filter((canary) => issued.has(canary) && !said.has(canary) && !before.has(canary));
  if (told.length === 0) return [];
  const readable = tellsRuns.has(name) ? readableWithRuns(workspace, caller) : readableNow(workspace, caller);
  return told.filter((canary) => !readable.has(canary));
}

/** Nothing is hidden that should be seen: without this, an app that tells nothing would pass. */
function isWhole(workspace: ModelWorkspace, caller: Caller, { name, variables }: Operation, reply: Reply): boolean {
  if (reply.codes.length > 0) return true;
  const kept = workspace.documents.filter((document) => document.state === 'KEPT' && mayRead(caller, document));
  if (name === 'documents' && Object.keys(variables['filter'] ?? {}).length === 0 && !('after' in variables)) {
    const { nodes, totalCount } = reply.data?.['documents'] as { nodes: { key: string }[]; totalCount: number };
    const keys = nodes.map(({ key }) => key).sort();
    return (
      totalCount === kept.length &&
      keys.join() ===
        kept
          .map(({ key }) => key)
          .sort()
          .join()
    );
  }
  if (name === 'workspace') {
    const { documentCount } = reply.data?.['workspace'] as { documentCount: number };
    return documentCount === kept.filter(({ isDraft }) => !isDraft).length;
  }
  if (name !== 'document') return true;
  const wanted = kept.find(({ id }) => id === variables['id']);
  return wanted === undefined || [...wanted.canaries].some((canary) => reply.text.includes(canary));
}

interface Listed {
  readonly id: string;
  readonly key: string;
  readonly state: 'DRAFT' | 'PUBLISHED';
  readonly accessGroups: readonly string[] | null;
}

/** Brings the model to what is stored. What belongs to whom it never reads back: that is the model's alone. */
async function readBack({ app, settled }: Rig, workspace: ModelWorkspace): Promise<void> {
  await settled();
  const [admin] = workspace.callers;
  const list = async (deleted: boolean): Promise<readonly Listed[]> => {
    for (let left = 20; ; left -= 1) {
      const { data, text } = await send(app, admin!, { name: 'documents', variables: { filter: { deleted } } });
      if (data) return (data['documents'] as { nodes: Listed[] }).nodes;
      if (left === 0) throw new Error(`the documents cannot be read back: ${text}`);
    }
  };
  const [kept, deleted] = [await list(false), await list(true)];
  for (const document of workspace.documents) {
    const found = [...kept, ...deleted].find(({ key }) => key === document.key);
    document.state = !found ? 'PURGED' : kept.includes(found) ? 'KEPT' : 'DELETED';
    if (found) takeOver(document, found);
  }
}

function takeOver(document: ModelDocument, { id, state, accessGroups }: Listed): void {
  document.id = id;
  document.isDraft = state === 'DRAFT';
  document.groups = accessGroups ?? [];
}

const describeCaller = ({ role, accessGroups, scopes, runs }: Caller) =>
  `${role} ${JSON.stringify({ accessGroups, scopes, runs })}`;

function describeOwner(workspaces: readonly ModelWorkspace[], own: ModelWorkspace, canary: string): string {
  const owner = workspaces.find(
    (one) =>
      one.canary === canary ||
      one.documents.some(({ canaries }) => canaries.has(canary)) ||
      one.curated.some((answer) => answer.canary === canary),
  );
  const document = owner?.documents.find(({ canaries }) => canaries.has(canary));
  const curated = owner?.curated.find((answer) => answer.canary === canary);
  return `${canary} (${owner === own ? 'its own workspace' : 'ANOTHER WORKSPACE'}, ${JSON.stringify(document ?? curated?.sources ?? null, (_key, value: unknown) => (value instanceof Set ? [...value] : value))})`;
}
