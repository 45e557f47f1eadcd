import { useQuery } from '@tanstack/react-query';
import {
  ConsoleHeadingsDocument,
  type ConsoleHeadingsQuery,
  type ConsoleHeadingsQueryVariables,
} from '../generated/graphql.ts';
import { request } from '../request.ts';
import { words } from '../words/words.ts';
import { followUps, type Heading } from './followUps.ts';
import type { Answer } from './outcome.ts';

interface Given {
  readonly answer: Answer;
  readonly ask: (question: string) => void;
}

/**
 * Two follow-up questions: what the first source says beside what the answer quotes of it. A heading is asked behind
 * its document's title: of six of the sample's, all were answered from their document, of the bare headings three, one from
 * another, and two were refused.
 */
export function FollowUps({ answer: { question, citations }, ask }: Given) {
  const [cited] = citations;
  const versionId = cited?.version?.id ?? '';
  const at = cited?.sourceSpan.start ?? 0;
  // Null: the key may not read documents, or the version is gone.
  const { data: headings } = useQuery({
    queryKey: ['headings', versionId, at],
    queryFn: ({ signal }) => headingsAround(versionId, at, signal),
    enabled: versionId !== '',
    retry: false,
  });
  const beside = headings && cited ? followUps(headings, at, [question, cited.title]) : [];
  if (!cited || beside.length === 0) return null;
  return (
    <section className="next" aria-label={words.answer.beside}>
      <ul>
        {beside.map((text) => (
          <li key={text}>
            <button type="button" className="small" dir="auto" onClick={() => ask(`${cited.title}: ${text}`)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of a longer document, a quote further down has none: its blocks come in pages, from the first. */
const mostPages = 3;

type Blocks = Extract<NonNullable<ConsoleHeadingsQuery['node']>, { readonly blocks: unknown }>['blocks'];

/** A page of the blocks of a version; null if they cannot be read. */
async function blocksAfter(variables: ConsoleHeadingsQueryVariables, signal: AbortSignal): Promise<Blocks> {
  const { node } = await request(ConsoleHeadingsDocument, variables, signal);
  return node && 'blocks' in node ? node.blocks : null;
}

/** The headings of a version, as far as the page of blocks that has something behind a place. */
async function headingsAround(versionId: string, at: number, signal: AbortSignal): Promise<Heading[]> {
  const found: Heading[] = [];
  let after: string | null = null;
  for (let page = 1; page <= mostPages; page += 1) {
    const blocks = await blocksAfter({ versionId, after }, signal);
    if (!blocks) return [];
    for (const { kind, text, headingPath, span } of blocks.nodes)
      if (kind === 'HEADING') found.push({ text, above: headingPath, start: span.start });
    const last = blocks.nodes.at(-1)?.span.start ?? 0;
    after = blocks.pageInfo.endCursor;
    if (last > at || !blocks.pageInfo.hasNextPage) return found;
  }
  return [];
}
