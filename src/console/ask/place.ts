import { words } from '../words/words.ts';

export interface Place {
  readonly document: { readonly title: string };
  readonly sectionPath: readonly string[];
  readonly location: { readonly page: number | null; readonly line: number | null } | null;
}

/**
 * Where a passage stands, in a few words: its section, where that is not the document's title again, and its page or
 * line.
 */
export function factsOf({ document, sectionPath, location }: Place): readonly string[] {
  const section = sectionPath.at(-1);
  const place = location?.page
    ? words.answer.page(location.page)
    : location?.line
      ? words.answer.line(location.line)
      : undefined;
  return [section === document.title ? undefined : section, place].filter((fact) => fact !== undefined);
}

/** A passage in one run of words, without the marks of headings. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/^#+ .*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
