import { createClient } from 'graphql-sse';
import { Fault, faultIn, faultOf, refusalIn } from '../fault.ts';
import type {
  AnswerWording,
  BoxAskSubscription,
  BoxAskSubscriptionVariables,
  BoxChooseMutationVariables,
  BoxRecalledSubscription,
  BoxWrongMutationVariables,
} from '../generated/graphql.ts';
import query from './box.graphql?raw';
import choice from './choose.graphql?raw';
import recalled from './recalled.graphql?raw';
import { languages, spokenLanguage } from '../words/languages.ts';
import { whileVisible } from '../whileVisible.ts';
import type {
  CandorAsk as Element,
  CandorFault,
  CandorOutcome,
  CandorQuestion,
  CandorRecall,
  CandorSource,
} from './package/candor-ask.d.ts';
import wrong from './wrong.graphql?raw';
import {
  type BoxEvent,
  type BoxOutcome,
  element,
  outcomeView,
  questionView,
  recalledView,
  type Source,
} from './outcomeView.ts';
import { boxWords } from './words.ts';

type BoxStanding = NonNullable<BoxRecalledSubscription['answerRecalled']['standing']>;

interface Server {
  /** The address of Candor, without a trailing slash. */
  readonly url: string;
  readonly key: string | null;
}

/**
 * Yields the events of one question; the last is AskFinished or AskFailed.
 * @throws whatever kept it from being asked
 */
async function* ask(server: Server, input: BoxAskSubscriptionVariables['input']): AsyncGenerator<BoxEvent> {
  const client = clientOf(server);
  for await (const event of client.iterate<BoxAskSubscription>({ query, variables: { input } })) {
    const fault = faultIn(event);
    if (fault) throw fault;
    if (event.data) yield event.data.askEvents;
  }
}

/** Waits for the answers of some runs to be called back. Ends with the signal. @throws whatever kept it from being watched */
async function watch(
  server: Server,
  runIds: readonly string[],
  signal: AbortSignal,
  tell: (runId: string, standing: BoxStanding) => void,
): Promise<void> {
  const events = clientOf(server).iterate<BoxRecalledSubscription>({ query: recalled, variables: { runIds } });
  signal.addEventListener('abort', () => void events.return?.(undefined), { once: true });
  for await (const event of events) {
    const fault = faultIn(event);
    if (fault) throw fault;
    const { id, standing } = event.data?.answerRecalled ?? {};
    if (id !== undefined && standing) tell(id, standing);
  }
}

/** Sends a mutation. @throws whatever kept it from being recorded */
async function record(
  server: Server,
  mutation: string,
  variables: BoxChooseMutationVariables | BoxWrongMutationVariables,
): Promise<void> {
  for await (const result of clientOf(server).iterate({ query: mutation, variables })) {
    const fault = faultIn(result) ?? refusalIn(result);
    if (fault) throw fault;
  }
}

function clientOf({ url, key }: Server) {
  return createClient({
    url: `${url}/graphql/stream`,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    // A retry would be recorded as another question.
    retryAttempts: 0,
  });
}

/** What whoever put the box on the page can do about a fault, for the browser's console: visitors can do nothing. */
function remedyOf({ code, message, remedy }: Fault, { url, key }: Server): string {
  if (code === 'UNREACHABLE')
    return `${url} cannot be reached, or does not let this page in. If it runs, add ${location.origin} to its CANDOR_CORS_ORIGINS.`;
  if (code === 'UNAUTHENTICATED' && key === null)
    return `Set the attribute api-key to a public key, made by: candor keys create --name box --origins ${location.origin}`;
  return `${message} ${remedy}`;
}

/** A page may set the properties that begin with --candor-. */
const style = `
:host {
  --accent: var(--candor-accent, light-dark(#0b57a4, #8cc0ff));
  --on-accent: var(--candor-on-accent, light-dark(#fff, #0c1c2e));
  --paper: var(--candor-paper, light-dark(#fff, #14161a));
  --ink: var(--candor-ink, light-dark(#171a20, #e9ebef));
  --muted: var(--candor-muted, light-dark(#5a6270, #a0a8b5));
  --line: var(--candor-line, light-dark(#dde1e7, #323843));
  --radius: var(--candor-radius, .6rem);
  display: block;
  container-type: inline-size;
  color: var(--ink);
  font: 1rem/1.5 var(--candor-font, system-ui, sans-serif);
}
:host([hidden]) { display: none }
* { box-sizing: border-box }
section { padding: 1.1rem 1.2rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper) }
h2, p, ul, ol { margin: 0; padding: 0 }
ul, ol { list-style: none }
h2 { font-size: 1.05rem; margin-block-end: .6rem }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere }
form { display: flex; gap: .5rem }
input { flex: 1; min-inline-size: 0; font: inherit; color: inherit; background: none; border: 1px solid var(--muted); border-radius: calc(var(--radius) * .75); padding: .5rem .75rem }
input::placeholder { color: var(--muted); opacity: 1 }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: calc(var(--radius) * .75); padding: .5rem .9rem; cursor: pointer; text-align: start }
button[type=submit] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600 }
button[disabled] { opacity: .6; cursor: default }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
th, td { text-align: start; padding: .2rem .8rem .2rem 0; vertical-align: top }
.result:not(:empty) { margin-block-start: 1rem; display: grid; gap: .75rem }
.short { font-size: 1.6rem; font-weight: 600; overflow-wrap: anywhere }
.text { white-space: pre-line; overflow-wrap: anywhere; font-size: 1.05rem }
.recalled { padding: .6rem .8rem; border-inline-start: 3px solid light-dark(#a12a20, #f29a90) }
.muted, .tier { color: var(--muted); font-size: .85rem }
.tier::before { content: ''; display: inline-block; inline-size: .55rem; block-size: .55rem; margin-inline-end: .4rem; border-radius: 50%; background: var(--muted) }
.tier.CONFIDENT::before { background: light-dark(#176b43, #79d3a5) }
.tier.UNCERTAIN::before { background: light-dark(#8a5300, #f0b95c) }
.alternatives ul { display: grid; gap: .6rem }
.judge { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem }
.choose { font-size: .85rem; padding: .25rem .6rem; margin-block-start: .3rem }
.options { display: grid; gap: .4rem }
.options button { inline-size: 100% }
.options strong { color: var(--accent); display: block }
sup a { text-decoration: none; font-weight: 600; padding-inline: .15em }
ol li { margin-block-start: .45rem; font-size: .9rem }
ol li:target, ol li:focus { outline: 2px solid var(--accent); outline-offset: 4px }
blockquote { margin: .1rem 0 0; padding-inline-start: .7rem; border-inline-start: 2px solid var(--line); color: var(--muted) }
@container (max-width: 22rem) { form { flex-direction: column } button[type=submit] { text-align: center } }
`;

const wordings: readonly AnswerWording[] = ['QUOTED', 'WRITTEN'];

/** The origin of this file, which is also that of Candor. */
const home = new URL(import.meta.url).origin;

/** Where pages are rendered without a browser, the module loads and defines nothing. */
const Parent = 'HTMLElement' in globalThis ? HTMLElement : (Object as unknown as typeof HTMLElement);

/** What is reported to the page, by the name of the event. */
interface Reports {
  readonly 'candor-question': CandorQuestion;
  readonly 'candor-outcome': CandorOutcome;
  readonly 'candor-fault': CandorFault;
  readonly 'candor-recalled': CandorRecall;
  readonly 'candor-source': CandorSource;
}

/** Of a conversation, the newest answers: an answer is read with the turns before it as far as this. */
const mostWatched = 8;
/** How long an answer is watched: a page may stay open for days. */
const watchedMillis = 30 * 60_000;

/** `<candor-ask>`: a question box for any page. What a page may know of it stands in package/candor-ask.d.ts. */
export class CandorAsk extends Parent implements Element {
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #field = element('input', {
    type: 'text',
    part: 'field',
    required: '',
    maxlength: '2000',
    enterkeyhint: 'search',
  });
  readonly #submit = element('button', { type: 'submit', part: 'button' });
  #asked = '';
  readonly #result = element('div', { class: 'result', part: 'result', 'aria-live': 'polite' });
  /** The questions on one page form one conversation, so that an option can be chosen. */
  readonly #conversationId = crypto.getRandomValues(new Uint32Array(3)).join('-');

  #language: keyof typeof boxWords = 'en';
  /** The questions that were answered, by their runs, until the reader saw that the answer was called back. */
  readonly #answered = new Map<string, string>();

  /** Ends the watch over the answers. */
  #unwatch = (): void => undefined;

  connectedCallback(): void {
    const page = this.closest('[lang]')?.getAttribute('lang') ?? '';
    this.#language = spokenLanguage(this.getAttribute('language'), [page, ...navigator.languages]);
    const words = this.#words;
    const heading = this.getAttribute('heading') ?? words.heading;
    this.#field.placeholder = this.getAttribute('placeholder') ?? words.placeholder;
    this.#field.setAttribute('aria-label', heading);
    this.#submit.textContent = this.getAttribute('button') ?? words.submit;
    const form = element('form', { part: 'form' }, this.#field, this.#submit);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.ask(this.#field.value.trim());
    });
    const frame = element(
      'section',
      { part: 'box', lang: this.#language, dir: languages[this.#language].direction, 'aria-label': heading },
      element('h2', { part: 'heading' }, heading),
      form,
      this.#result,
    );
    this.#root.replaceChildren(element('style', {}, style), frame);
  }

  disconnectedCallback(): void {
    this.#unwatch();
  }

  get #words() {
    return boxWords[this.#language];
  }

  /** Asks a question as if it were typed. Never throws: a fault is shown. */
  async ask(question: string): Promise<void> {
    if (!question || this.#submit.disabled) return;
    this.#submit.disabled = true;
    this.#unwatch();
    this.#asked = question;
    this.#say(this.#words.reading);
    this.#tell('candor-question', { question });
    const language = this.getAttribute('language');
    const asked = this.getAttribute('wording')?.toUpperCase();
    const wording = wordings.find((each) => each === asked);
    const input = {
      question,
      conversationId: this.#conversationId,
      ...(language && { language }),
      ...(wording && { wording }),
    };
    try {
      for await (const event of ask(this.#server(), input)) this.#show(event);
    } catch (error) {
      this.#fail(await faultOf(error));
    } finally {
      this.#submit.disabled = false;
    }
  }

  #server(): Server {
    return { url: this.getAttribute('server')?.replace(/\/$/, '') ?? home, key: this.getAttribute('api-key') };
  }

  #show(event: BoxEvent): void {
    if (event.__typename === 'AskProgress' && event.passageCount !== null)
      this.#say(`${this.#words.found} ${event.passageCount}`);
    else if (event.__typename === 'AskFailed') this.#fail(new Fault(event.code, event.message, event.remedy));
    else if (event.__typename === 'AskFinished') this.#finish(event.outcome);
  }

  #finish(outcome: BoxOutcome): void {
    this.#submit.disabled = false;
    const does = {
      words: this.#words,
      ask: (question: string) => void this.ask(question),
      choose: (passageId: string | null) => record(this.#server(), choice, { input: { runId: outcome.id, passageId } }),
      sourceLink: this.getAttribute('source-link'),
      open: ({ number, title, url, quote, documentKey, sourceSpan }: Source) =>
        this.#tell('candor-source', { id: outcome.id, number, title, url, quote, documentKey, sourceSpan }),
      refuse: () => record(this.#server(), wrong, { input: { runId: outcome.id, verdict: 'WRONG' } }),
    };
    this.#result.replaceChildren(...outcomeView(outcome, does));
    this.#tell('candor-outcome', outcome);
    if (outcome.__typename === 'Answer' && outcome.run !== null) this.#answered.set(outcome.id, outcome.question);
    if (this.#answered.size > 0) this.#watch(outcome.id);
  }

  /** Says so when the answer that is shown, or one before it, is called back: first of those that were already. */
  #watch(shownId: string): void {
    const watched = new Map([...this.#answered].slice(-mostWatched));
    const shown = new Map<string, HTMLElement>();
    const end = whileVisible((signal) =>
      watch(this.#server(), [...watched.keys()], signal, (id, { verdict, now }) => {
        const question = watched.get(id);
        if (verdict === 'STANDS' || question === undefined) return;
        const instead = now?.quote ?? null;
        shown.get(id)?.remove();
        const view = recalledView(id === shownId ? null : question, instead, this.#words);
        shown.set(id, view);
        this.#result.prepend(view);
        this.#answered.delete(id);
        this.#tell('candor-recalled', { id, question, verdict, now: instead });
      }),
    );
    const timer = setTimeout(end, watchedMillis);
    this.#unwatch = () => {
      clearTimeout(timer);
      end();
    };
  }

  #fail(fault: Fault): void {
    const { code, message } = fault;
    const remedy = remedyOf(fault, this.#server());
    this.#say(this.#words.failed);
    // eslint-disable-next-line no-console -- of the page, which has no other place for its developer
    console.error(`candor-ask: ${code}. ${remedy}`);
    this.#tell('candor-fault', { question: this.#asked, code, message, remedy });
  }

  /** False: the page has taken it over. */
  #tell<Name extends keyof Reports>(name: Name, detail: Reports[Name]): boolean {
    return this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === 'candor-source' }),
    );
  }

  #say(text: string): void {
    this.#result.replaceChildren(questionView(this.#asked), element('p', { class: 'muted' }, text));
  }
}

if ('customElements' in globalThis && !customElements.get('candor-ask')) customElements.define('candor-ask', CandorAsk);
