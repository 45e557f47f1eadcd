import type { MetadataCondition } from '../generated/graphql.ts';
import { ConsoleMetadataDocument } from '../generated/graphql.ts';
import { useData } from '../request.ts';
import { words } from '../words/words.ts';

/** The values that were chosen, one at most of each name. */
export type ChosenMetadata = Readonly<Record<string, string>>;

export const conditionsOf = (chosen: ChosenMetadata): MetadataCondition[] =>
  Object.entries(chosen).map(([name, value]) => ({ name, in: [value] }));

/** Names with more are a list that nobody looks through. */
const mostNames = 12;

/** Narrows the questions that follow to documents with some metadata; nothing where no document has any. */
export function MetadataFilter({
  chosen,
  choose,
}: {
  readonly chosen: ChosenMetadata;
  readonly choose: (chosen: ChosenMetadata) => void;
}) {
  const { data } = useData(ConsoleMetadataDocument, {});
  const names = (data?.workspace.metadataNames ?? []).slice(0, mostNames);
  if (names.length === 0) return null;
  const change = (name: string, value: string) => {
    const { [name]: _before, ...others } = chosen;
    choose(value === '' ? others : { ...others, [name]: value });
  };
  const told = Object.entries(chosen).map(([name, value]) => `${name}: ${value}`);
  return (
    <details className="metadata-filter small">
      <summary>
        {words.ask.only}
        {told.length > 0 && <span dir="auto"> ({told.join(', ')})</span>}
      </summary>
      <div className="filters">
        {names.map(({ name, values }) => (
          <label key={name}>
            <span dir="auto">{name}</span>
            <select value={chosen[name] ?? ''} onChange={(event) => change(name, event.target.value)}>
              <option value="">{words.ask.any}</option>
              {values.map(({ value, count }) => (
                <option key={value} value={value}>
                  {value} ({count})
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}
