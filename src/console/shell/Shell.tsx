import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { apiKey } from '../api/key.ts';
import { type Language, languages } from '../words/languages.ts';
import { changeLanguage, words } from '../words/words.ts';
import { useMayEdit } from './workspace.ts';

const pages = [
  ['/', 'ask'],
  ['/documents', 'documents'],
  ['/runs', 'runs'],
  ['/gaps', 'gaps'],
  ['/answers', 'answers'],
  ['/quality', 'quality'],
] as const;

/** The frame of every page: where one can go, and where one is. */
export function Shell({ workspace, children }: { readonly workspace: string; readonly children: ReactNode }) {
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
        <LanguageSwitch />
      </footer>
    </>
  );
}

function Menu() {
  const [location] = useLocation();
  const current = (path: string) => (path === '/' ? location === '/' : location.startsWith(path));
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

/** Each language by its own name, so that one who is lost in another finds it. */
function LanguageSwitch() {
  return (
    <select
      className="languages"
      aria-label={words.languages}
      value={words.language}
      onChange={(event) => changeLanguage(event.target.value as Language)}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
