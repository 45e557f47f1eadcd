import { besidesSuggested, besideSuggestion, linesAbove, segments, shortOf } from '../ask/outcome.ts';
import type { BoxAskSubscription } from '../generated/graphql.ts';
import type { BoxWords } from './words.ts';

export type BoxEvent = BoxAskSubscription['askEvents'];
export type BoxOutcome = Extract<BoxEvent, { __typename: 'AskFinished' }>['outcome'];
export type Source = Extract<BoxOutcome, { __typename: 'Answer' }>['citations'][number];
type Answer = Extract<BoxOutcome, { __typename: 'Answer' }>;
type Clarification = Extract<BoxOutcome, { __typename: 'Clarification' }>;
type Abstention = Extract<BoxOutcome, { __typename: 'Abstention' }>;

/** What a reader can do with an outcome, and the language that it is shown in. */
interface Actions {
  readonly words: BoxWords;
  /** Asks the question of a chosen option. */
  readonly ask: (question: string) => void;
  /** Says that a passage answers it; null: the answer does. */
  readonly choose: (passageId: string | null) => Promise<void>;
  /** A link to a source in place of its own, with what stands in braces filled in; null: its own. */
  readonly sourceLink: string | null;
  /** Lets the page know that a source is opened. False: the page opens it itself. */
  readonly open: (source: Source) => boolean;
  /** Says that the answer is wrong. */
  readonly refuse: () => Promise<void>;
}

/** Shows an outcome under its question. */
export const outcomeView = (outcome: BoxOutcome, does: Actions): readonly Node[] => [
  questionView(outcome.question),
  ...(outcome.askedAs === null
    ? []
    : [element('p', { class: 'muted', dir: 'auto' }, `${does.words.understood} ${outcome.askedAs}`)]),
  ...saidOf(outcome, does),
];

/** The question, which the field no longer shows once an option has been chosen. */
export const questionView = (question: string): HTMLElement =>
  element('h3', { part: 'question', dir: 'auto' }, question);

/** That the answer below, or to an earlier question, no longer holds, with what stands in its source instead. */
export const recalledView = (earlier: string | null, now: string | null, words: BoxWords): HTMLElement =>
  element(
    'div',
    { class: 'recalled', part: 'recalled' },
    ...(earlier === null ? [] : [element('p', { dir: 'auto' }, earlier)]),
    element('strong', {}, words.recalled),
    ...(now === null ? [] : [element('p', { class: 'muted' }, words.nowSays), quoteView('', now)]),
  );

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

const tierWords = {
  CONFIDENT: 'confident',
  UNCERTAIN: 'uncertain',
  NO_MATCH: 'noMatch',
  VERIFICATION_FAILED: 'unproven',
} as const;
const tierView = (name: BoxOutcome['tier'], words: BoxWords) =>
  element('p', { class: `tier ${name}`, part: 'tier' }, words[tierWords[name]]);

function answerView(answer: Answer, does: Actions): readonly Node[] {
  const { words } = does;
  const sources = answer.citations.map((citation) => sourceView(citation, does));
  const marks = new Map(answer.citations.map(({ number }, at) => [number, markView(number, sources[at], words)]));
  const text = segments(answer.text, answer.claims).map((segment) =>
    'text' in segment ? segment.text : (marks.get(segment.citation)?.() ?? ''),
  );
  const isTable = answer.table !== null && answer.table.rows.length === answer.claims.length;
  const short = shortOf(answer);
  return [
    ...(short === null ? [] : [element('p', { class: 'short', part: 'short', dir: 'auto' }, short.text)]),
    isTable ? tableView(answer, marks) : element('p', { class: 'text', part: 'answer', dir: 'auto' }, ...text),
    tierView(answer.tier, words),
    ...writtenView(answer, words),
    ...conflictView(answer, words),
    ...(sources.length === 0
      ? []
      : [
          element(
            'div',
            { part: 'sources' },
            element('p', { class: 'muted' }, words.sources),
            element('ol', {}, ...sources),
          ),
        ]),
    judgeView(does),
    ...alternativesView(answer.alternatives, does),
  ];
}

const standingWords = {
  VERBATIM: 'verbatim',
  ENTAILED: 'entailed',
  REWORDED: 'reworded',
  TRANSLATED: 'translated',
} as const;

/** What a model wrote, each sentence with how far it is proven; nothing where it has the source's words alone. */
function writtenView({ written }: Answer, words: BoxWords): readonly Node[] {
  if (written.every(({ wording }) => wording === 'VERBATIM')) return [];
  const rows = written.map(({ text, wording, formula }) =>
    element(
      'li',
      {},
      element('span', { dir: 'auto' }, text),
      element('span', { class: 'muted' }, ` (${[words[standingWords[wording]], formula].filter(Boolean).join('; ')})`),
    ),
  );
  return [
    element('div', { part: 'written' }, element('p', { class: 'muted' }, words.written), element('ul', {}, ...rows)),
  ];
}

/** Makes the mark of a source, which may stand in the text more than once. */
type Mark = () => Node;

/** Whether the answer was it; either word gives way to thanks. */
function judgeView(does: Actions): HTMLElement {
  const { words } = does;
  const group = element('div', { class: 'judge', role: 'group', 'aria-label': words.ask });
  const thank = () => group.replaceChildren(thanksView(words));
  group.append(
    element('span', { class: 'muted' }, words.ask),
    sayingButton(words.yes, () => does.choose(null), thank),
    sayingButton(words.no, does.refuse, thank),
  );
  return group;
}

/** Rows under their header, as their source has them, the cell that is asked for marked. */
function tableView({ table, shortAnswer }: Answer, marks: ReadonlyMap<number, Mark>): HTMLElement {
  const columns = table?.columns ?? [];
  const head = columns.map((column) => element('th', { scope: 'col' }, column));
  const rows = (table?.rows ?? []).map(({ cells, citationNumber }) => {
    const shown = columns.map((column) => {
      const cell = cells.find((each) => each.column === column);
      const isAsked = cell !== undefined && cell.sourceSpan.start === shortAnswer?.sourceSpan.start;
      return element('td', {}, isAsked ? element('mark', {}, cell.text) : (cell?.text ?? ''));
    });
    return element('tr', {}, ...shown, element('td', {}, marks.get(citationNumber)?.() ?? ''));
  });
  return element(
    'table',
    { class: 'text', part: 'answer', dir: 'auto' },
    ...(table?.caption ? [element('caption', {}, table.caption)] : []),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
}

function sourceView(citation: Source, { sourceLink, open }: Actions): HTMLElement {
  const { number, title, quote } = citation;
  const above = linesAbove(citation);
  const link = linked(sourceLink === null ? citation.url : filledLink(sourceLink, citation), title);
  link.addEventListener('click', (event) => {
    if (!open(citation)) event.preventDefault();
  });
  return element('li', { tabindex: '-1' }, `${number}. `, link, ...(quote === null ? [] : [quoteView(above, quote)]));
}

/** The page's own address of a source: `/help/{key}#:~:text={quote}`. Null where the source has not what the link needs. */
function filledLink(template: string, { url, documentKey, quote, sourceSpan }: Source): string | null {
  const values: Readonly<Record<string, string | null>> = {
    url,
    key: documentKey.split('/').map(encodeURIComponent).join('/'),
    quote: quote === null ? null : encodeURIComponent(quote),
    start: String(sourceSpan.start),
    end: String(sourceSpan.end),
  };
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => values[name] === null)) return null;
  const filled = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return URL.canParse(filled, document.baseURI) ? new URL(filled, document.baseURI).href : null;
}

const quoteView = (above: string, quote: string): HTMLElement =>
  element('blockquote', { dir: 'auto' }, ...(above ? [element('span', { class: 'muted' }, `${above} `)] : []), quote);

/** A mark leads to its source below. Fragment links do not work within a shadow root, so the focus is set in code. */
const markView =
  (number: number, source: HTMLElement | undefined, words: BoxWords): Mark =>
  () => {
    const mark = element('a', { href: '#', 'aria-label': `${words.source} ${number}` }, String(number));
    mark.addEventListener('click', (event) => {
      event.preventDefault();
      source?.focus();
    });
    return element('sup', {}, mark);
  };

const conflictView = ({ conflicts }: Answer, words: BoxWords): readonly Node[] =>
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
  return [
    element('p', { class: 'text', part: 'answer', dir: 'auto' }, said),
    element('ul', { class: 'options', part: 'options' }, ...rows),
  ];
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
    ...alternativesView(suggestion ? [suggestion] : [], does, does.words.suggestion),
    element('p', { class: 'text', part: 'answer', dir: 'auto' }, besideSuggestion(refusal)),
    tierView(name, does.words),
    ...alternativesView(besidesSuggested(refusal), does),
    ...(buttons.length === 0 ? [] : [element('ul', { class: 'options', part: 'options' }, ...buttons)]),
    ...(steps.length === 0 ? [] : [element('ul', { class: 'muted' }, ...steps)]),
  ];
}

/** Where the answer may stand instead: each place by its best sentence, with the passage around it folded. */
function alternativesView(
  alternatives: BoxOutcome['alternatives'],
  does: Actions,
  title = does.words.nearest,
): readonly Node[] {
  if (alternatives.length === 0) return [];
  const rows = alternatives.map(({ sectionPath, sentence, text, passage: { chunkId, title, url } }) =>
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
      choiceView(does, chunkId),
    ),
  );
  return [
    element(
      'div',
      { class: 'alternatives', part: 'alternatives' },
      element('p', { class: 'muted' }, title),
      element('ul', {}, ...rows),
    ),
  ];
}

function choiceView({ words, choose }: Actions, passageId: string): HTMLElement {
  const made = sayingButton(
    words.choose,
    () => choose(passageId),
    () => made.replaceWith(thanksView(words)),
  );
  return made;
}

const thanksView = (words: BoxWords) => element('p', { class: 'muted', role: 'status' }, words.thanks);

/** A click says what the button says, and thanks follow. After a failure it can be tried again. */
function sayingButton(text: string, say: () => Promise<void>, thank: () => void): HTMLElement {
  const made = button(
    { class: 'choose' },
    () => {
      made.disabled = true;
      say().then(thank, () => {
        made.disabled = false;
      });
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
