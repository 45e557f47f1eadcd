const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML shows it. */
export const asHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** An element around HTML; `attributes` as they are written. */
export const tag = (
  name: string,
  html: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
): string =>
  `<${name}${Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${asHtml(value)}"`]))
    .join('')}>${html}</${name}>`;
