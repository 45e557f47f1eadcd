import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { useData } from '../api/request.ts';
import { ConsoleDocumentsDocument, type ConsoleDocumentsQuery, type DocumentState } from '../generated/graphql.ts';
import { Paged, pageSize, usePaging } from '../shell/Paged.tsx';
import { useTitle } from '../shell/useTitle.ts';
import { useMayEdit } from '../shell/workspace.ts';
import { dayOf, typeName, words } from '../words/words.ts';
import { UploadForm } from './UploadForm.tsx';

type Row = ConsoleDocumentsQuery['documents']['nodes'][number];

/** What the workspace holds, and the way to add to it. */
export function DocumentsPage() {
  useTitle(words.pages.documents);
  const mayEdit = useMayEdit();
  const [contains, setContains] = useState('');
  const [state, setState] = useState<DocumentState | ''>('');
  const asked = useDeferredValue(contains);
  const paging = usePaging(`${asked} ${state}`);
  const filter = { ...(asked && { contains: asked }), ...(state && { state }) };
  const result = useData(ConsoleDocumentsDocument, { first: pageSize, after: paging.after, filter });
  return (
    <>
      <div className="page-head">
        <h1>{words.pages.documents}</h1>
        <span className="muted">{result.data && words.counts.documents(result.data.documents.totalCount)}</span>
      </div>
      {mayEdit && <UploadForm />}
      <div className="filters">
        <input
          type="search"
          aria-label={words.documents.search}
          placeholder={words.documents.search}
          value={contains}
          onChange={(event) => setContains(event.target.value)}
        />
        <select
          aria-label={words.documents.state}
          value={state}
          onChange={(event) => setState(event.target.value as DocumentState | '')}
        >
          <option value="">{words.documents.everyState}</option>
          <option value="PUBLISHED">{words.documents.states.PUBLISHED}</option>
          <option value="DRAFT">{words.documents.states.DRAFT}</option>
        </select>
      </div>
      <Paged
        result={result}
        paging={paging}
        page={(data) => data.documents}
        empty={contains || state ? words.documents.none : words.ask.empty}
        row={(document) => <DocumentRow document={document} />}
      />
    </>
  );
}

function DocumentRow({ document }: { readonly document: Row }) {
  return (
    <Link href={`/documents/${document.id}`} className="row">
      <span className="row-name" dir="auto">
        {document.title}
      </span>
      <span className="row-side muted small">{dayOf(document.updatedAt)}</span>
      <span className="row-facts muted small">
        <span>{document.key}</span>
        <span>{typeName(document.sourceType)}</span>
        {document.currentVersion && <span>{words.source.version(document.currentVersion.number)}</span>}
        {document.state === 'DRAFT' && <span className="tag doubt">{words.documents.states.DRAFT}</span>}
        {document.accessGroups.length > 0 && <span>{words.documents.onlyFor(document.accessGroups.join(', '))}</span>}
      </span>
    </Link>
  );
}
