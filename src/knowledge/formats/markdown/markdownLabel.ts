const definition = /^[ \t>]*\[(\^?(?:[^[\]\\\n]|\\.){1,200})\]:/;

/**
 * Lines after which a definition may stand without a blank line: another one, or the second line of one, a heading, a
 * fence, HTML.
 */
const mayPrecede = /^\s*$|^[ \t>]*\[.*\]:|^\s*\S+\s*$|^\s+["'(].*["')]\s*$|^#|^\s*(?:`{3}|~{3})|>\s*$/;

/**
 * The label that a line of Markdown defines, if any, given the line before it: in the middle of a paragraph nothing is
 * defined.
 */
export function definedLabel(line: string, before: string): string | undefined {
  const label = definition.exec(line)?.[1];
  return label === undefined || !mayPrecede.test(before) ? undefined : normalLabel(label);
}

/** Labels are the same whatever their case and blanks. */
export function normalLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
