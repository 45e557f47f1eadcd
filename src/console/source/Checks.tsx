import type { CheckName } from '../generated/graphql.ts';
import { words } from '../words/words.ts';

interface Check {
  readonly name: CheckName;
  readonly passed: boolean;
  readonly detail: string | null;
}

/** What was compared between a claim and its source, and how it went. */
export function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className="checks">
      {checks.map(({ name, passed, detail }) => (
        <li key={name} className={passed ? 'passed' : 'failed'}>
          <span aria-hidden="true">{passed ? '✓' : '✕'}</span> {words.checks[name]}{' '}
          {!passed && <strong>({words.trust.no})</strong>}
          {detail && <span className="muted"> {detail}</span>}
        </li>
      ))}
    </ul>
  );
}
