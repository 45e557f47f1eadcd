/** Markup that may stand in a page as it is. Only `html` makes it, so that no text of a document or a question gets in unescaped. */
export interface Html {
  readonly markup: string;
}

export type Content = Html | string | number | readonly Content[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for between tags and for attributes. Control characters, which no page may hold, are left out. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** Markup from a template: what is put in is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return {
    markup: parts.map((part, index) => part + (index < values.length ? markupOf(values[index] ?? '') : '')).join(''),
  };
}

function markupOf(content: Content): string {
  if (typeof content === 'string') return escapeHtml(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(markupOf).join('');
}
