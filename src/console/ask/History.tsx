import { useState } from 'react';
import { dayOf, formatMessage, words } from '../words/words.ts';
import { clearHistory, type PastConversation, pastConversations } from './history.ts';

/** The conversations of this browser. Opening one shows it as it was, without asking again; it can go on. */
export function History({ open }: { readonly open: (conversation: PastConversation) => void }) {
  const [conversations, setConversations] = useState(pastConversations);
  if (conversations.length === 0) return null;
  return (
    <details className="history">
      <summary>{words.history.title}</summary>
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <button type="button" className="example" onClick={() => open(conversation)}>
              <span dir="auto">{conversation.turns[0]?.question}</span>
              <span className="muted small">{factsOf(conversation).join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="quiet small"
        onClick={() => {
          clearHistory();
          setConversations([]);
        }}
      >
        {words.history.clear}
      </button>
    </details>
  );
}

function factsOf({ askedAt, turns }: PastConversation): string[] {
  const [first, ...followUps] = turns;
  return [
    ...(first ? [words.tiers[first.outcome.tier]] : []),
    ...(followUps.length > 0 ? [formatMessage(words.history.followUps, { n: followUps.length })] : []),
    dayOf(askedAt),
  ];
}
