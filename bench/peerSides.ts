import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import pg from 'pg';
import { newId, vectorText } from '../src/db/statement.ts';
import { storeVersions } from '../src/knowledge/store/storeVersions.ts';
import { createWorkspaces } from '../src/workspaces/workspaces.ts';
import { piecesOf, type Material, type PeerQuestion } from './peerMaterial.ts';
import { ask, bareArms, watch, type Asked } from './retrievalMeasure.ts';
import { openFolder, openOnServer, type Store } from './retrievalStore.ts';

/** A contestant with its documents loaded. */
export interface Peer {
  /** Returns keys of documents, best first; a key may occur twice. */
  search(question: PeerQuestion): Promise<readonly string[]>;
  /** Bytes on disk added by loading; null: it keeps everything in memory. */
  readonly bytes: number | null;
  /** Runs the SQL of the arms alone; only for Candor. */
  readonly floor?: (question: PeerQuestion) => Promise<void>;
  close(): Promise<void>;
}

export interface Ground {
  readonly serverUrl: string;
  /** A new, empty folder. */
  readonly folder: string;
  /** Where the packages of the peers are installed. */
  readonly packages: string;
}

/** The number of hits requested: thirty, as for Candor's arms. */
const wanted = 30;
const databaseName = 'candor_bench_peers';

/** By name. Each loads the material, which is timed. */
export const peers: Readonly<Record<string, (material: Material, ground: Ground) => Promise<Peer>>> = {
  'Candor, embedded': async (material, { folder }) => {
    const store = await openFolder(folder, false);
    const before = await folderBytes(folder);
    return candorOn(store, material, async () => (await folderBytes(folder)) - before);
  },
  'Candor, Postgres': async (material, { serverUrl }) => {
    const store = await openOnServer(serverUrl, databaseName, true);
    const before = await databaseBytes(serverUrl);
    return candorOn(store, material, async () => (await databaseBytes(serverUrl)) - before);
  },
  'LangChain.js ensemble, Postgres': openLangChain,
  "pgvector's hybrid example, Postgres": openHybridExample,
  'Orama hybrid, memory': openOrama,
  'MiniSearch, memory': async (material) => {
    const index = new MiniSearch({ fields: ['text'], storeFields: ['key'] });
    index.addAll(piecesOf(material).map(({ id, key, text }) => ({ id, key, text })));
    const search = ({ question }: PeerQuestion) =>
      Promise.resolve(
        index
          .search(question.question)
          .slice(0, wanted)
          .map((hit) => String(hit['key'])),
      );
    return { search, bytes: null, close: () => Promise.resolve() };
  },
};

/** Candor stores sixteen documents per transaction, as its ingestion does with short ones. */
async function candorOn(store: Store, { documents, questions }: Material, bytes: () => Promise<number>): Promise<Peer> {
  const workspaceId = newId();
  await createWorkspaces(store.database).ensure(workspaceId, 'peers');
  for (let from = 0; from < documents.length; from += 16)
    await store.database.inWorkspace(workspaceId, (transaction) =>
      storeVersions(transaction, workspaceId, documents.slice(from, from + 16)),
    );
  await store.settle();
  const asQuestion = ({ question, vector }: PeerQuestion) => ({
    text: question.question,
    vector,
    workspaceId,
    about: question.relevantDocIds[0] ?? '',
  });
  // The arms' statements are captured when they are sent; their values are kept for the floor.
  const arms = new Map<PeerQuestion, Asked>();
  const armsOf = async (question: PeerQuestion): Promise<Asked> => {
    const known = arms.get(question) ?? (await watch(store.database, [asQuestion(question)])).asked[0];
    if (!known) throw new Error('The question has no arms.');
    arms.set(question, known);
    return known;
  };
  for (const question of questions) await armsOf(question);
  return {
    search: async (question) =>
      (await ask(store.database, asQuestion(question))).candidates.map((hit) => hit.documentKey),
    floor: async (question) => bareArms(store.database, await armsOf(question)),
    bytes: await bytes(),
    close: () => store.close(false),
  };
}

/** The parts used of packages that are installed only for the benchmark. */
interface PgVectorStore {
  addVectors(vectors: number[][], documents: unknown[]): Promise<void>;
  similaritySearchVectorWithScore(vector: number[], k: number): Promise<[{ metadata: { key: string } }, number][]>;
  end(): Promise<void>;
}
interface LangChain {
  readonly PGVectorStore: { initialize(embeddings: unknown, options: unknown): Promise<PgVectorStore> };
  readonly EnsembleRetriever: new (fields: object) => {
    invoke(query: string): Promise<{ metadata: { key: string } }[]>;
  };
  readonly Document: new (fields: object) => object;
}

async function load<Module>(packages: string, name: string): Promise<Module> {
  const path = createRequire(join(packages, 'package.json')).resolve(name);
  return (await import(pathToFileURL(path).href)) as Module;
}

/**
 * As in its documentation: PGVectorStore beside a full-text retriever over the same table, equally weighted in an
 * EnsembleRetriever, with the text index that the query can use.
 */
async function openLangChain(material: Material, { serverUrl, packages }: Ground): Promise<Peer> {
  const { url, before } = await emptyDatabase(serverUrl);
  const name = async (module: string) => load<LangChain>(packages, module);
  const { PGVectorStore } = await name('@langchain/community/vectorstores/pgvector');
  const { EnsembleRetriever } = await name('@langchain/classic/retrievers/ensemble');
  const retrievers = await load<Record<string, new (fields: object) => object>>(packages, '@langchain/core/retrievers');
  const Retriever = retrievers['BaseRetriever'] ?? Object;
  const { Document } = await name('@langchain/core/documents');
  const store = await PGVectorStore.initialize(
    {
      embedQuery: () => Promise.reject(new Error('unused')),
      embedDocuments: () => Promise.reject(new Error('unused')),
    },
    { postgresConnectionOptions: { connectionString: url, max: 10 }, tableName: 'pieces', dimensions: 384 },
  );
  const pieces = piecesOf(material);
  for (let from = 0; from < pieces.length; from += 500) {
    const slice = pieces.slice(from, from + 500);
    await store.addVectors(
      slice.map(({ vector }) => Array.from(vector)),
      slice.map(({ text, key }) => new Document({ pageContent: text, metadata: { key } })),
    );
  }
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(`create index on pieces using gin (to_tsvector('english', text))`);
  await pool.query('vacuum analyze pieces');
  const byText = async (text: string) => {
    const { rows } = await pool.query<{ text: string; metadata: { key: string } }>(
      `select text, metadata from pieces, plainto_tsquery('english', $1) query where to_tsvector('english', text) @@ query order by ts_rank_cd(to_tsvector('english', text), query) desc limit ${wanted}`,
      [text],
    );
    return rows.map((row) => new Document({ pageContent: row.text, metadata: row.metadata }));
  };
  const retriever = (find: (text: string) => Promise<unknown>) =>
    new (class extends Retriever {
      readonly lc_namespace = ['bench'];
      _getRelevantDocuments(text: string) {
        return find(text);
      }
    })({});
  const search = async ({ question, vector }: PeerQuestion) => {
    const near = retriever(async () =>
      (await store.similaritySearchVectorWithScore(Array.from(vector), wanted)).map(([document]) => document),
    );
    const both = new EnsembleRetriever({ retrievers: [near, retriever(byText)], weights: [0.5, 0.5] });
    return (await both.invoke(question.question)).map(({ metadata }) => metadata.key);
  };
  const close = async () => {
    await store.end();
    await pool.end();
  };
  return { search, bytes: (await databaseBytes(serverUrl)) - before, close };
}

/** The example "hybrid search" of pgvector's own client, with its limits raised from 20 to 30 hits. */
async function openHybridExample(material: Material, { serverUrl }: Ground): Promise<Peer> {
  const { url, before } = await emptyDatabase(serverUrl);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query('create table documents (id bigserial primary key, key text, content text, embedding vector(384))');
  await pool.query(`create index on documents using gin (to_tsvector('english', content))`);
  const pieces = piecesOf(material);
  for (let from = 0; from < pieces.length; from += 500) {
    const slice = pieces.slice(from, from + 500);
    await pool.query(
      'insert into documents (key, content, embedding) select key, content, embedding::vector from unnest($1::text[], $2::text[], $3::text[]) as piece (key, content, embedding)',
      [slice.map(({ key }) => key), slice.map(({ text }) => text), slice.map(({ vector }) => vectorText(vector))],
    );
  }
  await pool.query('vacuum analyze documents');
  const text = `
    with semantic_search as (
      select id, rank() over (order by embedding <=> $2) as rank from documents order by embedding <=> $2 limit ${wanted}
    ), keyword_search as (
      select id, rank() over (order by ts_rank_cd(to_tsvector('english', content), query) desc) as rank
      from documents, plainto_tsquery('english', $1) query
      where to_tsvector('english', content) @@ query
      order by ts_rank_cd(to_tsvector('english', content), query) desc limit ${wanted}
    )
    select documents.key
    from semantic_search
    full outer join keyword_search on semantic_search.id = keyword_search.id
    join documents on documents.id = coalesce(semantic_search.id, keyword_search.id)
    order by coalesce(1.0 / (60 + semantic_search.rank), 0.0) + coalesce(1.0 / (60 + keyword_search.rank), 0.0) desc
    limit ${wanted}`;
  const search = async ({ question, vector }: PeerQuestion) =>
    (await pool.query<{ key: string }>(text, [question.question, vectorText(vector)])).rows.map(({ key }) => key);
  return { search, bytes: (await databaseBytes(serverUrl)) - before, close: () => pool.end() };
}

interface Orama {
  create(options: object): unknown;
  insertMultiple(index: unknown, rows: readonly object[]): Promise<unknown>;
  search(index: unknown, options: object): Promise<{ hits: { document: { key: string } }[] }>;
}

/** Hybrid, as at the start of its documentation; its minimum similarity of .8 would find nothing here. */
async function openOrama(material: Material, { packages }: Ground): Promise<Peer> {
  const orama = await load<Orama>(packages, '@orama/orama');
  const index = orama.create({ schema: { key: 'string', text: 'string', embedding: 'vector[384]' } });
  const rows = piecesOf(material).map(({ key, text, vector }) => ({ key, text, embedding: Array.from(vector) }));
  await orama.insertMultiple(index, rows);
  const search = async ({ question, vector }: PeerQuestion) => {
    const { hits } = await orama.search(index, {
      mode: 'hybrid',
      term: question.question,
      properties: ['text'],
      vector: { value: Array.from(vector), property: 'embedding' },
      similarity: 0,
      limit: wanted,
    });
    return hits.map(({ document }) => document.key);
  };
  return { search, bytes: null, close: () => Promise.resolve() };
}

async function emptyDatabase(serverUrl: string): Promise<{ readonly url: string; readonly before: number }> {
  const owner = new pg.Client({ connectionString: serverUrl });
  await owner.connect();
  await owner.query(`drop database if exists ${databaseName} with (force)`);
  await owner.query(`create database ${databaseName}`);
  await owner.end();
  const url = new URL(serverUrl);
  url.pathname = `/${databaseName}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('create extension vector');
  await client.end();
  return { url: url.href, before: await databaseBytes(serverUrl) };
}

async function databaseBytes(serverUrl: string): Promise<number> {
  const owner = new pg.Client({ connectionString: serverUrl });
  await owner.connect();
  const { rows } = await owner.query<{ bytes: string }>('select pg_database_size($1) as bytes', [databaseName]);
  await owner.end();
  return Number(rows[0]?.bytes);
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    names
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('pg_wal'))
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
