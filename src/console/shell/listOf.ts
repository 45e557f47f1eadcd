/** "hr, board," as ["hr", "board"]. */
export const listOf = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
