const definition = /^[ \t>]*\[(\^?(?:[^[\]\\\n]|\\.){1,200})\]:/;

/** The label that a line of Markdown defines, if any, given the line before it: in the middle of a paragraph nothing is defined. */
export function definedLabel(line: string, before: string): string | undefined {
  if (before.trim() && !definition.test(before) && !/^#|^\s*(?:`{3}|~{3})|>\s*$/.test(before)) return undefined;
  const label = definition.exec(line)?.[1];
  return label === undefined ? undefined : normalLabel(label);
}

/** Labels are the same whatever their case and blanks. */
export function normalLabel(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
