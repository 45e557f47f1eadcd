import { useState } from 'react';
import { useData } from '../api/request.ts';
import { ConsoleBlocksDocument } from '../generated/graphql.ts';
import { Loading, Problem } from '../shell/state.tsx';
import { type Block, Blocks } from '../source/Blocks.tsx';
import { dayOf, flagText, words } from '../words/words.ts';
import type { FullDocument } from './fullDocument.ts';

type Version = FullDocument['versions'][number];
type Texts = ReadonlyMap<string, { readonly blocks: readonly Block[]; readonly more: boolean } | null>;

/** A version as it was understood, and beside it another one with what differs. */
export function Versions({ document }: { readonly document: FullDocument }) {
  const { data, error, refetch } = useData(ConsoleBlocksDocument, { id: document.id });
  const [shown, setShown] = useState(document.currentVersion?.id ?? document.versions[0]?.id ?? '');
  const [beside, setBeside] = useState('');
  const texts: Texts = new Map(
    (data?.document?.versions ?? []).map(({ id, blocks }) => [
      id,
      blocks && { blocks: blocks.nodes, more: blocks.pageInfo.hasNextPage },
    ]),
  );
  const versions = document.versions;
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
      {!data && !error && <Loading />}
      <div className={beside ? 'columns' : undefined}>
        <Text version={versions.find(({ id }) => id === shown)} texts={texts} other={beside} />
        {beside && <Text version={versions.find(({ id }) => id === beside)} texts={texts} other={shown} />}
      </div>
    </section>
  );
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
          {words.source.version(version.number)}, {validity(version)}
        </option>
      ))}
    </select>
  );
}

const validity = ({ effectiveFrom, effectiveUntil }: Version) =>
  effectiveUntil
    ? words.conflict.until(dayOf(effectiveFrom), dayOf(effectiveUntil))
    : words.conflict.since(dayOf(effectiveFrom));

/** Blocks that the other version does not hold word for word stand out. */
function Text({ version, texts, other }: { version: Version | undefined; texts: Texts; other: string }) {
  const text = version && texts.get(version.id);
  if (!version || text === undefined) return null;
  if (text === null) return <p className="muted">{words.versions.noBlocks}</p>;
  const elsewhere = new Set(texts.get(other)?.blocks.map((block) => block.text));
  const changed = other === '' ? undefined : (block: Block) => !elsewhere.has(block.text);
  return (
    <article className="blocks" aria-label={words.source.version(version.number)}>
      {other !== '' && (
        <h3 className="muted">
          {words.source.version(version.number)}, {validity(version)}
        </h3>
      )}
      {version.flags.length > 0 && <p className="note warn">{version.flags.map((flag) => flagText(flag)).join(' ')}</p>}
      <Blocks blocks={text.blocks} {...(changed && { changed })} />
      {text.more && <p className="muted small">{words.versions.more}</p>}
    </article>
  );
}
