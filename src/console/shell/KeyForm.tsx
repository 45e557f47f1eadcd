import { useState } from 'react';
import { apiKey } from '../api/key.ts';
import { words } from '../words/words.ts';

/** Asks for an API key where the server wants one. */
export function KeyForm() {
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
