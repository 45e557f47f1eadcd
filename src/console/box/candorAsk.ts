import { ask, type BoxEvent, type BoxOutcome } from './ask.ts';
import { element } from './element.ts';
import { outcomeView } from './outcomeView.ts';
import { style } from './style.ts';
import { words } from './words.ts';

/** Where this file came from, and with that Candor. */
const home = new URL(import.meta.url).origin;

/**
 * `<candor-ask>`: a question box for any page.
 * Attributes: `server` (default: where this file came from), `api-key`, `heading`, `placeholder`, `button`, `language`.
 * Sends `candor-outcome` with the outcome as `detail` when a question is over.
 */
class CandorAsk extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #field = element('input', { type: 'text', required: '', maxlength: '2000', enterkeyhint: 'search' });
  readonly #submit = element('button', { type: 'submit' });
  readonly #result = element('div', { class: 'result', 'aria-live': 'polite' });
  /** Questions on one page are one conversation, so that an option can be chosen. */
  readonly #conversationId = crypto.getRandomValues(new Uint32Array(3)).join('-');

  connectedCallback(): void {
    const heading = this.getAttribute('heading') ?? words.heading;
    this.#field.placeholder = this.getAttribute('placeholder') ?? words.placeholder;
    this.#field.setAttribute('aria-label', heading);
    this.#submit.textContent = this.getAttribute('button') ?? words.submit;
    const form = element('form', {}, this.#field, this.#submit);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.ask(this.#field.value.trim());
    });
    const frame = element('section', { 'aria-label': heading }, element('h2', {}, heading), form, this.#result);
    this.#root.replaceChildren(element('style', {}, style), frame);
  }

  /** Asks a question as if it had been typed. Never throws: a fault is shown. */
  async ask(question: string): Promise<void> {
    if (!question || this.#submit.disabled) return;
    this.#submit.disabled = true;
    this.#say(words.reading);
    const server = { url: this.getAttribute('server')?.replace(/\/$/, '') ?? home, key: this.getAttribute('api-key') };
    const language = this.getAttribute('language');
    const input = { question, conversationId: this.#conversationId, ...(language && { language }) };
    try {
      for await (const event of ask(server, input)) this.#show(event);
    } catch {
      this.#say(words.failed);
    } finally {
      this.#submit.disabled = false;
    }
  }

  #show(event: BoxEvent): void {
    if (event.__typename === 'Retrieved') this.#say(words.found(event.passageCount));
    else if (event.__typename === 'Failed') this.#say(`${event.message} ${event.remedy}`);
    else if (event.__typename === 'Finished') this.#finish(event.outcome);
  }

  #finish(outcome: BoxOutcome): void {
    this.#submit.disabled = false;
    this.#result.replaceChildren(...outcomeView(outcome, (question) => void this.ask(question)));
    this.dispatchEvent(new CustomEvent('candor-outcome', { detail: outcome, bubbles: true, composed: true }));
  }

  #say(text: string): void {
    this.#result.replaceChildren(element('p', { class: 'muted' }, text));
  }
}

if (!customElements.get('candor-ask')) customElements.define('candor-ask', CandorAsk);
