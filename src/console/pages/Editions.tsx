import { useId } from 'react';
import { Link } from 'wouter';
import {
  ConsoleEditionsDocument,
  type ConsoleEditionsQuery,
  ConsoleSetSuccessorDocument,
} from '../generated/graphql.ts';
import { Problem } from '../page.tsx';
import { useChange, useData } from '../request.ts';
import { formatMessage, words } from '../words/words.ts';

/** What names alone tell is confirmed or parted; what is said can be parted, too. */
export function ChooseEdition(given: {
  readonly documentId: string;
  readonly successorId: string;
  readonly isSaid: boolean;
  /** The element that says which documents it is about, where several are chosen on one page. */
  readonly describedBy?: string;
}) {
  const { documentId, successorId, isSaid, describedBy } = given;
  const set = useChange(ConsoleSetSuccessorDocument);
  const choose = (id: string | null) =>
    set.mutate({ input: { by: { id: documentId }, successor: id === null ? null : { id } } });
  return (
    <div className="actions">
      {!isSaid && (
        <button
          type="button"
          aria-describedby={describedBy}
          disabled={set.isPending}
          onClick={() => choose(successorId)}
        >
          {words.documents.confirmEdition}
        </button>
      )}
      <button type="button" aria-describedby={describedBy} disabled={set.isPending} onClick={() => choose(null)}>
        {words.documents.partEdition}
      </button>
      {set.error && <Problem error={set.error} />}
    </div>
  );
}

type Found = NonNullable<ConsoleEditionsQuery['unconfirmedEditions']>[number];

/** How many are asked about at once: the next ones follow when one is decided. */
const mostAsked = 5;

/** Asks of each document whose name speaks of a later edition, also of one just uploaded, whether it is one. */
export function EditionsFound() {
  const { data } = useData(ConsoleEditionsDocument, {});
  const found = (data?.unconfirmedEditions ?? []).filter(({ supersededBy }) => supersededBy !== null);
  if (found.length === 0) return null;
  return (
    <section className="section" aria-labelledby="editions">
      <h2 id="editions">{words.documents.editionFound}</h2>
      <ul className="editions">
        {found.slice(0, mostAsked).map((document) => (
          <EditionFound key={document.id} document={document} />
        ))}
      </ul>
    </section>
  );
}

function EditionFound({ document: { id, title, key, supersededBy } }: { readonly document: Found }) {
  const sentence = useId();
  if (!supersededBy) return null;
  const names =
    title === supersededBy.title
      ? { older: key, newer: supersededBy.key }
      : { older: title, newer: supersededBy.title };
  return (
    <li>
      <Link href={`/documents/${id}`} id={sentence} dir="auto">
        {formatMessage(words.documents.mayReplace, names)}
      </Link>
      <ChooseEdition documentId={id} successorId={supersededBy.id} isSaid={false} describedBy={sentence} />
    </li>
  );
}
