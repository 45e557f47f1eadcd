import { Link, useParams } from 'wouter';
import { useState } from 'react';
import { useData, useChange } from '../request.ts';
import { ChooseEdition } from './Editions.tsx';
import {
  ConsoleDocumentDocument,
  ConsolePublishDocument,
  ConsoleUnpublishDocument,
  ConsoleBlocksDocument,
  type ConsoleDocumentQuery,
} from '../generated/graphql.ts';
import { FactRows, Loading, Problem, useMayEdit, useTitle } from '../page.tsx';
import { formatMessage, dayOf, languageName, typeName, words, flagText } from '../words/words.ts';
import { type Block, Blocks } from '../Blocks.tsx';

/** One document: its facts, its versions, and its parsed text. */
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
      {mayEdit && <Editions document={document} />}
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
      <button type="button" disabled={change.isPending} onClick={() => change.mutate({ input: { by: { id } } })}>
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
    [fields.replacedBy, replacedBy(document)],
    [fields.replaces, document.supersedes.map(({ key }) => key).join(', ')],
    [fields.trust, document.trust === 'NORMAL' ? null : words.documents.trust[document.trust]],
  ];
  return (
    <dl className="facts">
      <FactRows facts={facts} />
    </dl>
  );
}

function replacedBy({ supersededByKey, supersessionBasis }: FullDocument): string | null {
  if (!supersededByKey || !supersessionBasis) return supersededByKey;
  return `${supersededByKey} (${words.documents.basis[supersessionBasis]})`;
}

function Editions({ document: { id, supersededBy, supersessionBasis } }: { readonly document: FullDocument }) {
  if (!supersededBy || !supersessionBasis) return null;
  const isSaid = supersessionBasis === 'STATED' || supersessionBasis === 'DECLARED';
  return <ChooseEdition documentId={id} successorId={supersededBy.id} isSaid={isSaid} />;
}

type Version = FullDocument['versions']['nodes'][number];
type VersionText = { readonly blocks: readonly Block[]; readonly more: boolean } | null;

/** The parsed text of a version, with another version beside it and the differences marked. */
function Versions({ document }: { readonly document: FullDocument }) {
  const versions = document.versions.nodes;
  const [shown, setShown] = useState(document.currentVersion?.id ?? versions[0]?.id ?? '');
  const [beside, setBeside] = useState('');
  const left = useText(shown);
  const right = useText(beside);
  const { error, refetch } = left.error ? left : right;
  const isLoading = (shown !== '' && left.text === undefined) || (beside !== '' && right.text === undefined);
  const rest = versions.filter(({ id }) => id !== shown);
  return (
    <section className="section" aria-labelledby="versions">
      <h2 id="versions">{words.versions.title}</h2>
      <div className="filters">
        <Choose label={words.versions.shown} versions={versions} value={shown} choose={setShown} />
        {rest.length > 0 && (
          <Choose label={words.versions.beside} versions={rest} value={beside} choose={setBeside} none />
        )}
      </div>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {isLoading && !error && <Loading />}
      <div className={beside ? 'columns' : undefined}>
        <Text
          version={versions.find(({ id }) => id === shown)}
          text={left.text}
          {...(beside && { other: right.text })}
        />
        {beside && <Text version={versions.find(({ id }) => id === beside)} text={right.text} other={left.text} />}
      </div>
    </section>
  );
}

/** Undefined until it is there; null if its blocks were not kept. */
function useText(versionId: string) {
  const { data, error, refetch } = useData(ConsoleBlocksDocument, { versionId }, { enabled: versionId !== '' });
  const blocks = data?.node && 'blocks' in data.node ? data.node.blocks : null;
  const text: VersionText | undefined = data && blocks && { blocks: blocks.nodes, more: blocks.pageInfo.hasNextPage };
  return { text, error, refetch };
}

function Choose(given: {
  readonly label: string;
  readonly versions: readonly Version[];
  readonly value: string;
  readonly choose: (id: string) => void;
  readonly none?: boolean;
}) {
  return (
    <select aria-label={given.label} value={given.value} onChange={(event) => given.choose(event.target.value)}>
      {given.none && <option value="">{words.versions.compare}</option>}
      {given.versions.map((version) => (
        <option key={version.id} value={version.id}>
          {formatMessage(words.source.version, { n: version.number })}, {validity(version)}
        </option>
      ))}
    </select>
  );
}

const validity = ({ effectiveFrom, effectiveUntil }: Version) =>
  effectiveUntil
    ? formatMessage(words.conflict.until, { from: dayOf(effectiveFrom), to: dayOf(effectiveUntil) })
    : formatMessage(words.conflict.since, { day: dayOf(effectiveFrom) });

interface TextGiven {
  readonly version: Version | undefined;
  readonly text: VersionText | undefined;
  /** Of the version beside it; not given: there is none. */
  readonly other?: VersionText | undefined;
}

/** Highlights the blocks that the other version does not contain word for word. */
function Text({ version, text, ...beside }: TextGiven) {
  const isCompared = 'other' in beside;
  if (!version || text === undefined) return null;
  if (text === null) return <p className="muted">{words.versions.noBlocks}</p>;
  const elsewhere = new Set(beside.other?.blocks.map((block) => block.text));
  const changed = isCompared ? (block: Block) => !elsewhere.has(block.text) : undefined;
  return (
    <article className="blocks" aria-label={formatMessage(words.source.version, { n: version.number })}>
      {isCompared && (
        <h3 className="muted">
          {formatMessage(words.source.version, { n: version.number })}, {validity(version)}
        </h3>
      )}
      {version.flags.length > 0 && <p className="note warn">{version.flags.map((flag) => flagText(flag)).join(' ')}</p>}
      <Blocks blocks={text.blocks} {...(changed && { changed })} />
      {text.more && <p className="muted small">{words.versions.more}</p>}
    </article>
  );
}

type FullDocument = NonNullable<ConsoleDocumentQuery['document']>;
