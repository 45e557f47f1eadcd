import { useOpenSource } from '../source/sourceRef.ts';
import { words } from '../words/words.ts';
import type { Answer, Citation } from './outcome.ts';
import { segments } from './segments.ts';

/**
 * The words of an answer, those that answer by themselves first; each mark opens the source that proves what stands
 * before it.
 */
export function AnswerText({ answer }: { readonly answer: Answer }) {
  const { shortAnswer, conflicts } = answer;
  return (
    <>
      {shortAnswer && conflicts.every(({ resolution }) => resolution !== 'UNRESOLVED') && (
        <p className="short" dir="auto">
          {shortAnswer.text}
        </p>
      )}
      <Sentences answer={answer} />
    </>
  );
}

function Sentences({ answer: { id, text, claims, mode, citations } }: { readonly answer: Answer }) {
  return (
    <p className={mode === 'EXTRACTIVE' ? 'answer-text as-written' : 'answer-text'} dir="auto">
      {segments(text, claims).map((segment, at) =>
        'text' in segment ? (
          <span key={at}>{segment.text}</span>
        ) : (
          <Mark key={at} runId={id} citation={citations.find(({ number }) => number === segment.citation)} />
        ),
      )}
    </p>
  );
}

function Mark({ runId, citation }: { readonly runId: string; readonly citation: Citation | undefined }) {
  const open = useOpenSource();
  if (!citation) return null;
  const { number, document, quote, version, sourceSpan } = citation;
  return (
    <button
      type="button"
      className="cite"
      aria-label={words.answer.openSource(number, document.title)}
      onClick={() =>
        open({ title: document.title, quote, versionId: version.id, span: sourceSpan, cited: { runId, number } })
      }
    >
      {number}
    </button>
  );
}
