import { useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { useTitle } from '../shell/useTitle.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { words } from '../words/words.ts';
import { AskForm } from './AskForm.tsx';
import { Examples } from './Examples.tsx';
import { TurnView } from './TurnView.tsx';
import { type Conversation, useConversation } from './useConversation.ts';

/** Asks questions, one conversation at a time. `/?q=…` asks at once. */
export function AskPage() {
  useTitle('');
  const conversation = useConversation();
  useLinkedQuestion(conversation.ask);
  const end = useScrollToNewest(conversation.turns.length);
  return conversation.turns.length === 0 ? (
    <Welcome conversation={conversation} />
  ) : (
    <div className="conversation">
      <h1 className="unseen">{words.ask.title}</h1>
      {conversation.turns.map((turn, index) => (
        <div key={turn.key} className="turn-slot" ref={index === conversation.turns.length - 1 ? end : undefined}>
          <TurnView turn={turn} ask={conversation.ask} isLast={index === conversation.turns.length - 1} />
        </div>
      ))}
      <div className="dock">
        <AskForm conversation={conversation} />
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
      {documentCount + curatedAnswerCount > 0 && (
        <p className="muted small held">
          {words.counts.documents(documentCount)}
          {curatedAnswerCount > 0 && ` · ${words.counts.answers(curatedAnswerCount)}`}
        </p>
      )}
    </div>
  );
}

/** Asks the question of the address once, so that a question can be linked to. */
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

function useScrollToNewest(count: number) {
  const newest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count > 1) newest.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [count]);
  return newest;
}
