import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { ApolloProvider, useSubscription } from '@apollo/client/react';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { type SyntheticEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
// Without it the cache drops what stands in fragments on unions and interfaces, and says nothing.
import possibleTypes from '../../schema/released/possibleTypes.json' with { type: 'json' };

const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:4000';
const key = sessionStorage.getItem('candor-key');
const authorization = key ? { authorization: `Bearer ${key}` } : {};

const client = new ApolloClient({
  cache: new InMemoryCache({ possibleTypes }),
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(
      createClient({ url: `${server.replace(/^http/, 'ws')}/graphql`, connectionParams: authorization }),
    ),
    new HttpLink({ uri: `${server}/graphql`, headers: authorization }),
  ),
});

interface Result {
  readonly __typename: 'Answer' | 'Clarification' | 'Abstention';
  readonly tier: string;
  readonly confidence: { readonly display: number };
  readonly text?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly citations: readonly {
    readonly number: number;
    readonly title: string;
    readonly quote: string | null;
  }[];
  readonly options?: readonly { readonly id: string; readonly text: string }[];
}

type AskEvent =
  | { readonly __typename: 'AskProgress'; readonly phase: string }
  | { readonly __typename: 'Provisional'; readonly text: string }
  | { readonly __typename: 'ClaimVerified'; readonly claim: { readonly text: string } }
  | { readonly __typename: 'AskFinished'; readonly outcome: Result }
  | { readonly __typename: 'AskFailed'; readonly message: string; readonly remedy: string };

// One run: the last event has the outcome, so nothing is asked again.
const askEvents: TypedDocumentNode<
  { readonly askEvents: AskEvent },
  { readonly question: string; readonly conversationId: string }
> = gql`
  subscription Ask($question: String!, $conversationId: String!) {
    askEvents(input: { question: $question, conversationId: $conversationId }) {
      ... on AskProgress { phase }
      ... on Provisional { text }
      ... on ClaimVerified { claim { text } }
      ... on AskFinished {
        outcome {
          ... on Outcome { id tier confidence { display } citations { number title quote } }
          ... on Answer { text }
          ... on Clarification { text reason options { id text } }
          ... on Abstention { message reason }
        }
      }
      ... on AskFailed { message remedy }
    }
  }
`;

const conversationId = crypto.randomUUID();

type OnAsk = (question: string) => void;

function Asked({ question, onAsk }: { readonly question: string; readonly onAsk: OnAsk }) {
  const [events, setEvents] = useState<readonly AskEvent[]>([]);
  const { error } = useSubscription(askEvents, {
    variables: { question, conversationId },
    onData: ({ data: { data } }) => data && setEvents((before) => [...before, data.askEvents]),
  });
  const last = events.at(-1);
  const fault = error?.message ?? (last?.__typename === 'AskFailed' ? `${last.message} ${last.remedy}` : null);
  return (
    <>
      <p id="progress">
        {events.map((event) => (event.__typename === 'AskProgress' ? event.phase : event.__typename)).join(' → ')}
      </p>
      {fault !== null && <p role="alert">{fault}</p>}
      {last?.__typename === 'AskFinished' ? <Shown result={last.outcome} onAsk={onAsk} /> : <SoFar events={events} />}
    </>
  );
}

/** A provisional answer until the first verified claim, then the claims: the outcome begins with them. */
function SoFar({ events }: { readonly events: readonly AskEvent[] }) {
  const claims = events.flatMap((event) => (event.__typename === 'ClaimVerified' ? [event.claim.text] : []));
  const provisional = events.findLast((event) => event.__typename === 'Provisional');
  if (claims.length > 0) return <p>{claims.join(' ')}</p>;
  return provisional ? <p>Provisional: {provisional.text}</p> : null;
}

function Shown({ result, onAsk }: { readonly result: Result; readonly onAsk: OnAsk }) {
  return (
    <section id="result" aria-live="polite">
      <p>{result.text ?? result.message}</p>
      <p>
        {result.__typename}, {result.tier}, {result.confidence.display} % {result.reason}
      </p>
      {result.options?.map(({ id, text }) => (
        <button key={id} onClick={() => onAsk(text)}>
          {text}
        </button>
      ))}
      <ol>
        {result.citations.map(({ number, title, quote }) => (
          <li key={number}>
            {quote !== null && `“${quote}” `}
            <cite>{title}</cite>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Page() {
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState<readonly string[]>([]);
  const onAsk = (next: string) => {
    setQuestion(next);
    setAsked((before) => [...before, next]);
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    onAsk(question);
  };
  const newest = asked.at(-1);
  return (
    <>
      <h1>Ask with Apollo Client</h1>
      <form onSubmit={onSubmit}>
        <input aria-label="Question" value={question} onChange={({ target }) => setQuestion(target.value)} />
        <button>Ask</button>
      </form>
      {newest !== undefined && <Asked key={asked.length} question={newest} onAsk={onAsk} />}
    </>
  );
}

const page = document.getElementById('page');
if (page)
  createRoot(page).render(
    <ApolloProvider client={client}>
      <Page />
    </ApolloProvider>,
  );
