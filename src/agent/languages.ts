import { detect } from 'tinyld';
import type { ResolvedRequest } from './state.ts';

/** ISO 639-1. Under four words detection guesses: English then. */
export function languageOf(question: string): string {
  return question.trim().split(/\s+/).length < 4 && /^[\p{ASCII}]*$/u.test(question) ? 'en' : detect(question) || 'en';
}

/** What a query may be written in, likeliest first: the language that was asked for, and the one that it looks like. */
export function languagesOf(request: Pick<ResolvedRequest, 'language'>, query: string): string[] {
  return [...(request.language === null ? [] : [request.language]), languageOf(query)];
}
