import { useEffect, useState } from 'react';
import { ConsoleRecalledDocument, type StandingPartsFragment } from '../generated/graphql.ts';
import { useOpenSource } from '../place.ts';
import { subscribe } from '../request.ts';
import { whileVisible } from '../whileVisible.ts';
import { formatMessage, momentOf, words } from '../words/words.ts';
import type { Turn } from './useConversation.ts';

export type Standing = StandingPartsFragment;

/** That an answer no longer holds, with what stands in its place; nothing if it does. */
export function Recalled({ standing }: { readonly standing: Standing | null | undefined }) {
  if (!standing || standing.verdict === 'STANDS') return null;
  const { verdict, since, now } = standing;
  return (
    <section className="note bad" aria-label={words.recalls.recalled}>
      <p>
        <strong>{words.recalls.recalled}</strong> {words.recalls[verdict]}{' '}
        <span className="muted small">{formatMessage(words.recalls.called, { moment: momentOf(since) })}</span>
      </p>
      {now !== null && <StandsNow now={now} />}
    </section>
  );
}

/** An answer further up that no longer holds. */
export interface EarlierRecall {
  /** The key of its turn. */
  readonly turn: number;
  readonly question: string;
  readonly standing: Standing;
}

/** That an answer further up no longer holds, with the way to it. */
export function RecalledEarlier({ recall: { turn, question, standing } }: { readonly recall: EarlierRecall }) {
  const goUp = () => document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: 'start' });
  return (
    <p className="note bad">
      <button type="button" className="small" dir="auto" onClick={goUp}>
        {question}
      </button>{' '}
      <strong>{words.recalls.recalled}</strong> {standing.verdict !== 'STANDS' && words.recalls[standing.verdict]}
    </p>
  );
}

/** Those of the turns whose answers were called back. */
export const recalledAmong = (turns: readonly Turn[], recalled: ReadonlyMap<string, Standing>): EarlierRecall[] =>
  turns.flatMap(({ key, question, outcome }) => {
    const standing = recalled.get(outcome?.id ?? '');
    return standing && standing.verdict !== 'STANDS' ? [{ turn: key, question, standing }] : [];
  });

function StandsNow({
  now: { quote, title, version, sourceSpan: span },
}: {
  readonly now: NonNullable<Standing['now']>;
}) {
  const open = useOpenSource();
  if (quote === null) return null;
  return (
    <>
      <p className="muted small">{words.recalls.now}</p>
      <button
        type="button"
        className="source-card"
        disabled={version === null}
        onClick={() => open({ title: title ?? '', quote, versionId: version?.id ?? null, span })}
      >
        <span className="source-body">
          <span className="source-title" dir="auto">
            {title}
          </span>
          <span className="quote" dir="auto">
            {quote}
          </span>
        </span>
      </button>
    </>
  );
}

/** How the answers on the screen stand that were called back, by their runs. */
export function useRecalled(turns: readonly Pick<Turn, 'outcome'>[]): ReadonlyMap<string, Standing> {
  const [found, setFound] = useState<ReadonlyMap<string, Standing>>(new Map());
  const shown = turns
    .flatMap(({ outcome }) => (outcome?.__typename === 'Answer' && outcome.run ? [outcome.id] : []))
    .slice(-mostWatched)
    .join(' ');
  useEffect(() => {
    if (shown === '') return;
    return whileVisible(async (signal) => {
      for await (const { answerRecalled } of subscribe(ConsoleRecalledDocument, { runIds: shown.split(' ') }, signal)) {
        const { id, standing } = answerRecalled;
        if (standing) setFound((known) => new Map(known).set(id, standing));
      }
    });
  }, [shown]);
  return found;
}

/** As many as the server takes. */
const mostWatched = 100;
