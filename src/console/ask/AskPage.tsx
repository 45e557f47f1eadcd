import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { Problem, useTitle, useWorkspace } from '../page.tsx';
import { formatMessage, words } from '../words/words.ts';
import { exampleQuestions } from './exampleQuestions.ts';
import { History } from './History.tsx';
import { MetadataFilter } from './MetadataFilter.tsx';
import { recalledAmong, useRecalled } from './Recalled.tsx';
import { TurnView } from './TurnView.tsx';
import { type Conversation, useConversation } from './useConversation.ts';
import { WordingChoice } from './Wording.tsx';
import { useData } from '../request.ts';
import { ConsoleExamplesDocument, ConsoleSharedAnswerDocument } from '../generated/graphql.ts';

/** Asks questions, one conversation at a time. `/?q=…` asks immediately, `/?run=…` shows what was answered. */
export function AskPage() {
  useTitle('');
  const conversation = useConversation();
  useLinkedQuestion(conversation.ask);
  const shared = useSharedAnswer(conversation.reopen);
  const recalled = useRecalled(conversation.turns);
  const end = useScrollToNewest(conversation.turns.length);
  if (shared.error) return <Problem error={shared.error} />;
  if (shared.isGone) return <h1>{words.runs.gone}</h1>;
  return conversation.turns.length === 0 ? (
    <Welcome conversation={conversation} />
  ) : (
    <div className="conversation">
      <h1 className="unseen">{words.ask.title}</h1>
      {conversation.turns.map((turn, index) => (
        <div key={turn.key} className="turn-slot" ref={index === conversation.turns.length - 1 ? end : undefined}>
          <TurnView
            turn={turn}
            ask={conversation.ask}
            isLast={index === conversation.turns.length - 1}
            standing={recalled.get(turn.outcome?.id ?? '')}
            earlier={recalledAmong(conversation.turns.slice(0, index), recalled)}
          />
        </div>
      ))}
      <div className="dock">
        <AskForm conversation={conversation} />
        <MetadataFilter chosen={conversation.chosen} choose={conversation.choose} />
        <WordingChoice chosen={conversation.wording} choose={conversation.word} />
      </div>
    </div>
  );
}

function Welcome({ conversation }: { readonly conversation: Conversation }) {
  const { documentCount, curatedAnswerCount } = useWorkspace();
  return (
    <div className="welcome">
      <h1>{words.ask.title}</h1>
      <p className="lead">{words.ask.lead}</p>
      <AskForm conversation={conversation} />
      <MetadataFilter chosen={conversation.chosen} choose={conversation.choose} />
      <WordingChoice chosen={conversation.wording} choose={conversation.word} />
      {documentCount === 0 ? (
        <div className="nothing">
          <p>{words.ask.empty}</p>
          <Link href="/documents" className="button main">
            {words.ask.emptyAction}
          </Link>
        </div>
      ) : (
        <Examples ask={conversation.ask} />
      )}
      <History open={conversation.reopen} />
      {documentCount + curatedAnswerCount > 0 && (
        <p className="muted small held">
          {formatMessage(words.counts.documents, { n: documentCount })}
          {curatedAnswerCount > 0 && ` · ${formatMessage(words.counts.answers, { n: curatedAnswerCount })}`}
        </p>
      )}
    </div>
  );
}

/** Asks the question in the address once, so that a link can contain a question. */
function useLinkedQuestion(ask: Conversation['ask']) {
  const linked = new URLSearchParams(useSearch()).get('q');
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!linked || asked.current === linked) return;
    asked.current = linked;
    window.history.replaceState(null, '', '/');
    ask(linked);
  }, [linked, ask]);
}

/** Shows the outcome that the address names; what is asked next begins a conversation of its own. */
function useSharedAnswer(reopen: Conversation['reopen']) {
  const id = new URLSearchParams(useSearch()).get('run') ?? '';
  const { data, error } = useData(ConsoleSharedAnswerDocument, { id }, { enabled: id !== '' });
  const run = id === '' ? null : data?.run;
  useEffect(() => {
    if (!run?.result) return;
    const turns = [{ question: run.question, outcome: run.result }];
    reopen({ id: `shared-${run.id}`, askedAt: new Date().toISOString(), turns });
  }, [run, reopen]);
  return { error: id === '' ? null : error, isGone: id !== '' && data !== undefined && !data.run?.result };
}

function useScrollToNewest(count: number) {
  const newest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count > 1) newest.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [count]);
  return newest;
}

/** The question box. Enter asks; Shift+Enter starts a new line. */
function AskForm({ conversation: { ask, stop, fresh, asking, turns } }: { readonly conversation: Conversation }) {
  const [question, setQuestion] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const began = turns.length > 0;
  // Before the page is painted: a letter that is typed at once must not be lost.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const submit = () => {
    if (!question.trim() || asking) return;
    ask(question.trim());
    setQuestion('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="ask-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor="question" className="unseen">
        {words.ask.field}
      </label>
      <textarea
        id="question"
        ref={field}
        rows={1}
        maxLength={2_000}
        dir="auto"
        value={question}
        placeholder={began ? words.ask.again : words.ask.placeholder}
        onChange={(event) => setQuestion(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Buttons asking={asking} began={began} stop={stop} fresh={fresh} />
    </form>
  );
}

function Buttons({ asking, began, stop, fresh }: Pick<Conversation, 'asking' | 'stop' | 'fresh'> & { began: boolean }) {
  return (
    <div className="ask-buttons">
      {began && (
        <button type="button" className="quiet" onClick={fresh}>
          {words.ask.fresh}
        </button>
      )}
      {asking ? (
        <button type="button" onClick={stop}>
          {words.ask.stop}
        </button>
      ) : (
        <button type="submit" className="main">
          {words.ask.submit}
        </button>
      )}
    </div>
  );
}

interface Example {
  readonly kind: keyof typeof words.ask.kinds;
  readonly question: string;
}

/** A title in the sample that no other help centre has. */
const sampleTitle = 'How to pay your Brindlecart subscription';

/** One example per outcome; a browser test asks them. */
const ofSample: readonly Example[] = [
  { kind: 'answer', question: 'What does the BP-4 label printer cost?' },
  { kind: 'refusal', question: 'Can I pay with PayPal?' },
  { kind: 'clarify', question: 'What is the fee?' },
];

/** Example questions: from the sample, or those that the workspace's own documents ask. */
function Examples({ ask }: { readonly ask: (question: string) => void }) {
  const { data } = useData(ConsoleExamplesDocument, { sampleTitle });
  const newest = (data?.newest.nodes ?? []).map(({ title, currentVersion }) => ({
    title,
    blocks: currentVersion?.blocks?.nodes ?? [],
  }));
  const own = exampleQuestions(newest).map((question): Example => ({ kind: 'own', question }));
  const examples = data && data.sample.totalCount > 0 ? ofSample : own;
  if (data && examples.length === 0) return null;
  return (
    <section className="examples" aria-labelledby="examples" aria-busy={!data}>
      <h2 id="examples" className="muted small">
        {words.ask.examples}
      </h2>
      <ul>
        {examples.map(({ kind, question }) => (
          <li key={question}>
            <button type="button" className={`example ${kind}`} onClick={() => ask(question)}>
              <span className="muted small">{words.ask.kinds[kind]}</span>
              <span dir="auto">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
