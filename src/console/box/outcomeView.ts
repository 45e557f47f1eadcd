import { segments } from '../ask/segments.ts';
import type { BoxOutcome } from './ask.ts';
import { button, element, linked } from './element.ts';
import { words } from './words.ts';

type Answer = Extract<BoxOutcome, { __typename: 'Answer' }>;
type Clarification = Extract<BoxOutcome, { __typename: 'Clarification' }>;
type Abstention = Extract<BoxOutcome, { __typename: 'Abstention' }>;

/** An outcome for a person. `ask` asks an option of a clarifying question. */
export function outcomeView(outcome: BoxOutcome, ask: (question: string) => void): readonly Node[] {
  switch (outcome.__typename) {
    case 'Answer':
      return answerView(outcome);
    case 'Clarification':
      return clarificationView(outcome, ask);
    case 'Abstention':
      return refusalView(outcome);
  }
}

const tier = (name: BoxOutcome['tier']) => element('p', { class: `tier ${name}` }, words.tiers[name]);

function answerView(answer: Answer): readonly Node[] {
  const sources = answer.citations.map((citation) => sourceView(citation));
  const marks = new Map(answer.citations.map(({ number }, at) => [number, sources[at]]));
  const text = segments(answer.text, answer.claims).map((segment) =>
    'text' in segment ? segment.text : markView(segment.citation, marks.get(segment.citation)),
  );
  return [
    element('p', { class: 'text', dir: 'auto' }, ...text),
    tier(answer.tier),
    ...conflictView(answer),
    ...(sources.length === 0
      ? []
      : [element('div', {}, element('p', { class: 'muted' }, words.sources), element('ol', {}, ...sources))]),
  ];
}

function sourceView({ number, document, url, quote }: Answer['citations'][number]): HTMLElement {
  return element(
    'li',
    { tabindex: '-1' },
    `${number}. `,
    linked(url, document.title),
    element('blockquote', { dir: 'auto' }, quote),
  );
}

/** A mark leads to its source below. Within a shadow root an address with # does not, so it is done by hand. */
function markView(number: number, source: HTMLElement | undefined): Node {
  const mark = element('a', { href: '#', 'aria-label': words.source(number) }, String(number));
  mark.addEventListener('click', (event) => {
    event.preventDefault();
    source?.focus();
  });
  return element('sup', {}, mark);
}

const conflictView = ({ conflicts }: Answer): readonly Node[] =>
  conflicts
    .filter(({ resolution }) => resolution === 'UNRESOLVED')
    .map(({ sides }) =>
      element(
        'p',
        {},
        `${words.disagree} ${sides.map(({ value, document }) => `${value} (${document.title})`).join(', ')}`,
      ),
    );

function clarificationView({ clarifyText, options }: Clarification, ask: (question: string) => void): readonly Node[] {
  const rows = options.map(({ text, preview }) =>
    element(
      'li',
      {},
      button(
        {},
        () => ask(text),
        element('strong', { dir: 'auto' }, text),
        ...(preview === null ? [] : [element('span', { dir: 'auto' }, preview)]),
      ),
    ),
  );
  return [element('p', { class: 'text' }, clarifyText), element('ul', { class: 'options' }, ...rows)];
}

function refusalView({ message, nearest, tier: name }: Abstention): readonly Node[] {
  const titles = new Map(nearest.map(({ document }) => [document.title, document.url]));
  const rows = [...titles].slice(0, 3).map(([title, url]) => element('li', {}, linked(url, title)));
  return [
    element('p', { class: 'text', dir: 'auto' }, message),
    tier(name),
    ...(rows.length === 0
      ? []
      : [element('div', {}, element('p', { class: 'muted' }, words.nearest), element('ul', {}, ...rows))]),
  ];
}
