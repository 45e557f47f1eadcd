import { useDeferredValue, useId, useState } from 'react';
import { useData } from '../api/request.ts';
import { ConsoleSourcesDocument } from '../generated/graphql.ts';
import { words } from '../words/words.ts';

export interface PickedSource {
  readonly id: string;
  readonly title: string;
}

interface Given {
  readonly picked: readonly PickedSource[];
  readonly pick: (sources: readonly PickedSource[]) => void;
}

/** The documents that an answer rests on: when one of them changes, a person is asked to look again. */
export function SourcePicker({ picked, pick }: Given) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const contains = useDeferredValue(typed.trim());
  const { data } = useData(ConsoleSourcesDocument, { contains }, { enabled: contains.length > 1 });
  const found = (contains.length > 1 ? (data?.documents.nodes ?? []) : []).filter(
    (document) => !picked.some((source) => source.id === document.id),
  );
  return (
    <div className="stack field">
      <label htmlFor={id}>{words.curated.fields.sources}</label>
      {picked.length > 0 && (
        <ul className="actions">
          {picked.map((source) => (
            <li key={source.id}>
              <button
                type="button"
                aria-label={words.curated.dropSource(source.title)}
                onClick={() => pick(picked.filter((other) => other.id !== source.id))}
              >
                {source.title} <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        type="search"
        placeholder={words.curated.findSource}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="actions" aria-live="polite">
        {found.map((document) => (
          <li key={document.id}>
            <button
              type="button"
              onClick={() => {
                pick([...picked, document]);
                setTyped('');
              }}
            >
              + {document.title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
