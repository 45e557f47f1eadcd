import { Link } from 'wouter';
import { Problem, useWorkspace, useMayEdit } from '../page.tsx';
import { secondsOf, formatMessage, language, words } from '../words/words.ts';
import { Alternatives, Suggestion, useChoice } from './Alternatives.tsx';
import { AnswerText, Proof, WrittenSentences } from './AnswerView.tsx';
import { CopyAnswer, CopyLink } from './CopyAnswer.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';
import { FollowUps } from './FollowUps.tsx';
import { type Abstention, type AskEvent, besideSuggestion, type Clarification, type Outcome } from './outcome.ts';
import { type EarlierRecall, Recalled, RecalledEarlier, type Standing } from './Recalled.tsx';
import { Trust } from './Trust.tsx';
import type { Turn } from './useConversation.ts';

type Ask = (question: string) => void;

interface Shown {
  readonly turn: Turn;
  readonly ask: Ask;
  readonly isLast: boolean;
  /** How the answer stands, if it was called back. */
  readonly standing: Standing | undefined;
  /** Earlier answers of the conversation that were called back. */
  readonly earlier: readonly EarlierRecall[];
}

/** One question and its outcome. */
export function TurnView({ turn, ask, isLast, standing, earlier }: Shown) {
  const { question, outcome, fault, stopped } = turn;
  return (
    <article className="turn" id={`turn-${turn.key}`} aria-label={question}>
      <h2 className="question" dir="auto">
        {/* Has its own direction, so that it does not determine that of the question. */}
        <span className="unseen" dir={document.documentElement.dir}>
          {words.ask.you}:{' '}
        </span>
        {question}
      </h2>
      {outcome && outcome.askedAs !== null && (
        <p className="muted small understood">
          {words.runs.fields.understood}: <span dir="auto">{outcome.askedAs}</span>
        </p>
      )}
      <div aria-live="polite" aria-busy={!outcome && !fault && !stopped}>
        <Recalled standing={standing} />
        {isLast && earlier.map((recall) => <RecalledEarlier key={recall.turn} recall={recall} />)}
        {outcome ? (
          <OutcomeView outcome={withoutMarked(outcome, earlier)} ask={ask} isLast={isLast} />
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

/** The outcome without the notice of what the page itself says of an answer that it shows. */
const withoutMarked = (outcome: Outcome, earlier: readonly EarlierRecall[]): Outcome =>
  outcome.__typename === 'Answer' && earlier.length > 0
    ? { ...outcome, notices: outcome.notices.filter(({ kind }) => kind !== 'EARLIER_ANSWER_RECALLED') }
    : outcome;

function OutcomeView({
  outcome,
  ask,
  isLast,
}: {
  readonly outcome: Outcome;
  readonly ask: Ask;
  readonly isLast: boolean;
}) {
  const choice = useChoice(outcome);
  return (
    <div className={`outcome ${outcome.__typename.toLowerCase()} tier-${outcome.tier.toLowerCase()}`}>
      {outcome.__typename === 'Abstention' && <Suggestion refusal={outcome} choice={choice} />}
      <OutcomeText outcome={outcome} ask={ask} isLast={isLast} />
      <NothingHeld />
      <Trust outcome={outcome} />
      {outcome.__typename === 'Answer' && <Proof answer={outcome} />}
      {outcome.__typename === 'Answer' && isLast && <FollowUps answer={outcome} ask={ask} />}
      <Alternatives outcome={outcome} choice={choice} />
      {outcome.__typename === 'Abstention' && <NextSteps abstention={outcome} ask={ask} />}
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
        {/* A question back is neither right nor wrong: its options are the reply to it. */}
        {outcome.__typename !== 'Clarification' && <FeedbackForm runId={outcome.id} kind={outcome.__typename} />}
        <p className="muted small">
          {outcome.__typename === 'Answer' && <CopyAnswer answer={outcome} />}{' '}
          {outcome.run && <CopyLink runId={outcome.id} />}{' '}
          <Link href={`/runs/${outcome.id}`}>{words.answer.seeRun}</Link>{' '}
          {outcome.run && `· ${secondsOf(outcome.run.usage.millis)}`}
        </p>
      </footer>
    </div>
  );
}

/** If there is nothing to search, rewording the question does not help. */
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
          {isInOtherLanguage(outcome) ? reasonOf(outcome) : besideSuggestion(outcome)}
        </p>
      );
  }
}

/** Whether a refusal is in another language than the page, which then says the same in its own words, without the details. */
const isInOtherLanguage = ({ language: spoken }: Pick<Abstention, 'language'>): boolean =>
  spoken !== null && spoken.split('-', 1)[0] !== language;

function reasonOf(refusal: Abstention): string {
  const own: Readonly<Record<string, string | undefined>> = words.refusal.reasons;
  return own[refusal.reason] ?? besideSuggestion(refusal);
}

interface Given {
  readonly clarification: Clarification;
  readonly ask: (question: string) => void;
  readonly isLast: boolean;
}

/**
 * A clarifying question, with the possible meanings as buttons. While it is the last turn, an option's text chooses it;
 * later, the option's question is asked.
 */
function ClarifyView({ clarification: { clarifyText, options, id }, ask, isLast }: Given) {
  return (
    <section className="clarify" aria-labelledby={`clarify-${id}`}>
      <p className="answer-text" id={`clarify-${id}`}>
        {clarifyText}
      </p>
      <ul className="options">
        {options.map((option) => (
          <li key={option.id}>
            <button type="button" className="option" onClick={() => ask(isLast ? option.text : option.question)}>
              <span className="option-name" dir="auto">
                {option.text}
              </span>
              {option.preview && (
                <span className="quote" dir="auto">
                  <span className="unseen" dir={document.documentElement.dir}>
                    {words.clarify.answers}{' '}
                  </span>
                  {option.preview}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is happening, one step per line; the last one is the current step. */
function Progress({ events }: { readonly events: readonly AskEvent[] }) {
  const steps = [words.progress.start, ...events.flatMap(stepOf)].filter((step, at, all) => step !== all[at - 1]);
  const verified = events.flatMap((event) => (event.__typename === 'ClaimVerified' ? [event.claim] : []));
  const provisional = events.findLast((event) => event.__typename === 'Provisional');
  return (
    <div className="progress">
      <ol aria-label={words.progress.title}>
        {steps.map((step, at) => (
          <li key={at} aria-current={at === steps.length - 1 ? 'step' : undefined} dir="auto">
            {step}
          </li>
        ))}
      </ol>
      {verified.length > 0 ? (
        <p className="as-written so-far">{verified.map(({ text }) => text).join(' ')}</p>
      ) : (
        provisional && (
          <>
            <p className="muted small">{words.progress.provisional}</p>
            <p className="as-written so-far">{provisional.text}</p>
          </>
        )
      )}
      {provisional && (
        <WrittenSentences sentences={provisional.claims.filter(({ answerSpan }) => answerSpan === null)} />
      )}
    </div>
  );
}

function stepOf(event: AskEvent): string[] {
  switch (event.__typename) {
    case 'AskProgress':
      return progressStep(event);
    case 'ClaimVerified':
      return [words.progress.checking];
    case 'Provisional':
    case 'AskFinished':
    case 'AskFailed':
      return [];
  }
}

function progressStep({
  phase,
  passageCount,
  queries,
  confidence,
}: Extract<AskEvent, { __typename: 'AskProgress' }>): string[] {
  switch (phase) {
    case 'PLANNED':
      return (queries ?? []).slice(0, 1).map((query) => formatMessage(words.progress.searching, { query }));
    case 'RETRIEVED':
      return [passageCount ? formatMessage(words.progress.found, { n: passageCount }) : words.progress.nothing];
    case 'REFLECTED':
      return confidence ? [formatMessage(words.progress.judged, { display: Math.round(confidence.display) })] : [];
    case 'REFINED':
      return (queries ?? []).slice(0, 1).map((query) => formatMessage(words.progress.refined, { query }));
    case 'WRITING':
      return [words.progress.writing];
  }
}

type Step = Abstention['nextSteps'][number];

const inOwnWords = (step: Step): Step => ({
  ...step,
  text: formatMessage(words.refusal.steps[step.kind], { owner: step.owner ?? '' }),
});

/**
 * What can be done now. Where passages are shown, they come first: what can be asked instead stays on the screen, and
 * the rest is one click away.
 */
function NextSteps({ abstention, ask }: { readonly abstention: Abstention; readonly ask: Ask }) {
  const { alternatives, nextSteps, question, id } = abstention;
  const shownStep = (step: Step) => (isInOtherLanguage(abstention) ? inOwnWords(step) : step);
  const list = (steps: readonly Step[]) =>
    steps.length > 0 && (
      <ul>
        {steps.map((step) => (
          <StepItem key={step.kind} step={shownStep(step)} question={question} ask={ask} />
        ))}
      </ul>
    );
  if (nextSteps.length === 0) return null;
  if (alternatives.length === 0)
    return (
      <section className="next" aria-labelledby={`next-${id}`}>
        <h3 id={`next-${id}`}>{words.refusal.next}</h3>
        {list(nextSteps)}
      </section>
    );
  // The list above is itself the advice to read the passages.
  const others = nextSteps.filter(({ kind, suggestions }) => kind !== 'READ_NEAREST' && suggestions.length === 0);
  return (
    <section className="next">
      {list(nextSteps.filter(({ suggestions }) => suggestions.length > 0))}
      {others.length > 0 && (
        <details>
          <summary>{words.refusal.next}</summary>
          {list(others)}
        </details>
      )}
    </section>
  );
}

function StepItem({ step, question, ask }: { readonly step: Step; readonly question: string; readonly ask: Ask }) {
  const mayEdit = useMayEdit();
  const { kind, text, suggestions } = step;
  return (
    <li>
      {text}{' '}
      {suggestions.map((suggestion) => (
        <button key={suggestion} type="button" className="small" dir="auto" onClick={() => ask(suggestion)}>
          {suggestion}
        </button>
      ))}
      {kind === 'ADD_DOCUMENT' && mayEdit && (
        <span className="small">
          <Link href="/documents">{words.refusal.addDocument}</Link>
          {' · '}
          <Link href={`/answers/new?q=${encodeURIComponent(question)}`}>{words.refusal.writeAnswer}</Link>
        </span>
      )}
    </li>
  );
}
