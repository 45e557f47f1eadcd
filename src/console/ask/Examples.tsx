import { useData } from '../api/request.ts';
import { ConsoleExamplesDocument } from '../generated/graphql.ts';
import { words } from '../words/words.ts';

interface Example {
  readonly kind: keyof typeof words.ask.kinds;
  readonly question: string;
}

/** A title of the sample that no other help centre has. */
const sampleTitle = 'How to pay your Brindlecart subscription';

/** One of each outcome; a browser test asks them. */
const ofSample: readonly Example[] = [
  { kind: 'answer', question: 'What does the BP-4 label printer cost?' },
  { kind: 'refusal', question: 'Can I pay with PayPal?' },
  { kind: 'clarify', question: 'What is the fee?' },
];

/** Cut between words: a question finds the document by the beginning of its title as well. */
const shortened = (title: string): string =>
  title.length <= 60 ? title : `${title.slice(0, 60).replace(/\s+\S*$/u, '')}…`;

/** Questions to begin with: of the sample, or made from the workspace's own titles. */
export function Examples({ ask }: { readonly ask: (question: string) => void }) {
  const { data } = useData(ConsoleExamplesDocument, { sampleTitle });
  const own = (data?.newest.nodes ?? []).map(({ title }): Example => ({
    kind: 'own',
    question: words.ask.whatAbout(shortened(title)),
  }));
  const examples = data && data.sample.totalCount > 0 ? ofSample : own;
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
