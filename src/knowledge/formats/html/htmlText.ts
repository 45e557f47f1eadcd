import { labelStyle } from '../shownNumbers.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML. */
export const asHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Wraps HTML in an element. Attribute values are escaped; undefined ones are left out. */
export const tag = (
  name: string,
  html: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
): string =>
  `<${name}${Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${asHtml(value)}"`]))
    .join('')}>${html}</${name}>`;

/** A paragraph that may be an item; `level` 0 is the outermost list. */
export interface ListedParagraph {
  readonly html: string;
  readonly level: number;
  readonly list: 'ul' | 'ol' | undefined;
  /** The label that the program shows before the words: `(a)`. */
  readonly label?: string | undefined;
}

/** Renders consecutive items as one list, with deeper items nested in the item above. */
export function listsHtml(paragraphs: readonly ListedParagraph[]): string {
  let html = '';
  const open: { readonly list: string; readonly level: number }[] = [];
  const closeTo = (level: number) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) html += `</li></${open.pop()?.list ?? 'ul'}>`;
  };
  for (const { html: words, level, list, label } of paragraphs) {
    if (!list) {
      closeTo(-1);
      html += tag('p', words);
      continue;
    }
    const item = tag('li', words, {
      value: /^(\d+)\.$/.exec(label ?? '')?.[1],
      style: labelStyle(label ?? ''),
    }).replace(/<\/li>$/, '');
    closeTo(level);
    const last = open.at(-1);
    if (last && last.level === level && last.list === list) html += `</li>${item}`;
    else {
      if (last && last.level === level) closeTo(level - 1);
      open.push({ list, level });
      html += `<${list}>${item}`;
    }
  }
  closeTo(-1);
  return html;
}
