import fc from 'fast-check';
import type { RequestName } from './requests.ts';
import { mayRead, type ModelDocument, type ModelWorkspace } from './world.ts';
import type { Caller } from '../../src/workspaces/caller.ts';

/** What fast-check draws for one operation; indices are taken modulo what is there. */
export interface Drawn {
  readonly kind: Kind;
  readonly caller: number;
  readonly target: number;
  /** Another workspace's documents, ids and cursors, in place of its own. */
  readonly foreign: boolean;
  readonly flavour: number;
  /** After how many turns of the event loop the caller leaves; null: stays. */
  readonly leaves: number | null;
}

/** A request, and how the model changes when it is answered. */
export interface Operation {
  readonly name: RequestName;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What it may do to the model, whatever becomes of it: known before it is sent. */
  readonly before?: () => void;
  /** It was done, as its answer says. */
  readonly after?: (data: Readonly<Record<string, unknown>>) => void;
}

export interface Scene {
  readonly workspace: ModelWorkspace;
  readonly other: ModelWorkspace;
  readonly caller: Caller;
  readonly newCanary: () => string;
}

const places = ['Heron', 'Osprey', 'Curlew', 'Plover'];
const groupsOf = [[], [], ['crew'], ['board'], ['crew', 'board']];
const most = 24;

const pick = <Item>(list: readonly Item[], index: number): Item | undefined => list[index % Math.max(1, list.length)];
const absent = '01900000-0000-7000-8000-0000000000ff';

/** Over twenty words, nearly the same in every document, so that copies are told. */
const textOf = (title: string, canary: string) =>
  `The passphrase of ${title} is ${canary}. It was set by the porter in the spring, and every guide who opens ${title} repeats it at the gate before the first tour of the day begins.`;

/** Questions that hidden documents would answer: by what all know of them, a slip beside their secret, its beginning, and a copy of their text. */
function questionFor(title: string, secret: string, flavour: number): string {
  const at = 3 + (flavour % 9);
  const slipped = `${secret.slice(0, at)}${secret[at + 1]}${secret[at]}${secret.slice(at + 2)}`;
  return [
    `What is the passphrase of ${title}?`,
    `Who set the passphrase of ${title}?`,
    slipped === secret ? `What is ${secret.slice(0, -1)}?` : `What is ${slipped}?`,
    `${secret.slice(0, 6)}*`,
    `passphrase "${title}"`,
    'It was set by the porter in the spring, and every guide repeats it at the gate.',
  ][flavour % 6]!;
}

interface Making extends Scene {
  readonly drawn: Drawn;
  readonly document: ModelDocument | undefined;
  readonly id: string;
  readonly question: string;
}
type Make = (making: Making) => Operation | undefined;

const keyInput = (document: ModelDocument, canary: string, more: object) => ({
  documents: [
    {
      key: document.key,
      title: document.title,
      content: { text: textOf(document.title, canary) },
      format: 'PLAIN_TEXT',
      language: 'en',
      tags: [canary],
      author: canary,
      metadata: { note: canary },
      ...more,
    },
  ],
});

/** A document of its own, whose key holds a secret too. */
const create: Make = ({ workspace, newCanary, drawn: { flavour } }) => {
  if (workspace.documents.filter(({ state }) => state !== 'PURGED').length >= most) return undefined;
  const canary = newCanary();
  const document: ModelDocument = {
    key: `${canary}.txt`,
    title: `${places[flavour % places.length]} ${flavour % 3}`,
    canaries: new Set([canary]),
    id: null,
    isDraft: flavour % 4 === 3,
    groups: groupsOf[flavour % groupsOf.length]!,
    state: 'PURGED',
  };
  const state = document.isDraft ? 'DRAFT' : 'PUBLISHED';
  return {
    name: 'ingest',
    variables: { input: keyInput(document, canary, { accessGroups: document.groups, state }) },
    before: () => workspace.documents.push(document),
    after: (data) => {
      const { results } = data['ingestDocuments'] as { results: { status: string; document: { id: string } | null }[] };
      if (results[0]?.status !== 'CREATED') return;
      document.state = 'KEPT';
      document.id = results[0].document?.id ?? null;
    },
  };
};

const change: Make = ({ workspace, document, newCanary, drawn: { flavour } }) => {
  if (document?.state !== 'KEPT' || !workspace.documents.includes(document)) return undefined;
  const canary = newCanary();
  const groups = flavour % 3 === 0 ? groupsOf[flavour % groupsOf.length]! : null;
  // One in eight breaks off inside its transaction: Postgres stores no NUL.
  const broken = flavour % 8 === 7 ? { semanticType: 'a\u0000b' } : {};
  return {
    name: 'ingest',
    variables: { input: keyInput(document, canary, { ...(groups ? { accessGroups: groups } : {}), ...broken }) },
    before: () => document.canaries.add(canary),
    after: (data) => {
      const { results } = data['ingestDocuments'] as { results: { status: string }[] };
      if (groups && ['CREATED', 'UPDATED', 'UNCHANGED'].includes(results[0]?.status ?? '')) document.groups = groups;
    },
  };
};

const byId =
  (name: RequestName, more: (drawn: Drawn) => object = () => ({})): Make =>
  ({ id, drawn }) => ({ name, variables: { id, ...more(drawn) } });

/** A change of one document's state, which the caller must be able to read. */
const stateChange =
  (
    name: 'publish' | 'unpublish' | 'remove' | 'restore',
    field: string,
    apply: (document: ModelDocument, drawn: Drawn) => void,
  ): Make =>
  ({ document, drawn, workspace, caller }) => {
    const own = workspace.documents.find((one) => one === document);
    return {
      name,
      variables: { id: document?.id ?? absent, ...(name === 'remove' ? { purge: drawn.flavour % 3 === 0 } : {}) },
      after: (data) => {
        const payload = data[field] as { errors: unknown[] };
        if (payload.errors.length > 0) return;
        if (!own || !mayRead(caller, own))
          throw new Error(`${name} reached a document that ${caller.role} cannot read`);
        apply(own, drawn);
      },
    };
  };

const search: Make = ({ question, drawn: { flavour }, document }) => ({
  name: 'search',
  variables: {
    input: {
      query: question,
      ...(flavour % 5 === 4 && document?.id ? { filter: { documentIds: [document.id] } } : {}),
      ...(flavour % 7 === 6 ? { filter: { includeSuperseded: true, accessGroups: ['board', 'crew'] } } : {}),
      retrieval: { maxDistance: 2 },
    },
  },
});

const makers = {
  create,
  change,
  publish: stateChange('publish', 'publishDocument', (document) => (document.isDraft = false)),
  unpublish: stateChange('unpublish', 'unpublishDocument', (document) => (document.isDraft = true)),
  remove: stateChange('remove', 'deleteDocument', (document, { flavour }) => {
    document.state = flavour % 3 === 0 ? 'PURGED' : 'DELETED';
  }),
  restore: stateChange('restore', 'restoreDocument', (document) => (document.state = 'KEPT')),
  omit: byId('omit', ({ flavour }) => ({ omitted: [true, false, null][flavour % 3] })),
  saveCurated: ({ workspace, document, newCanary, drawn: { flavour }, question }) => {
    const canary = newCanary();
    const own = workspace.documents.find((one) => one === document && one.id !== null);
    const sources = flavour % 4 === 0 || !own ? [] : [own];
    const asked = document?.id && !own ? [document.id] : sources.map((source) => source.id);
    return {
      name: 'saveCurated',
      variables: { input: { question, answer: `The answer is ${canary}.`, sourceDocumentIds: asked } },
      before: () => workspace.curated.push({ canary, sources }),
    };
  },
  confirmCurated: byId('confirmCurated'),
  deleteCurated: byId('deleteCurated'),
  saveAlias: ({ workspace, drawn: { flavour } }) => ({
    name: 'saveAlias',
    variables: { input: { term: places[flavour % places.length], synonyms: [workspace.canary] } },
  }),
  deleteAlias: byId('deleteAlias'),
  ask: ({ workspace, other, question, drawn: { flavour, foreign } }) => ({
    name: 'ask',
    variables: {
      input: {
        question,
        ...(flavour % 3 === 0 ? { conversationId: (foreign ? other : workspace).id } : {}),
        preset: flavour % 4 === 0 ? 'NAIVE' : 'CANDOR',
        budget: { maxRounds: 1 + (flavour % 2) },
      },
    },
  }),
  search,
  document: ({ document, drawn: { flavour } }) => ({
    name: 'document',
    variables: { by: document && flavour % 2 === 0 ? { key: document.key } : { id: document?.id ?? absent } },
  }),
  documents: ({ workspace, other, document, drawn: { flavour, foreign, target } }) => ({
    name: 'documents',
    variables: {
      ...(flavour % 3 === 0 ? { after: pick([...(foreign ? other : workspace).cursors], target) ?? null } : {}),
      filter: [{}, { deleted: true }, { state: 'DRAFT' }, { contains: 'zq' }, { keys: [document?.key ?? absent] }][
        flavour % 5
      ],
    },
  }),
  node: byId('node'),
  run: byId('run'),
  runs: ({ workspace, other, drawn: { flavour, foreign, target } }) => ({
    name: 'runs',
    variables: {
      ...(flavour % 3 === 0 ? { after: pick([...(foreign ? other : workspace).cursors], target) ?? null } : {}),
      ...(flavour % 3 === 1 ? { filter: { conversationId: (foreign ? other : workspace).id } } : {}),
    },
  }),
  recalls: ({ workspace, other, drawn: { flavour, foreign, target } }) => ({
    name: 'recalls',
    variables: flavour % 3 === 0 ? { after: pick([...(foreign ? other : workspace).cursors], target) ?? null } : {},
  }),
  conflicts: () => ({ name: 'conflicts', variables: {} }),
  curated: () => ({ name: 'curated', variables: {} }),
  aliases: ({ other, drawn: { flavour, target } }) => ({
    name: 'aliases',
    variables: flavour % 3 === 0 ? { after: pick([...other.cursors], target) ?? null } : {},
  }),
  gaps: () => ({ name: 'gaps', variables: {} }),
  feedback: () => ({ name: 'feedback', variables: {} }),
  jobs: byId('jobs'),
  workspace: () => ({ name: 'workspace', variables: {} }),
  missed: ({ workspace, other, drawn: { target, foreign }, document }) => ({
    name: 'missed',
    variables: {
      runId: pick((foreign ? other : workspace).runs, target)?.id ?? absent,
      documentId: document?.id ?? absent,
    },
  }),
  verified: ({ workspace, other, drawn: { target, foreign, flavour }, id }) => ({
    name: 'verified',
    variables: {
      input:
        flavour % 2 === 0
          ? { recorded: { runId: pick((foreign ? other : workspace).runs, target)?.id ?? absent, number: 1 } }
          : { quoted: { versionId: id, sourceSpan: { start: 0, end: 12 }, quote: 'The passphrase' } },
    },
  }),
  checked: ({ document, drawn: { flavour } }) => ({
    name: 'checked',
    variables: {
      input: {
        text: `The passphrase of ${places[flavour % places.length]} 1 was set by the porter.`,
        documentIds: [document?.id ?? absent],
      },
    },
  }),
  replay: ({ workspace, other, drawn: { target, foreign } }) => ({
    name: 'replay',
    variables: { input: { id: pick((foreign ? other : workspace).runs, target)?.id ?? absent } },
  }),
  judge: ({ workspace, other, drawn: { target, foreign }, document }) => ({
    name: 'judge',
    variables: {
      input: {
        runId: pick((foreign ? other : workspace).runs, target)?.id ?? absent,
        verdict: 'CORRECT',
        ...(document?.id && target % 2 === 0 ? { documentIds: [document.id] } : {}),
      },
    },
  }),
  choose: ({ workspace, other, drawn: { target, foreign }, id }) => ({
    name: 'choose',
    variables: {
      input: {
        runId: pick((foreign ? other : workspace).runs, target)?.id ?? absent,
        ...(target % 2 === 0 ? { passageId: id } : {}),
      },
    },
  }),
  curateChosen: ({ workspace, other, drawn: { target, foreign }, id }) => ({
    name: 'curateChosen',
    variables: {
      input: {
        runId: pick((foreign ? other : workspace).runs, target)?.id ?? absent,
        ...(target % 2 === 0 ? { passageId: id } : {}),
      },
    },
  }),
} satisfies Record<string, Make>;

export type Kind = keyof typeof makers;

/** How often each is drawn: what asks and reads lists most, what empties a workspace least. */
const weights: Partial<Readonly<Record<Kind, number>>> = {
  create: 8,
  change: 4,
  remove: 2,
  ask: 4,
  search: 6,
  document: 6,
  documents: 6,
  node: 6,
  replay: 1,
};

export const drawnOperation: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.oneof(
    ...(Object.keys(makers) as Kind[]).map((kind) => ({
      weight: weights[kind] ?? 2,
      arbitrary: fc.constant<Kind>(kind),
    })),
  ),
  caller: fc.nat(1_000),
  target: fc.nat(1_000),
  foreign: fc.boolean(),
  flavour: fc.nat(1_000),
  leaves: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(12) }),
});

/** The operation that was drawn, over what is there; undefined where there is nothing to do it to. */
export function operationOf(drawn: Drawn, scene: Scene): Operation | undefined {
  const from = drawn.foreign ? scene.other : scene.workspace;
  const document = pick(from.documents, drawn.target);
  const [secret = 'zqbbbbbbbbbbbbk'] = document?.canaries ?? [];
  const make: Make = makers[drawn.kind];
  return make({
    ...scene,
    drawn,
    document,
    id: pick([...from.ids], drawn.target) ?? absent,
    question: questionFor(document?.title ?? 'Heron 0', secret, drawn.flavour),
  });
}
