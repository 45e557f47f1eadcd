import { type SyntheticEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Client, fetchExchange, gql, Provider, useMutation } from 'urql';

const server = new URLSearchParams(location.search).get('server') ?? 'http://127.0.0.1:4000';
const key = sessionStorage.getItem('candor-key');

// No cache exchange: an answer is never the same twice. Add one for documents and runs, and keep `ask` a mutation.
const client = new Client({
  url: `${server}/graphql`,
  preferGetMethod: false,
  exchanges: [fetchExchange],
  fetchOptions: { headers: key ? { authorization: `Bearer ${key}` } : {} },
});

interface UserError {
  readonly message: string;
  readonly remedy: string;
  readonly field: string | null;
}

interface Asked {
  readonly ask: {
    readonly outcome: {
      readonly __typename: 'Answer' | 'Clarification' | 'Abstention';
      readonly id: string;
      readonly tier: string;
      readonly text?: string;
      readonly message?: string;
      readonly reason?: string;
      readonly nextSteps?: readonly { readonly text: string }[];
    } | null;
    readonly errors: readonly UserError[];
  } | null;
}

const ask = gql<Asked, { readonly question: string }>`
  mutation Ask($question: String!) {
    ask(input: { question: $question }) {
      outcome {
        __typename
        ... on Outcome { id tier }
        ... on Answer { text }
        ... on Clarification { text reason }
        ... on Abstention { message reason nextSteps { text } }
      }
      errors { message remedy field }
    }
  }
`;

const judge = gql<
  {
    readonly recordFeedback: {
      readonly feedback: { readonly id: string } | null;
      readonly errors: readonly UserError[];
    } | null;
  },
  { readonly runId: string }
>`
  mutation Judge($runId: ID!) {
    recordFeedback(input: { runId: $runId, verdict: CORRECT }) {
      feedback { id }
      errors { message remedy field }
    }
  }
`;

function Page() {
  const [question, setQuestion] = useState('');
  const [asked, send] = useMutation(ask);
  const [judged, record] = useMutation(judge);
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send({ question });
  };
  const outcome = asked.data?.ask?.outcome;
  return (
    <>
      <h1>Ask with urql</h1>
      <form onSubmit={onSubmit}>
        <input aria-label="Question" value={question} onChange={({ target }) => setQuestion(target.value)} />
        <button disabled={asked.fetching}>Ask</button>
      </form>
      {asked.error && <p role="alert">{asked.error.message}</p>}
      {asked.data?.ask?.errors.map(({ message, remedy, field }) => (
        <p key={message} role="alert">
          {field}: {message} {remedy}
        </p>
      ))}
      {outcome && (
        <section id="result" aria-live="polite">
          <p>{outcome.text ?? outcome.message}</p>
          <p>
            {outcome.__typename}, {outcome.tier} {outcome.reason}
          </p>
          <ul>
            {outcome.nextSteps?.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <button onClick={() => void record({ runId: outcome.id })}>This is right</button>
          {judged.data?.recordFeedback?.feedback && <p id="thanks">Thank you.</p>}
        </section>
      )}
    </>
  );
}

const page = document.getElementById('page');
if (page)
  createRoot(page).render(
    <Provider value={client}>
      <Page />
    </Provider>,
  );
