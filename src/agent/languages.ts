import { detectQuestionLanguage } from '../knowledge/language.ts';
import type { AskState, ResolvedRequest } from './state.ts';

/** What a query may be written in, likeliest first: the language that was asked for, and the one that it looks like. */
export function languagesOf(request: Pick<ResolvedRequest, 'language'>, query: string): string[] {
  return [...(request.language === null ? [] : [request.language]), detectQuestionLanguage(query)];
}

/** What the loop speaks to the asker, BCP 47. The recipes that were published with English words keep them. */
export function spokenLanguage({ plan, request }: Pick<AskState, 'plan' | 'request'>): string {
  return request.preset.localizes ? (request.language ?? plan?.language ?? 'en') : 'en';
}
