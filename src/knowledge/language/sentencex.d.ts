declare module 'sentencex' {
  /** Returns the sentences of a text in order, without the blanks between them. */
  export default function segment(language: string, text: string): string[];
}
