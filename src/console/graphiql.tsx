import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './graphiql.css';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { examples } from './examples.ts';
import { createFetcher } from './fetcher.ts';

const page = document.getElementById('page');
if (!page) throw new Error('The page has no element #page');

/**
 * Without this GraphiQL 5.4 opens its first tab with the query and without the variables. On a later visit it restores
 * both by itself.
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
