import type { Prompt } from '../../askModel.ts';

/** Asks for our own sentences in another language. Their placeholders stand unfilled, so no word of a document or of the question is in it. */
export function translatePrompt(texts: readonly string[], language: string): Prompt {
  return {
    version: 'translate@1',
    messages: [
      {
        role: 'system',
        content: `You translate what a program says to a person into ${language}: natural, polite and short, as a native speaker would put it. `
          + 'Words in braces such as {terms} are placeholders: keep each exactly as it is, once where it stands once. Add nothing, and leave nothing out. '
          + 'Reply with JSON only: {"texts": ["...", as many as you were given, in the same order]}.',
      },
      { role: 'user', content: `Texts: ${JSON.stringify(texts)}` },
    ],
  };
}
