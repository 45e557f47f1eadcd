import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { words } from '../words/words.ts';
import type { Conversation } from './useConversation.ts';

/** The question box. Enter asks, Shift and Enter begin a new line. */
export function AskForm({
  conversation: { ask, stop, fresh, asking, turns },
}: {
  readonly conversation: Conversation;
}) {
  const [question, setQuestion] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const began = turns.length > 0;
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
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
