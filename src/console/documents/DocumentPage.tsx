import { Link, useParams } from 'wouter';
import { useData } from '../api/request.ts';
import { ConsoleDocumentDocument, ConsolePublishDocument, ConsoleUnpublishDocument } from '../generated/graphql.ts';
import { Loading, Problem } from '../shell/state.tsx';
import { useChange } from '../shell/useChange.ts';
import { useTitle } from '../shell/useTitle.ts';
import { useMayEdit } from '../shell/workspace.ts';
import { dayOf, languageName, typeName, words } from '../words/words.ts';
import type { FullDocument } from './fullDocument.ts';
import { Versions } from './Versions.tsx';

/** One document: what is known of it, its versions, and what was understood. */
export function DocumentPage() {
  const { id } = useParams<{ id: string }>();
  const { data, error, refetch } = useData(ConsoleDocumentDocument, { id });
  useTitle(data?.document?.title ?? words.pages.documents);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { document } = data;
  return (
    <>
      <Link href="/documents" className="back">
        {words.documents.back}
      </Link>
      {document ? <Found document={document} /> : <h1>{words.documents.gone}</h1>}
    </>
  );
}

function Found({ document }: { readonly document: FullDocument }) {
  const mayEdit = useMayEdit();
  return (
    <>
      <div className="page-head">
        <h1 dir="auto">{document.title}</h1>
        {mayEdit && <Publish document={document} />}
      </div>
      <Facts document={document} />
      <Versions document={document} />
    </>
  );
}

function Publish({ document: { id, state } }: { readonly document: FullDocument }) {
  const publish = useChange(ConsolePublishDocument);
  const unpublish = useChange(ConsoleUnpublishDocument);
  const change = state === 'PUBLISHED' ? unpublish : publish;
  return (
    <div className="actions">
      <span className={state === 'PUBLISHED' ? 'tag good' : 'tag doubt'} role="status">
        {words.documents.states[state]}
      </span>
      <button type="button" disabled={change.isPending} onClick={() => change.mutate({ input: { id } })}>
        {state === 'PUBLISHED' ? words.documents.unpublish : words.documents.publish}
      </button>
      {change.error && <Problem error={change.error} />}
    </div>
  );
}

function Facts({ document }: { readonly document: FullDocument }) {
  const { fields } = words.documents;
  const facts: readonly (readonly [string, string | null])[] = [
    [fields.key, document.key],
    [fields.format, typeName(document.sourceType)],
    [fields.updated, dayOf(document.updatedAt)],
    [fields.readers, document.accessGroups.join(', ') || words.documents.everybody],
    [fields.tags, document.tags.join(', ')],
    [fields.kind, document.semanticType],
    [fields.author, document.author],
    [fields.language, document.language && languageName(document.language)],
    [fields.replacedBy, document.supersededByKey],
    [fields.trust, document.trust === 'NORMAL' ? null : words.documents.trust[document.trust]],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
