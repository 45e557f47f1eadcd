import { detectQuestionLanguage } from '../knowledge/language.ts';
import type { ResolvedRequest } from './state.ts';

/** What a query may be written in, likeliest first: the language that was asked for, and the one that it looks like. */
export function languagesOf(request: Pick<ResolvedRequest, 'language'>, query: string): string[] {
  return [...(request.language === null ? [] : [request.language]), detectQuestionLanguage(query)];
}
