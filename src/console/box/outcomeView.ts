import { besidesSuggested, besideSuggestion, linesAbove, segments } from '../ask/outcome.ts';
import type { BoxAskSubscription } from '../generated/graphql.ts';

export type BoxEvent = BoxAskSubscription['askEvents'];
export type BoxOutcome = Extract<BoxEvent, { __typename: 'Finished' }>['outcome'];
type Answer = Extract<BoxOutcome, { __typename: 'Answer' }>;
type Clarification = Extract<BoxOutcome, { __typename: 'Clarification' }>;
type Abstention = Extract<BoxOutcome, { __typename: 'Abstention' }>;

/** What a reader can do with an outcome. */
interface Actions {
  /** Asks the question of a chosen option. */
  readonly ask: (question: string) => void;
  /** Says that a passage answers it; null: the answer does. */
  readonly choose: (passageId: string | null) => Promise<void>;
  /** Says that the answer is wrong. */
  readonly refuse: () => Promise<void>;
}

/** Shows an outcome under its question. */
export const outcomeView = (outcome: BoxOutcome, does: Actions): readonly Node[] => [
  questionView(outcome.question),
  ...saidOf(outcome, does),
];

/** The question, which the field no longer shows once an option has been chosen. */
export const questionView = (question: string): HTMLElement => element('h3', { dir: 'auto' }, question);

function saidOf(outcome: BoxOutcome, does: Actions): readonly Node[] {
  switch (outcome.__typename) {
    case 'Answer':
      return answerView(outcome, does);
    case 'Clarification':
      return clarificationView(outcome, does);
    case 'Abstention':
      return refusalView(outcome, does);
  }
}

const tier = (name: BoxOutcome['tier']) => element('p', { class: `tier ${name}` }, words.tiers[name]);

function answerView(answer: Answer, does: Actions): readonly Node[] {
  const sources = answer.citations.map((citation) => sourceView(citation));
  const marks = new Map(answer.citations.map(({ number }, at) => [number, sources[at]]));
  const text = segments(answer.text, answer.claims).map((segment) =>
    'text' in segment ? segment.text : markView(segment.citation, marks.get(segment.citation)),
  );
  const isTable = answer.table !== null && answer.table.rows.length === answer.claims.length;
  return [
    isTable ? tableView(answer, marks) : element('p', { class: 'text', dir: 'auto' }, ...text),
    tier(answer.tier),
    ...conflictView(answer),
    ...(sources.length === 0
      ? []
      : [element('div', {}, element('p', { class: 'muted' }, words.sources), element('ol', {}, ...sources))]),
    element(
      'div',
      { class: 'judge' },
      thankingButton(words.choose, () => does.choose(null)),
      thankingButton(words.wrong, does.refuse),
    ),
    ...alternativesView(answer.alternatives, does),
  ];
}

/** Rows under their header, as their source has them, the cell that is asked for marked. */
function tableView({ table, shortAnswer }: Answer, marks: ReadonlyMap<number, HTMLElement | undefined>): HTMLElement {
  const columns = table?.columns ?? [];
  const head = columns.map((column) => element('th', { scope: 'col' }, column));
  const rows = (table?.rows ?? []).map(({ cells, citationNumber }) => {
    const shown = columns.map((column) => {
      const cell = cells.find((each) => each.column === column);
      const isAsked = cell !== undefined && cell.sourceSpan.start === shortAnswer?.sourceSpan.start;
      return element('td', {}, isAsked ? element('mark', {}, cell.text) : (cell?.text ?? ''));
    });
    return element('tr', {}, ...shown, element('td', {}, markView(citationNumber, marks.get(citationNumber))));
  });
  return element(
    'table',
    { class: 'text', dir: 'auto' },
    ...(table?.caption ? [element('caption', {}, table.caption)] : []),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
}

function sourceView(citation: Answer['citations'][number]): HTMLElement {
  const { number, title, url, quote } = citation;
  const above = linesAbove(citation);
  return element(
    'li',
    { tabindex: '-1' },
    `${number}. `,
    linked(url, title),
    ...(quote === null ? [] : [quoteView(above, quote)]),
  );
}

const quoteView = (above: string, quote: string): HTMLElement =>
  element('blockquote', { dir: 'auto' }, ...(above ? [element('span', { class: 'muted' }, `${above} `)] : []), quote);

/** A mark leads to its source below. Fragment links do not work within a shadow root, so the focus is set in code. */
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
        `${words.disagree} ${sides.map(({ value, title }) => `${value ?? '…'} (${title ?? '…'})`).join(', ')}`,
      ),
    );

function clarificationView({ text: said, options }: Clarification, { ask }: Actions): readonly Node[] {
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
  return [element('p', { class: 'text' }, said), element('ul', { class: 'options' }, ...rows)];
}

/** The advice that a reader of a page can follow; the rest is for those who keep the documents. */
const ofReader: ReadonlySet<string> = new Set(['REPHRASE', 'BROADEN_TIME', 'ASK_OWNER']);

function refusalView(refusal: Abstention, does: Actions): readonly Node[] {
  const { tier: name, suggestion, nextSteps } = refusal;
  const suggestions = nextSteps.flatMap(({ suggestions: each }) => each);
  const steps = nextSteps
    .filter(({ kind, suggestions: each }) => each.length === 0 && ofReader.has(kind))
    .map(({ text }) => element('li', {}, text));
  const buttons = suggestions.map((each) =>
    element(
      'li',
      {},
      button({ dir: 'auto' }, () => does.ask(each), each),
    ),
  );
  return [
    ...alternativesView(suggestion ? [suggestion] : [], does, words.suggestion),
    element('p', { class: 'text', dir: 'auto' }, besideSuggestion(refusal)),
    tier(name),
    ...alternativesView(besidesSuggested(refusal), does),
    ...(buttons.length === 0 ? [] : [element('ul', { class: 'options' }, ...buttons)]),
    ...(steps.length === 0 ? [] : [element('ul', { class: 'muted' }, ...steps)]),
  ];
}

/** Where the answer may stand instead: each place by its best sentence, with the passage around it folded. */
function alternativesView(
  alternatives: BoxOutcome['alternatives'],
  does: Actions,
  title = words.nearest,
): readonly Node[] {
  if (alternatives.length === 0) return [];
  const rows = alternatives.map(({ sectionPath, sentence, text, passage: { id, title, url } }) =>
    element(
      'li',
      {},
      linked(url, [...new Set([title, sectionPath.at(-1) ?? title])].join(' › ')),
      element(
        'details',
        {},
        element('summary', { dir: 'auto' }, sentence.replaceAll(/\s+/g, ' ')),
        element('blockquote', { dir: 'auto' }, text),
      ),
      thankingButton(words.choose, () => does.choose(id)),
    ),
  );
  return [
    element('div', { class: 'alternatives' }, element('p', { class: 'muted' }, title), element('ul', {}, ...rows)),
  ];
}

/** A click says what the button says, which gives way to thanks. A failure leaves it, to be tried again. */
function thankingButton(text: string, say: () => Promise<void>): HTMLElement {
  const made = button(
    { class: 'choose' },
    () => {
      made.disabled = true;
      say().then(
        () => made.replaceWith(element('p', { class: 'muted', role: 'status' }, words.chosen)),
        () => {
          made.disabled = false;
        },
      );
    },
    text,
  );
  return made;
}

/** Creates an element with its attributes and content. Text is only ever set as text, never as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** A button that calls `press` when it is pressed. */
function button(
  attributes: Readonly<Record<string, string>>,
  press: () => void,
  ...content: readonly (Node | string)[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...content);
  made.addEventListener('click', press);
  return made;
}

/** A link if the address is safe, otherwise plain text. Addresses come from documents and may use `javascript:`. */
const linked = (url: string | null, text: string): HTMLElement =>
  url !== null && /^https?:\/\//i.test(url)
    ? element('a', { href: url, target: '_blank', rel: 'noreferrer' }, text)
    : element('span', {}, text);

/** Every text of the answer box; attributes of the element replace the first three. */
export const words = {
  heading: 'Ask a question',
  placeholder: 'What would you like to know?',
  submit: 'Ask',
  reading: 'Reading the question…',
  found: (n: number) => (n === 0 ? 'Looking…' : `Reading ${n} passages…`),
  sources: 'Sources',
  source: (n: number) => `Source ${n}`,
  tiers: {
    CONFIDENT: 'Confident',
    UNCERTAIN: 'Uncertain: read the source before you rely on it',
    NO_MATCH: 'No answer found',
    VERIFICATION_FAILED: 'Not proven',
  },
  disagree: 'The sources disagree:',
  suggestion: 'Not sure, but this may be it:',
  nearest: 'The answer may stand here:',
  choose: 'This answers it',
  wrong: 'This is wrong',
  chosen: 'Thank you.',
  failed: 'The question could not be answered now. Please try again.',
};
