import { Link } from 'wouter';
import { Problem } from '../shell/state.tsx';
import { useWorkspace } from '../shell/workspace.ts';
import { words } from '../words/words.ts';
import { AnswerText } from './AnswerText.tsx';
import { ClarifyView } from './ClarifyView.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';
import type { Outcome } from './outcome.ts';
import { Progress } from './Progress.tsx';
import { NextToRead } from './NextToRead.tsx';
import { Proof } from './Proof.tsx';
import { Trust } from './Trust.tsx';
import type { Turn } from './useConversation.ts';

type Ask = (question: string) => void;

/** One question and what came of it. */
export function TurnView({ turn, ask, isLast }: { readonly turn: Turn; readonly ask: Ask; readonly isLast: boolean }) {
  const { question, outcome, fault, stopped } = turn;
  return (
    <article className="turn" aria-label={question}>
      <h2 className="question" dir="auto">
        {/* With a direction of its own it does not decide that of the question. */}
        <span className="unseen" dir={words.direction}>
          {words.ask.you}:{' '}
        </span>
        {question}
      </h2>
      <div aria-live="polite" aria-busy={!outcome && !fault && !stopped}>
        {outcome ? (
          <OutcomeView outcome={outcome} ask={ask} isLast={isLast} />
        ) : fault ? (
          <Problem error={fault} retry={() => ask(question)} />
        ) : stopped ? (
          <p className="muted">{words.ask.stopped}</p>
        ) : (
          <Progress events={turn.events} />
        )}
      </div>
    </article>
  );
}

function OutcomeView({
  outcome,
  ask,
  isLast,
}: {
  readonly outcome: Outcome;
  readonly ask: Ask;
  readonly isLast: boolean;
}) {
  return (
    <div className={`outcome ${outcome.__typename.toLowerCase()} tier-${outcome.tier.toLowerCase()}`}>
      <OutcomeText outcome={outcome} ask={ask} isLast={isLast} />
      <NothingHeld />
      <Trust outcome={outcome} />
      {outcome.__typename === 'Answer' && <Proof answer={outcome} />}
      {outcome.__typename === 'Abstention' && <NextToRead abstention={outcome} />}
      {outcome.degraded.length > 0 && (
        <section className="note warn">
          <h3>{words.answer.degraded}</h3>
          <ul>
            {outcome.degraded.map(({ part }) => (
              <li key={part}>{words.degradedParts[part]}</li>
            ))}
          </ul>
        </section>
      )}
      <footer className="outcome-foot">
        <FeedbackForm runId={outcome.id} kind={outcome.__typename} />
        <p className="muted small">
          <Link href={`/runs/${outcome.id}`}>{words.answer.seeRun}</Link> ·{' '}
          {words.answer.took((outcome.usage.millis / 1000).toFixed(1))}
        </p>
      </footer>
    </div>
  );
}

/** Where there is nothing to search, other words find nothing either. */
function NothingHeld() {
  const { documentCount, curatedAnswerCount } = useWorkspace();
  if (documentCount + curatedAnswerCount > 0) return null;
  return (
    <p className="note">
      {words.ask.empty} <Link href="/documents">{words.ask.emptyAction}</Link>
    </p>
  );
}

function OutcomeText({
  outcome,
  ask,
  isLast,
}: {
  readonly outcome: Outcome;
  readonly ask: Ask;
  readonly isLast: boolean;
}) {
  switch (outcome.__typename) {
    case 'Answer':
      return <AnswerText answer={outcome} />;
    case 'Clarification':
      return <ClarifyView clarification={outcome} ask={ask} isLast={isLast} />;
    case 'Abstention':
      return (
        <p className="answer-text" dir="auto">
          {outcome.message}
        </p>
      );
  }
}
