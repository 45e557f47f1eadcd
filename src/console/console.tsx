import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Link, Route, Switch, useLocation } from 'wouter';
import './styles/frame.css';
import './styles/parts.css';
import './styles/ask.css';
import './styles/source.css';
import './styles/pages.css';
import './styles/settings.css';
import './styles/quality.css';
import { speak, language, words, changeLanguage } from './words/words.ts';
import { Fault } from './fault.ts';
import { apiKey, useData } from './request.ts';
import { AskPage } from './ask/AskPage.tsx';
import { AnswersPage, NewAnswerPage } from './pages/AnswersPage.tsx';
import { DocumentPage } from './pages/DocumentPage.tsx';
import { DocumentsPage } from './pages/DocumentsPage.tsx';
import { GapsPage } from './pages/GapsPage.tsx';
import { ConsoleWorkspaceDocument } from './generated/graphql.ts';
import { JudgePage } from './pages/JudgePage.tsx';
import { QualityPage } from './pages/QualityPage.tsx';
import { ComparePage } from './pages/ComparePage.tsx';
import { RecallsPage } from './pages/RecallsPage.tsx';
import { RunPage } from './pages/RunPage.tsx';
import { RunsPage } from './pages/RunsPage.tsx';
import { SettingsPage } from './pages/SettingsPage.tsx';
import { Keyboard } from './Keyboard.tsx';
import { SourceSheet } from './Source.tsx';
import { applyTheme, changeTheme, chosenTheme, type Theme, themes } from './theme.ts';
import { Loading, Problem, WorkspaceDoor, useMayEdit } from './page.tsx';
import { type Language, languages } from './words/languages.ts';

/** The whole console: a key form if the server asks for a key, then the pages. */
function Console() {
  useKeyChanges();
  const { data, error, refetch } = useData(ConsoleWorkspaceDocument, {});
  if (error instanceof Fault && error.code === 'UNAUTHENTICATED') return <KeyForm />;
  if (!data) return <main>{error ? <Problem error={error} retry={() => void refetch()} /> : <Loading />}</main>;
  return (
    <WorkspaceDoor value={data.workspace}>
      <SourceSheet>
        <Shell workspace={data.workspace.name}>
          <Pages />
        </Shell>
      </SourceSheet>
    </WorkspaceDoor>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={AskPage} />
      <Route path="/documents" component={DocumentsPage} />
      <Route path="/documents/:id" component={DocumentPage} />
      <Route path="/runs" component={RunsPage} />
      <Route path="/runs/:id" component={RunPage} />
      <Route path="/runs/:id/with/:other" component={ComparePage} />
      <Route path="/recalls" component={RecallsPage} />
      <Route path="/gaps" component={GapsPage} />
      <Route path="/answers" component={AnswersPage} />
      <Route path="/answers/new" component={NewAnswerPage} />
      <Route path="/quality" component={QualityPage} />
      <Route path="/quality/judge" component={JudgePage} />
      <Route path="/settings/:part?" component={SettingsPage} />
      <Route>
        <h1>{words.notFound}</h1>
        <p className="after-title">
          <Link href="/">{words.notFoundHome}</Link>
        </p>
      </Route>
    </Switch>
  );
}

/** Everything may look different with another key. */
function useKeyChanges() {
  const client = useQueryClient();
  useEffect(() => apiKey.subscribe(() => void client.resetQueries()), [client]);
}

const pages = [
  ['/', 'ask'],
  ['/documents', 'documents'],
  ['/runs', 'runs'],
  ['/gaps', 'gaps'],
  ['/answers', 'answers'],
  ['/quality', 'quality'],
] as const;

/** The frame of every page: the navigation, with the current page marked. */
function Shell({ workspace, children }: { readonly workspace: string; readonly children: ReactNode }) {
  const mayEdit = useMayEdit();
  const [location] = useLocation();
  return (
    <>
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <header className="top">
        <Link href="/" className="brand">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M22.5 11.5a8 8 0 1 0 0 9" />
          </svg>
          {words.name}
        </Link>
        <Menu />
        <p className="where muted small">
          <span>{workspace}</span>
          {mayEdit && (
            <Link href="/settings" aria-current={location.startsWith('/settings') ? 'page' : undefined}>
              {words.pages.settings}
            </Link>
          )}
          {apiKey.read() !== null && (
            <button type="button" className="quiet" onClick={apiKey.forget}>
              {words.key.forget}
            </button>
          )}
        </p>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="bottom muted small">
        {'graphiql' in document.documentElement.dataset && <a href="/graphiql">{words.graphiql}</a>}
        <Keyboard />
        <ThemeSwitch />
        <LanguageSwitch />
      </footer>
    </>
  );
}

function Menu() {
  const [location] = useLocation();
  const current = (path: string) =>
    path === '/' ? location === '/' : location.startsWith(path) || (path === '/runs' && location === '/recalls');
  return (
    <nav aria-label={words.menu}>
      {pages.map(([path, name]) => (
        <Link key={path} href={path} aria-current={current(path) ? 'page' : undefined}>
          {words.pages[name]}
        </Link>
      ))}
    </nav>
  );
}

/** Shows each language by its own name, so that a person who cannot read the current one finds theirs. */
function LanguageSwitch() {
  return (
    <select
      className="languages"
      aria-label={words.languages}
      value={language}
      onChange={(event) => changeLanguage(event.target.value as Language)}
    >
      {Object.entries(languages).map(([tag, { name }]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

function ThemeSwitch() {
  return (
    <select
      className="languages"
      aria-label={words.themes.title}
      defaultValue={chosenTheme()}
      onChange={(event) => changeTheme(event.target.value as Theme)}
    >
      {themes.map((theme) => (
        <option key={theme} value={theme}>
          {words.themes[theme]}
        </option>
      ))}
    </select>
  );
}

/** Asks for an API key if the server requires one. */
function KeyForm() {
  const [key, setKey] = useState('');
  const refused = apiKey.read() !== null;
  return (
    <main className="gatehouse">
      <h1>{words.key.title}</h1>
      <p className="muted">{words.key.explain}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim()) apiKey.keep(key);
        }}
      >
        <label htmlFor="key">{words.key.field}</label>
        <input
          id="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="ck_…"
          value={key}
          aria-invalid={refused}
          aria-describedby={refused ? 'key-refused' : undefined}
          onChange={(event) => setKey(event.target.value)}
        />
        {refused && (
          <p id="key-refused" role="alert" className="error">
            {words.key.refused}
          </p>
        )}
        <button type="submit" className="main">
          {words.key.submit}
        </button>
      </form>
    </main>
  );
}

const page = document.getElementById('page');
if (!page) throw new Error('The page has no element #page');

// A fault is shown at once, with its remedy: the person decides whether to retry, and a refused key stays refused. A
// browser that reports being offline says nothing about a server on this machine: send the request all the same,
// otherwise the page waits forever.
const networkMode = 'always';
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000, networkMode }, mutations: { networkMode } },
});

const root = createRoot(page);
applyTheme();
// Not awaited at the top of the module: a language's file imports this one and would wait for it forever.
void speak().then(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
