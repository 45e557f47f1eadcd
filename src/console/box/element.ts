/** Makes an element with its attributes and content. Text is only ever set as text. */
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

/** A button that does something when it is pressed. */
export function button(
  attributes: Readonly<Record<string, string>>,
  press: () => void,
  ...content: readonly (Node | string)[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...content);
  made.addEventListener('click', press);
  return made;
}

/**
 * A link where there is a safe address, else plain text. Addresses come from documents, and `javascript:` is one too.
 */
export const linked = (url: string | null, text: string): HTMLElement =>
  url !== null && /^https?:\/\//i.test(url)
    ? element('a', { href: url, target: '_blank', rel: 'noreferrer' }, text)
    : element('span', {}, text);
