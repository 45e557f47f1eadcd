import { words } from '../words/words.ts';
import type { Clarification } from './outcome.ts';

interface Given {
  readonly clarification: Clarification;
  readonly ask: (question: string) => void;
  readonly isLast: boolean;
}

/**
 * A clarifying question, with what may be meant as buttons. Asked right away, an option's text chooses it; later, its
 * question is asked.
 */
export function ClarifyView({ clarification: { clarifyText, options, id }, ask, isLast }: Given) {
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
                  <span className="unseen" dir={words.direction}>
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
