import { useState } from 'react';
import { factsOf } from '../place.ts';
import { words } from '../words/words.ts';
import { noteCopied } from './history.ts';
import { linesAbove, type Answer } from './outcome.ts';

/** Copies an answer with its citations, as Markdown. */
export const CopyAnswer = ({ answer }: { readonly answer: Answer }) => (
  <CopyButton label={words.copy.button} text={() => asMarkdown(answer)} done={() => noteCopied(answer.id)} />
);

/** Copies the address under which those who may see its run find an outcome again. */
export const CopyLink = ({ runId }: { readonly runId: string }) => (
  <CopyButton label={words.copy.link} text={() => `${window.location.origin}/?run=${runId}`} />
);

interface Given {
  readonly label: string;
  readonly text: () => string;
  readonly done?: () => void;
}

function CopyButton({ label, text, done }: Given) {
  const [state, setState] = useState<'done' | 'failed'>();
  return (
    <button
      type="button"
      className="quiet small"
      aria-live="polite"
      onClick={() =>
        void copy(text()).then(
          () => {
            setState('done');
            done?.();
          },
          () => setState('failed'),
        )
      }
    >
      {state ? words.copy[state] : label}
    </button>
  );
}

/** The question, the answer with its marks, and each source with its quote. */
export function asMarkdown({ question, text, citations }: Answer): string {
  const sources = citations.map((citation) => {
    const { number, title, url, quote } = citation;
    const named = url === null ? title : `[${title}](<${url}>)`;
    const whole = [linesAbove(citation), quote].filter(Boolean).join('\n');
    return `${number}. ${[named, ...factsOf(citation)].join(' · ')}\n   > ${whole.replaceAll(/\s*\n\s*/g, '\n   > ')}`;
  });
  return [`**${question}**`, text, ...(sources.length > 0 ? [sources.join('\n')] : [])].join('\n\n') + '\n';
}

/** A page that is served over plain HTTP has no clipboard of its own: there, a selection is copied. */
async function copy(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way outside a secure context
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('The browser refused to copy');
}
