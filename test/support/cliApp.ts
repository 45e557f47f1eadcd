import { Readable } from 'node:stream';
import type { AskEvent, AskEventBody } from '../../src/agent/state/events.ts';
import type { Alternative, Answer, Outcome, OutcomeCore } from '../../src/agent/state/outcome.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import type { App, SyncResult } from '../../src/app/app.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { Config } from '../../src/config/config.ts';
import { CandorError } from '../../src/errors.ts';
import type { CuratedAnswer, Document, DocumentInput, IngestedDocument } from '../../src/knowledge/document.ts';
import { readPath } from '../../src/knowledge/ingest/readPath.ts';
import type { SyncRunOptions } from '../../src/knowledge/sync/syncSource.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { effectiveBudget, unsetBudget } from '../../src/workspaces/settings.ts';
import { confidence, explained, runOf } from './fake/outcomes.ts';
import { apiKeyOf, documentOf, jobOf, passageOf, versionOf } from './fake/stored.ts';
import { createFakeApp } from './fakeApp.ts';

/** A terminal that keeps what is written. */
export interface FakeTerminal extends Terminal {
  readonly written: { out: string; err: string };
}

export function createTerminal(live = false, input = '', colour = false): FakeTerminal {
  const written = { out: '', err: '' };
  return {
    written,
    input: () => Readable.from([input]),
    live,
    colour,
    columns: 120,
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
  };
}

/** What the shelf app keeps of one workspace. */
interface Shelf {
  readonly documents: Map<string, Pick<DocumentInput, 'key' | 'title'> & { readonly text: string }>;
  readonly curated: CuratedAnswer[];
}

export interface ShelfApp extends App {
  readonly shelves: Map<string, Shelf>;
  readonly requests: AskRequest[];
  /** Workspaces in the order of their removal. */
  readonly removed: string[];
  closed: number;
}

const noTime = { totalMillis: 0, parseMillis: 0, chunkMillis: 0, embedMillis: 0, storeMillis: 0 };

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\w{4,}/g) ?? []);

/** How many words of at least four letters `left` and `right` share. */
function shared(left: string, right: string): number {
  const words = wordsOf(right);
  return [...wordsOf(left)].filter((word) => words.has(word)).length;
}

/**
 * An app in memory that finds documents by shared words and answers with the whole text of the best. Ids are `id of KEY`.
 * Questions with `model` in them have a provisional answer first, those with `nothing` in them are refused, those with `unclear` are asked back, those with `break` end in a fault.
 */
export function createShelfApp(changes: Partial<Config> = {}): ShelfApp {
  const fake = createFakeApp(changes);
  const shelves = new Map<string, Shelf>();
  const removed: string[] = [];
  const requests: AskRequest[] = [];
  const shelf = (id: string): Shelf => shelves.get(id) ?? { documents: new Map(), curated: [] };
  let asked: readonly Passage[] | undefined;
  const find = (workspaceId: string, query: string, ids?: readonly string[]) =>
    passagesFor(shelf(workspaceId), query, ids);
  return {
    ...fake,
    shelves,
    removed,
    requests,
    closed: 0,
    ask: (caller, request) => {
      requests.push(request);
      asked = find(caller.workspaceId, request.question, request.filter?.documentIds);
      return eventsOf(request, asked);
    },
    search: (caller, { query, filter }) => {
      const passages = find(caller.workspaceId, query, filter?.documentIds);
      return Promise.resolve({
        passages,
        curated: [],
        confidence,
        tier: 'CONFIDENT',
        degraded: [],
        best: passages[0]?.text ?? null,
        ...explained,
      });
    },
    ingest: async (caller, documents, options) => {
      const results: IngestedDocument[] = [];
      for await (const document of documents) {
        results.push(keep(shelf(caller.workspaceId), document));
        options?.onProgress?.({
          done: results.length,
          total: options.total ?? results.length,
          current: document.key,
          chunks: results.length,
          timings: noTime,
        });
      }
      const count = (status: string) => results.filter((result) => result.status === status).length;
      return {
        results,
        createdCount: count('CREATED'),
        updatedCount: 0,
        unchangedCount: 0,
        failedCount: count('FAILED'),
        timings: noTime,
      };
    },
    knowledge: {
      ...fake.knowledge,
      documents: (caller, ids) => Promise.resolve(ids.map((id) => storedDocument(shelf(caller.workspaceId), id))),
      versions: (caller, ids) =>
        Promise.resolve(
          ids.map((id) => ({
            ...versionOf(id),
            text: shelf(caller.workspaceId).documents.get(id.replace('version of ', ''))?.text ?? '',
          })),
        ),
      listDocuments: (caller) => {
        const nodes = [...shelf(caller.workspaceId).documents.keys()].flatMap(
          (key) => storedDocument(shelf(caller.workspaceId), `id of ${key}`) ?? [],
        );
        return Promise.resolve({
          nodes,
          cursors: nodes.map(({ id }) => id),
          hasNextPage: false,
          endCursor: null,
          totalCount: nodes.length,
        });
      },
      saveCurated: (caller, { question, answer, sourceDocumentIds = [] }) => {
        const saved = {
          id: `curated ${question}`,
          question,
          answer,
          sourceDocumentIds,
          alternatives: [],
          expiresAt: null,
          staleSources: [],
          updatedAt: new Date(0),
        };
        shelf(caller.workspaceId).curated.push(saved);
        return Promise.resolve(saved);
      },
      reEmbed: () => Promise.resolve({ windowCount: 3 }),
    },
    jobs: { ...fake.jobs, syncPath: (caller, path, options) => syncOf(shelf(caller.workspaceId), path, options) },
    // A run is there once something was asked, with what that found.
    runs: {
      ...fake.runs,
      find: (_caller, id) => Promise.resolve(asked && { ...runOf(id), steps: [], passages: asked, candidates: asked }),
    },
    workspaces: workspacesOf(shelves, shelf, removed),
    keys: {
      ...fake.keys,
      create: (_workspace, name, role, accessGroups = []) =>
        Promise.resolve({
          key: apiKeyOf('k9', { name, role, accessGroups }),
          secret: 'ck_secret',
        }),
      list: () => Promise.resolve([apiKeyOf('k9', { accessGroups: ['sales', 'hr'] })]),
    },
    close() {
      this.closed += 1;
      return Promise.resolve();
    },
  };
}

const unset = { gate: null, wording: null, documentSite: null };
const unsetWorkspace = { retentionDays: 30, budget: effectiveBudget(unsetBudget), ...unset };

function workspacesOf(shelves: Map<string, Shelf>, shelf: (id: string) => Shelf, removed: string[]): App['workspaces'] {
  return {
    ensure: (id, name) => {
      if (!shelves.has(id)) shelves.set(id, { documents: new Map(), curated: [] });
      return Promise.resolve({
        id,
        name,
        documentCount: 0,
        chunkCount: 0,
        curatedAnswerCount: 0,
        embedder: null,
        ...unsetWorkspace,
      });
    },
    find: (id) =>
      Promise.resolve({
        id,
        name: 'n',
        documentCount: shelf(id).documents.size,
        chunkCount: shelf(id).documents.size,
        curatedAnswerCount: shelf(id).curated.length,
        embedder: 'shelf',
        ...unsetWorkspace,
      }),
    setRetention: () => Promise.reject(new Error('not in the shelf')),
    setBudget: () => Promise.reject(new Error('not in the shelf')),
    setGate: () => Promise.reject(new Error('not in the shelf')),
    remove: (id) => (removed.push(id), Promise.resolve()),
  };
}

function keep({ documents }: Shelf, document: DocumentInput): IngestedDocument {
  const text = document.text ?? new TextDecoder().decode(document.bytes);
  if (text === 'bad')
    return {
      key: document.key,
      status: 'FAILED',
      documentId: null,
      versionId: null,
      error: { code: 'DOCUMENT_INVALID', message: 'It is bad.', remedy: 'Mend it.' },
    };
  // As the real app: the front matter's id is the key.
  const key = /^---\n(?:.*\n)*?id: *(.+)\n/.exec(text)?.[1] ?? document.key;
  documents.set(key, { key, title: document.title, text });
  return { key, status: 'CREATED', documentId: `id of ${key}`, versionId: `version of ${key}`, error: null };
}

/** Takes every file in, each time: what a folder held before is not kept. */
async function syncOf(shelf: Shelf, path: string, options: SyncRunOptions = {}): Promise<SyncResult> {
  const { documents, skipped } = await readPath(path);
  const results: IngestedDocument[] = [];
  for await (const document of documents) results.push(keep(shelf, document));
  const files = results.map(({ key }) => ({ path: key, decision: 'NEW', reason: 'not ingested before' }) as const);
  options.onPlan?.({ root: path, files, skipped, job: { workspaceId: 'w', jobId: 'job-1' } });
  for (const [ordinal, result] of results.entries()) {
    options.onDocument?.({ current: result.key, documents: ordinal + 1, chunks: ordinal + 1 });
    options.onItem?.({
      ordinal,
      name: result.key,
      action: 'INGEST',
      source: { kind: 'GONE' },
      reason: 'new',
      state: 'DONE',
      results: [result],
      finishedAt: null,
    });
  }
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const counts = { ...jobOf('job-1').counts, done: results.length, created: count('CREATED'), failed: count('FAILED') };
  return { root: path, files, skipped, rowsWritten: 7, job: { ...jobOf('job-1'), total: results.length, counts } };
}

function storedDocument({ documents }: Shelf, id: string): Document | undefined {
  const key = id.replace('id of ', '');
  const stored = documents.get(key);
  return stored && { ...documentOf(id), key, title: stored.title ?? key };
}

function passagesFor({ documents }: Shelf, query: string, ids?: readonly string[]): Passage[] {
  return [...documents.values()]
    .map((document) => ({ document, score: shared(query, document.text) }))
    .filter(({ document, score }) => score > 0 && (ids === undefined || ids.includes(`id of ${document.key}`)))
    .sort((left, right) => right.score - left.score)
    .map(({ document: { key, text }, score }, index) => ({
      ...passageOf(`id of ${key}`, index + 1),
      documentKey: key,
      versionId: `version of ${key}`,
      text,
      score,
      sourceSpan: { start: 0, end: text.length },
    }));
}

async function* eventsOf({ question }: AskRequest, passages: readonly Passage[]): AsyncGenerator<AskEvent> {
  await Promise.resolve();
  if (question.includes('too long')) throw new CandorError('BAD_INPUT', 'question must have 1 to 2,000 characters');
  const stamp = (sequence: number, body: AskEventBody): AskEvent => ({
    runId: 'run-1',
    sequence,
    elapsedMillis: sequence,
    ...body,
  });
  yield stamp(0, { type: 'Retrieved', round: 1, passageCount: passages.length });
  if (question.includes('model'))
    yield stamp(1, { type: 'Provisional', text: 'Refunds take\u0007 fourteen days. [1]', claims: [], citations: [] });
  if (question.includes('break'))
    yield stamp(1, { type: 'Failed', code: 'DATABASE_FAILED', message: 'The database broke.', remedy: 'Mend it.' });
  else yield stamp(1, { type: 'Finished', outcome: outcomeOf(question, passages) });
}

function outcomeOf(question: string, passages: readonly Passage[]): Outcome {
  const core: OutcomeCore = {
    id: 'run-1',
    question,
    askedAs: null,
    tier: 'CONFIDENT',
    confidence,
    stopReason: 'GATE_PASSED',
    citations: [],
    alternatives: [],
    degraded: [],
    usage: { millis: 5, rounds: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: null },
  };
  const [best] = passages;
  if (question.includes('unclear'))
    return {
      ...core,
      type: 'Clarification',
      tier: 'NO_MATCH',
      stopReason: 'ZERO_HITS',
      text: 'What do you mean?',
      reason: 'ZERO_HITS',
      why: 'Too vague.',
      options: [
        { id: 'o1', text: 'This?', question: 'What is this?', documentIds: ['d1'], preview: null, confidence: 0.8 },
      ],
    };
  if (!best || question.includes('nothing')) {
    const nextSteps = [
      {
        kind: 'REPHRASE',
        text: 'Ask with other words.',
        terms: ['toner'],
        suggestions: [],
        filterField: null,
        owner: null,
      },
    ] as const;
    const alternatives = passages.slice(0, 1).map(alternativeOf);
    const suggestion = question.includes('suggest') ? (alternatives[0] ?? null) : null;
    return {
      ...core,
      type: 'Abstention',
      tier: 'NO_MATCH',
      stopReason: 'BELOW_GATE',
      language: 'en',
      message: suggestion ? `This may be it: “${suggestion.sentence}”\nI do not know.` : 'I do not know.',
      suggestion,
      reason: 'WEAK_EVIDENCE',
      nextSteps,
      nearest: passages.slice(0, 2),
      alternatives,
    };
  }
  return answerOf(core, best);
}

const alternativeOf = (passage: Passage): Alternative => ({
  passage,
  sectionPath: ['Refunds'],
  text: passage.text,
  markdown: passage.text,
  sentence: passage.text,
  spans: [{ start: 0, end: passage.text.length }],
  likelihood: 0.42,
  reason: 'UNSURE',
});

function answerOf(
  core: OutcomeCore,
  { documentId, documentKey, versionId, chunkId, text, sourceSpan }: Passage,
): Answer {
  return {
    ...core,
    type: 'Answer',
    text: `${text} [1]`,
    mode: 'EXTRACTIVE',
    shortAnswer: null,
    table: null,
    claims: [],
    droppedClaims: [],
    written: [],
    conflicts: [],
    notices: [],
    curated: null,
    verification: { complete: true, claimCount: 1, supportedCount: 1 },
    citations: [
      {
        number: 1,
        documentId,
        documentKey,
        versionId,
        chunkId,
        quote: text,
        sourceSpan,
        answerSpan: sourceSpan,
        sectionPath: ['Rules'],
        url: 'https://example.org/a',
        updatedAt: new Date(0),
        ageDays: 0,
        isCurrent: true,
        status: 'SUPPORTED',
        support: 1,
        checks: [],
      },
    ],
  };
}
