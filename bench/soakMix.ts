import { Agent } from 'node:http';
import { createClient } from 'graphql-sse';
import { sendHttp } from './askedOverHttp.ts';
import type { ServedCandor } from './servedCandor.ts';

interface Reply {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

type Send = (query: string, variables?: object) => Promise<Reply>;

export interface SoakMix {
  /**
   * Runs one turn of the mix, with the secret of a workspace.
   * @returns its kind, and the code of an unexpected fault
   */
  turn(index: number): Promise<{ readonly kind: string; readonly fault: string | null }>;
  close(): void;
}

/** Ten turns; each kind has as many as its name occurs. A deletion removes what an earlier ingestion added. */
const turns = ['ask', 'ingest', 'search', 'ask', 'subscribe', 'fault', 'ask', 'search', 'delete', 'follow'] as const;
type Kind = (typeof turns)[number];

/** Each is refused with the code beside it. */
const faults = [
  { query: '{ ask(input: { question: "unclosed" }', code: 'GRAPHQL_PARSE_FAILED' },
  { query: '{ nothingLikeThis }', code: 'GRAPHQL_VALIDATION_FAILED' },
  { query: '{ ask(input: { question: "" }) { __typename } }', code: 'BAD_INPUT' },
] as const;

/** A steady mix of what clients do, over HTTP and event streams. The workspaces take turns. */
export function createSoakMix(
  { url, secrets }: Pick<ServedCandor, 'url' | 'secrets'>,
  questions: readonly string[],
): SoakMix {
  const agent = new Agent({ keepAlive: true });
  const kept: KeptDocument[] = [];
  const sendAs =
    (secret: string): Send =>
    async (query, variables) => {
      const body = JSON.stringify({ query, variables });
      return JSON.parse((await sendHttp({ url: `${url}/graphql`, agent, secret, body })).text) as Reply;
    };
  return {
    turn: async (index) => {
      const kind = turns[index % turns.length] ?? 'ask';
      const round = Math.floor(index / turns.length);
      const secret = secrets[round % secrets.length] ?? '';
      const question = questions[index % questions.length] ?? '';
      try {
        return {
          kind,
          fault: await takeTurn(kind, { send: sendAs(secret), sendAs, kept, secret, url, question, round }),
        };
      } catch (error) {
        return { kind, fault: String((error as NodeJS.ErrnoException).code ?? error) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** A document that was ingested and is not deleted yet, with the key that ingested it. */
interface KeptDocument {
  readonly id: string;
  readonly secret: string;
}

interface Turn {
  readonly sendAs: (secret: string) => Send;
  readonly kept: KeptDocument[];
  readonly send: Send;
  readonly secret: string;
  readonly url: string;
  readonly question: string;
  readonly round: number;
}

/** @returns null if it went as expected */
async function takeTurn(kind: Kind, turn: Turn): Promise<string | null> {
  const { send, question, round } = turn;
  if (kind === 'ask')
    return faultOf(await send('query ($q: String!) { ask(input: { question: $q }) { __typename } }', { q: question }));
  if (kind === 'search')
    return faultOf(
      await send('query ($q: String!) { search(input: { query: $q }) { passages { chunkId } } }', { q: question }),
    );
  if (kind === 'subscribe')
    return subscribe(turn, 'subscription ($q: String!) { askEvents(input: { question: $q }) { __typename } }', {
      q: question,
    });
  if (kind === 'fault') {
    const meant = faults[round % faults.length] ?? faults[0];
    const code = faultOf(await send(meant.query));
    return code === meant.code ? null : `${code ?? 'no fault'} for ${meant.code}`;
  }
  if (kind === 'ingest') return ingest(turn);
  if (kind === 'delete') return remove(turn);
  return follow(turn);
}

const faultOf = ({ errors }: Reply): string | null => (errors?.[0] ? (errors[0].extensions?.code ?? 'no code') : null);

const textOf = (round: number) =>
  `# Locker ${round}\n\nLocker ${round} stands in hall ${round % 7}. It is emptied every ${(round % 28) + 2} days, and its key costs ${round % 90} crowns.`;
const ingestion =
  'mutation ($i: IngestDocumentsInput!) { ingestDocuments(input: $i) { job { id } results { document { id } } } }';
interface Ingested {
  readonly job: { readonly id: string } | null;
  readonly results: readonly { readonly document: { readonly id: string } | null }[];
}
const ingestedBy = ({ data }: Reply) => data?.['ingestDocuments'] as Ingested | undefined;

async function ingest({ send, round, kept, secret }: Turn): Promise<string | null> {
  const documents = [{ key: `soak-${round}.md`, title: `Locker ${round}`, content: { text: textOf(round) } }];
  const reply = await send(ingestion, { i: { documents } });
  const id = ingestedBy(reply)?.results[0]?.document?.id;
  if (id !== undefined) kept.push({ id, secret });
  return faultOf(reply) ?? (id === undefined ? 'not ingested' : null);
}

/** Purges the document, without waiting for the retention period. */
async function remove({ sendAs, kept }: Turn): Promise<string | null> {
  const oldest = kept.shift();
  if (oldest === undefined) return null;
  const query = 'mutation ($id: ID!) { deleteDocument(input: { id: $id, purge: true }) { deletedId errors { code } } }';
  const reply = await sendAs(oldest.secret)(query, { id: oldest.id });
  const payload = reply.data?.['deleteDocument'] as { readonly deletedId: string | null } | undefined;
  return faultOf(reply) ?? (payload?.deletedId === oldest.id ? null : 'not deleted');
}

/**
 * Ingests in the background a text that exists after the first time, so that the knowledge does not grow, and follows
 * the job to its end.
 */
async function follow(turn: Turn): Promise<string | null> {
  const documents = [{ key: 'followed.md', title: 'Followed', content: { text: textOf(0) } }];
  const begun = await turn.send(ingestion, { i: { documents, background: true } });
  const id = ingestedBy(begun)?.job?.id;
  if (id === undefined) return faultOf(begun) ?? 'no job';
  return subscribe(turn, 'subscription ($id: ID!) { ingestEvents(jobId: $id) { __typename } }', { id });
}

/** Reads a separate event stream to its last event. */
async function subscribe({ url, secret }: Turn, query: string, variables: Record<string, unknown>) {
  const client = createClient({
    url: `${url}/graphql/stream`,
    retryAttempts: 0,
    headers: { authorization: `Bearer ${secret}` },
  });
  try {
    let last: unknown;
    for await (const event of client.iterate({ query, variables })) last = event;
    const { data, errors } = last as Reply;
    const type = (Object.values(data ?? {})[0] as { readonly __typename: string } | undefined)?.__typename;
    return errors?.[0] ? (errors[0].extensions?.code ?? 'no code') : type === 'Failed' ? 'Failed' : null;
  } finally {
    client.dispose();
  }
}
