import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { request } from '../request.ts';
import { ConsoleRecordFeedbackDocument, type FeedbackVerdict } from '../generated/graphql.ts';
import { Problem } from '../page.tsx';
import { words } from '../words/words.ts';
import type { Outcome } from './outcome.ts';

type Complaint = Exclude<FeedbackVerdict, 'CORRECT'>;

/** What can be wrong with each kind of outcome. */
const complaints: Readonly<Record<Outcome['__typename'], readonly Complaint[]>> = {
  Answer: ['WRONG', 'INCOMPLETE', 'SHOULD_HAVE_REFUSED'],
  Clarification: ['SHOULD_HAVE_ANSWERED'],
  Abstention: ['SHOULD_HAVE_ANSWERED'],
};

interface Given {
  readonly runId: string;
  readonly kind: Outcome['__typename'];
  /** Called once the feedback is recorded. */
  readonly done?: () => void;
}

/** Thumbs up and down; a thumb down asks for the reason. */
export function FeedbackForm({ runId, kind, done }: Given) {
  const [complaining, setComplaining] = useState(false);
  const judge = useMutation({
    mutationFn: (given: { readonly verdict: FeedbackVerdict; readonly comment?: string }) =>
      request(ConsoleRecordFeedbackDocument, { input: { runId, ...given } }),
    ...(done && { onSuccess: done }),
  });
  if (judge.isSuccess)
    return (
      <p className="small" role="status">
        {words.feedback.thanks}
      </p>
    );
  // A question back is neither right nor wrong in what it says.
  const asked = kind === 'Clarification' ? words.feedback.askedBack : words.feedback.ask;
  return (
    <div className="feedback">
      <div className="thumbs" role="group" aria-label={asked}>
        <span className="small muted">{asked}</span>
        <button type="button" className="thumb" onClick={() => judge.mutate({ verdict: 'CORRECT' })}>
          <Thumb /> {words.feedback.up}
        </button>
        <button
          type="button"
          className="thumb down"
          aria-expanded={complaining}
          onClick={() => setComplaining(!complaining)}
        >
          <Thumb /> {words.feedback.down}
        </button>
      </div>
      {complaining && <Complain reasons={complaints[kind]} send={judge.mutate} busy={judge.isPending} />}
      {judge.error && <Problem error={judge.error} />}
    </div>
  );
}

function Complain(given: {
  readonly reasons: readonly Complaint[];
  readonly busy: boolean;
  readonly send: (judgement: { readonly verdict: FeedbackVerdict; readonly comment?: string }) => void;
}) {
  const [verdict, setVerdict] = useState(given.reasons[0] ?? 'WRONG');
  const [comment, setComment] = useState('');
  const id = useId();
  return (
    <form
      className="stack complaint"
      onSubmit={(event) => {
        event.preventDefault();
        given.send({ verdict, ...(comment.trim() && { comment: comment.trim() }) });
      }}
    >
      <fieldset>
        <legend>{words.feedback.why}</legend>
        {given.reasons.map((reason) => (
          <label key={reason} className="choice">
            <input type="radio" name={id} checked={verdict === reason} onChange={() => setVerdict(reason)} />
            {words.feedback[reason]}
          </label>
        ))}
      </fieldset>
      <label htmlFor={`${id}-comment`}>{words.feedback.comment}</label>
      <textarea
        id={`${id}-comment`}
        rows={2}
        maxLength={2_000}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <button type="submit" disabled={given.busy}>
        {words.feedback.send}
      </button>
    </form>
  );
}

function Thumb() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7 10.5 11 3c1.6 0 2.5 1 2.5 2.5V9h5.2c1.3 0 2.2 1.2 1.9 2.4l-1.7 7A2 2 0 0 1 17 20H7M7 10.5V20H4.5A1.5 1.5 0 0 1 3 18.500v-6.500a1.500 1.500 0 0 1 1.500-1.500z" />
    </svg>
  );
}
