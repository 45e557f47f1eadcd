declare module 'sentencex' {
  /** The sentences of a text; joined they are the text. */
  export function segment(language: string, text: string): string[];
}
