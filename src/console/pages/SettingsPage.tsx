import { Link, useLocation } from 'wouter';
import { useTitle, useMayManage } from '../page.tsx';
import { words } from '../words/words.ts';
import { Aliases } from './Aliases.tsx';
import { Keys } from './Keys.tsx';
import { Limits } from './Limits.tsx';

const parts = [
  { path: '/settings', name: 'keys', Part: Keys, forAdmins: true },
  { path: '/settings/limits', name: 'limits', Part: Limits, forAdmins: true },
  { path: '/settings/aliases', name: 'aliases', Part: Aliases, forAdmins: false },
] as const;

/** Who has access, what may be spent, and the words that people use. */
export function SettingsPage() {
  const [location] = useLocation();
  const mayManage = useMayManage();
  const { name, Part, forAdmins } = parts.find(({ path }) => path === location) ?? parts[0];
  useTitle(words.settings.parts[name]);
  return (
    <>
      <div className="page-head">
        <h1>{words.pages.settings}</h1>
      </div>
      <nav className="parts" aria-label={words.pages.settings}>
        {parts.map((part) => (
          <Link key={part.path} href={part.path} aria-current={part.name === name ? 'page' : undefined}>
            {words.settings.parts[part.name]}
          </Link>
        ))}
      </nav>
      {forAdmins && !mayManage ? <p className="nothing">{words.quality.adminOnly}</p> : <Part />}
    </>
  );
}
