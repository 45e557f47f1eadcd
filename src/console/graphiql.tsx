import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { type DocumentNode, Kind, parse } from 'graphql';
import './graphiql.css';
import abstention from './operations/abstention.graphql?raw';
import answer from './operations/answer.graphql?raw';
import clarification from './operations/clarification.graphql?raw';
import documents from './operations/documents.graphql?raw';
import events from './operations/events.graphql?raw';
import missed from './operations/missed.graphql?raw';
import search from './operations/search.graphql?raw';
import staleAnswers from './operations/staleAnswers.graphql?raw';
import workspace from './operations/workspace.graphql?raw';

interface Example {
  readonly query: string;
  /** JSON, as shown in the editor. */
  readonly variables: string;
}

const example = (query: string, variables: object): Example => ({
  query,
  variables: JSON.stringify(variables, undefined, 2),
});

/**
 * The tabs that GraphiQL opens with, in this order; the questions suit the sample knowledge. The tests run the same
 * operations.
 */
const examples: readonly Example[] = [
  example(answer, { question: 'How long do I have to void a shipping label?' }),
  example(abstention, { question: 'What is the salary of a support agent?' }),
  example(clarification, { question: 'flurb zanthic quonk?' }),
  example(search, { query: 'void a label that was not used' }),
  example(missed, { runId: '', documentId: '' }),
  example(events, { question: 'How long do I have to void a shipping label?' }),
  example(documents, { first: 20 }),
  example(staleAnswers, { first: 20 }),
  { query: workspace, variables: '' },
];

/**
 * Sends queries over HTTP and subscriptions over graphql-ws, both to the server that the page came from. Headers typed
 * into GraphiQL are sent as connection parameters.
 */
function createFetcher({ origin }: Pick<Location, 'origin'>): Fetcher {
  const send = createGraphiQLFetcher({
    url: `${origin}/graphql`,
    subscriptionUrl: `${origin.replace(/^http/, 'ws')}/graphql`,
    // The server supports neither @defer nor @stream.
    enableIncrementalDelivery: false,
  });
  return (request, options = {}) => {
    const document = parsed(request.query);
    const name = document && onlyOperation(document);
    return document && name
      ? send({ ...request, operationName: name }, { ...options, documentAST: document })
      : send(request, options);
  };
}

/**
 * GraphiQL 5.4 learns the operation's name up to 100 ms after a tab is opened. If a query is run before that, it is
 * sent under the previous tab's name.
 */
function onlyOperation({ definitions }: DocumentNode): string | undefined {
  const [operation, ...others] = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition] : [],
  );
  return others.length === 0 ? operation?.name?.value : undefined;
}

/** Returns undefined for a query that does not parse: the server reports why. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

const page = document.getElementById('page');
if (!page) throw new Error('The page has no element #page');

/**
 * Without this, GraphiQL 5.4 opens its first tab with the query but without the variables. On a later visit it restores
 * both itself.
 */
const firstVisit = window.localStorage.getItem('graphiql:tabState') === null;
const opening = firstVisit && examples[0] ? { initialVariables: examples[0].variables } : {};

createRoot(page).render(
  <>
    <h1 className="unseen">GraphiQL of Candor</h1>
    <GraphiQL
      fetcher={createFetcher(window.location)}
      defaultTabs={[...examples]}
      {...opening}
      defaultEditorToolsVisibility="variables"
      shouldPersistHeaders={false}
    >
      <GraphiQL.Logo>
        <a className="home" href="/">
          Candor
        </a>
      </GraphiQL.Logo>
    </GraphiQL>
  </>,
);
