import { largeParts, pageOfRuns } from '../agent/runs/runs.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseNode } from '../db/probe.ts';
import { CandorError, diagnosisOf, isCandorError } from '../errors.ts';
import { listUnconfirmed } from '../knowledge/editions/editions.ts';
import { primaryLanguage } from '../knowledge/language/language.ts';
import { type ChatModel, leftOutUntil } from '../models/chat.ts';
import { isOfManyLanguages } from '../models/embedder.ts';
import type { Models } from '../models/openModels.ts';
import { createWorkspaces, type Workspace } from '../workspaces/workspaces.ts';

/** The result of one test. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
  /** What to do if it failed. */
  readonly remedy: string | null;
  /** Until when questions do without a part that works, but was too slow for one; otherwise left out. */
  readonly until?: Date;
}

export interface DoctorParts {
  readonly database: Database;
  readonly models: Models;
  readonly workspaceId: string;
  /** Which embedder is configured. */
  readonly setting?: string;
  /** Gives the chat model a task. @returns what to report about it @throws if the model cannot do it */
  readonly tryChat: (chat: ChatModel, signal: AbortSignal | undefined) => Promise<string>;
}

export interface DoctorOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * False skips the chat model, reranker, reader and entailment model: a probe every few seconds must not cost tokens,
   * and Candor answers without them.
   */
  readonly callChat?: boolean;
}

/** The text that readers are tested with. */
const bike = 'A bike is red.';

/** Tests each component once, with real calls. Never throws. */
export async function doctor(parts: DoctorParts, { signal, callChat = true }: DoctorOptions = {}): Promise<Check[]> {
  const { database, models, workspaceId, setting, tryChat } = parts;
  const options = signal ? { signal } : {};
  const findWorkspace = () => createWorkspaces(database).find(workspaceId);
  const checks = [
    check('database', async () => {
      await database.probe();
      const server = `${database.kind} Postgres, schema ${database.schemaVersion}`;
      if (!database.distributed) return `${server}, ${named(await findWorkspace())}`;
      return `${server}, distributed`;
    }),
    check('embedder', async () => {
      const vector = await models.embedder.embedQuery('a question', options);
      const others = models.embedders.slice(1).map(({ fingerprint }) => fingerprint);
      const also =
        others.length === 0
          ? ''
          : ` (EMBEDDER=${setting ?? 'auto'}); where a workspace has its vectors, ${others.join(', ')}`;
      return `${models.embedder.fingerprint}, ${vector.length} dimensions${also}`;
    }),
    check('vectors', async () => {
      // With its node, a workspace is lost to every process alike: this one can still serve the others.
      const workspace = await (database.distributed ? findWorkspace().catch(() => undefined) : findWorkspace());
      const stored = workspace?.embedder ?? null;
      if (stored !== null && !models.embedders.some(({ fingerprint }) => fingerprint === stored))
        throw new Error(`The stored vectors are of ${stored}. Run "candor ingest --re-embed".`);
      return stored === null ? 'none stored yet' : `of ${stored}`;
    }),
  ];
  if (callChat)
    checks.push(
      check('editions', () => sayEditions(database, workspaceId)),
      check('languages', async () => sayLanguages(database, models, await findWorkspace())),
    );
  if (callChat && database.distributed)
    checks.push(
      check('workers', async () => sayNodes(await database.nodes())),
      check('workspace', async () => named(await findWorkspace())),
    );
  if (callChat)
    checks.push(
      check('chat model', async () => {
        if (!models.chat) return 'none: answers are whole sentences from the documents';
        const until = leftOutUntil(models.chat);
        const tried = await tryChat(models.chat, signal);
        return until ? `${tried}; before this test, ${leftOut(until)}` : tried;
      }),
      check('reranker', async () => {
        if (!models.reranker) return 'none: the fused order stands';
        await models.reranker.score('a question', ['a passage'], options);
        return models.reranker.id;
      }),
      check('reader', async () => {
        if (!models.reader) return 'none: passages are not read before the gate decides';
        // The chat model has just been asked.
        if (!models.reader.prompt)
          await models.reader.read(
            'What colour is the bike?',
            [{ title: 'Bikes', text: bike, sentences: [{ start: 0, end: bike.length }] }],
            options,
          );
        return models.reader.id;
      }),
      check('entailment', async () => {
        if (!models.entailment) return 'none: the verdict of the checks stands';
        await models.entailment.judge([{ premise: bike, hypothesis: 'A bike has a colour.' }], options);
        return models.entailment.id;
      }),
    );
  const until = !callChat && models.chat ? leftOutUntil(models.chat) : null;
  if (until) checks.push(check('chat model', () => Promise.resolve(leftOut(until))).then((one) => ({ ...one, until })));
  return Promise.all(checks);
}

const leftOut = (until: Date) =>
  `questions did without it until ${until.toISOString()}, because it was too slow for one`;

function named(workspace: Workspace | undefined): string {
  return workspace ? `workspace ${workspace.name}: ${workspace.documentCount} documents` : 'no workspace yet';
}

/** Nothing is wrong with editions that nobody has confirmed: both are shown, and no answer from them is CONFIDENT. */
async function sayEditions(database: Database, workspaceId: string): Promise<string> {
  const operator = { workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  const { length } = await listUnconfirmed(database, operator);
  return length === 0 ? 'none unconfirmed' : `${length} unconfirmed: "candor documents --editions" lists them`;
}

/** So many of the newest refused questions are looked at. */
const refusalsRead = 100;

/** Whether questions were refused that the embedder for several languages may find documents for. */
async function sayLanguages(
  database: Database,
  { embedders }: Models,
  workspace: Workspace | undefined,
): Promise<string> {
  const stored = workspace?.embedder ?? null;
  const isOffered = embedders.some(({ fingerprint }) => isOfManyLanguages(fingerprint));
  if (!workspace || stored === null || !isOffered) return 'documents are found in the languages of the embedder';
  if (isOfManyLanguages(stored)) return 'documents are found in other languages than the question';
  const { nodes } = await pageOfRuns(
    database,
    { workspaceId: workspace.id, accessGroups: null },
    { first: refusalsRead },
    { outcome: 'ABSTENTION' },
    { without: largeParts },
  );
  const others = nodes.flatMap(({ plan }) => {
    const name = primaryLanguage(plan?.language ?? 'en');
    return name === 'en' || name === 'und' ? [] : name;
  });
  return others.length === 0
    ? 'no question in another language than English was refused lately'
    : `${others.length} of the ${nodes.length} newest refused questions are in ${[...new Set(others)].toSorted().join(', ')}: EMBEDDER=multilingual finds documents in other languages than the question`;
}

/** @throws DATABASE_UNREACHABLE that names the nodes that do not answer */
function sayNodes(nodes: readonly DatabaseNode[]): string {
  const lost = nodes.filter(({ answers }) => !answers).map(({ name }) => name);
  if (lost.length === 0) return `${nodes.length} nodes answer`;
  throw new CandorError(
    'DATABASE_UNREACHABLE',
    `The coordinator does not reach ${lost.join(', ')}: the workspaces there answer nothing until it does.`,
    {
      remedy: 'Start the node again, or let its standby take its place with citus_update_node (docs/scaling.md).',
    },
  );
}

async function check(name: string, run: () => Promise<string>): Promise<Check> {
  try {
    return { name, passed: true, detail: await run(), remedy: null };
  } catch (error) {
    return {
      name,
      passed: false,
      detail: diagnosisOf(error),
      remedy: isCandorError(error) ? error.remedy : 'Read the message; "candor doctor" tests it again.',
    };
  }
}
