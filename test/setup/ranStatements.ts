import pg from 'pg';
import { afterAll, inject } from 'vitest';
import './provided.ts';

/** The clients of a worker outlive a file, so what they have run is kept on what makes them. */
const clients: { query: (...given: unknown[]) => unknown; ran?: Set<string> } = pg.Client.prototype;

if (inject('databaseUrl') === null) {
  if (!clients.ran) watch();
  const ran = (clients.ran = new Set());
  afterAll(({}, { file }) => {
    file.meta.statements = [...ran].sort();
  });
}

/** Every statement begins with its name as a comment. One that fails has shown nothing. */
function watch(): void {
  const { query } = clients;
  clients.query = function (this: unknown, ...given) {
    const result = query.apply(this, given);
    const text = typeof given[0] === 'object' && given[0] !== null && 'text' in given[0] ? given[0].text : given[0];
    const [, name] = /^\/\* ([\w.]+) \*\//.exec(String(text)) ?? [];
    if (name !== undefined && result instanceof Promise)
      result.then(
        () => clients.ran?.add(name),
        () => undefined,
      );
    return result;
  };
}
