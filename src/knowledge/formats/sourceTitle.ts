const junk =
  /^(untitled|unknown|title|document|dokument|presentation|slide|page|scan|new|no|null|none|anonymous|anonym|user|admin|administrator|owner|author|default)[\s\d]*$/i;
const fileName = /\.(docx?|dotx?|rtf|odt|pdf|txt|html?|tex|dvi|indd|qxd|pages|xlsx?|pptx?|pub|cdr|ai)$/i;

/**
 * A title or author as a program stored it, or undefined when no person wrote it: `Microsoft Word - x.doc`, `untitled`,
 * a path.
 */
export function usableTitle(stored: unknown): string | undefined {
  if (typeof stored !== 'string') return undefined;
  const text = stored.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const written =
    /\p{L}{2}/u.test(text) &&
    text.length <= 300 &&
    !junk.test(text) &&
    !fileName.test(text) &&
    !/^(microsoft|powerpoint|file:|[a-z]:\\|\/)/i.test(text);
  return written ? text : undefined;
}
