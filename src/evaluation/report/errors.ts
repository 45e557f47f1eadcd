import type { ConfidentError } from '../confidentErrors.ts';
import { figure } from './cells.ts';
import { html, type Content } from './html.ts';

const wantedInWords: Readonly<Record<string, string>> = { abstain: 'A refusal: the documents do not say it.', clarify: 'A question back: it can be meant in several ways.' };

/** Errors to open one by one; the first is open. */
export function errorList(errors: readonly ConfidentError[]): Content {
  return errors.map((error, index) => html`<details${index === 0 ? html` open` : ''}><summary>${error.question}</summary><dl>
<dt>Confidence</dt><dd>${figure(error.confidence)}${error.tier === null ? '' : ` (${error.tier})`}; question ${error.questionId}, kind ${error.type}</dd>
<dt>Answer</dt><dd>${error.text}</dd>
<dt>Wanted</dt><dd>${wantedInWords[error.expected] ?? (error.references.length > 0 ? error.references.join('\n') : error.expected)}</dd>
${error.citations.length === 0 ? '' : html`<dt>Quoted</dt>${error.citations.map(({ documentId, quote }) => html`<dd><blockquote>${quote}<br><small>${documentId}</small></blockquote></dd>`)}`}
</dl></details>`);
}
