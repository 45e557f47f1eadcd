import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { ApolloProvider, useMutation, useSubscription } from '@apollo/client/react';
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
  readonly options?: readonly { readonly id: string; readonly text: string; readonly question: string }[];
}

const ask: TypedDocumentNode<
  {
    readonly ask: { readonly outcome: Result | null; readonly errors: readonly { readonly message: string }[] } | null;
  },
  { readonly question: string }
> = gql`
  mutation Ask($question: String!) {
    ask(input: { question: $question }) {
      outcome {
        ... on Outcome { id tier confidence { display } citations { number title quote } }
        ... on Answer { text }
        ... on Clarification { text reason options { id text question } }
        ... on Abstention { message reason }
      }
      errors { message }
    }
  }
`;

const progress: TypedDocumentNode<
  { readonly askEvents: { readonly __typename: string; readonly phase?: string } },
  { readonly question: string }
> = gql`
  subscription Progress($question: String!) {
    askEvents(input: { question: $question }) { ... on AskProgress { phase } }
  }
`;

function Progress({ question }: { readonly question: string }) {
  const [steps, setSteps] = useState<readonly string[]>([]);
  useSubscription(progress, {
    variables: { question },
    onData: ({ data: { data } }) =>
      setSteps((before) => [...before, data?.askEvents.phase ?? data?.askEvents.__typename ?? '']),
  });
  return <p id="progress">{steps.join(' → ')}</p>;
}

function Shown({ result, onAsk }: { readonly result: Result; readonly onAsk: (question: string) => void }) {
  return (
    <section id="result" aria-live="polite">
      <p>{result.text ?? result.message}</p>
      <p>
        {result.__typename}, {result.tier}, {result.confidence.display} % {result.reason}
      </p>
      {result.options?.map(({ id, text, question }) => (
        <button key={id} onClick={() => onAsk(question)}>
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
  const [watched, setWatched] = useState('');
  const [send, { data, error, loading }] = useMutation(ask);
  const submit = (asked: string) => {
    setQuestion(asked);
    void send({ variables: { question: asked } }).catch(() => undefined);
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    submit(question);
  };
  return (
    <>
      <h1>Ask with Apollo Client</h1>
      <form onSubmit={onSubmit}>
        <input aria-label="Question" value={question} onChange={({ target }) => setQuestion(target.value)} />
        <button disabled={loading}>Ask</button>
        <button type="button" onClick={() => setWatched(question)}>
          Watch
        </button>
      </form>
      {watched && <Progress key={watched} question={watched} />}
      {[error, ...(data?.ask?.errors ?? [])].map(
        (fault) =>
          fault && (
            <p key={fault.message} role="alert">
              {fault.message}
            </p>
          ),
      )}
      {data?.ask?.outcome && <Shown result={data.ask.outcome} onAsk={submit} />}
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
