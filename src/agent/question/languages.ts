import { detectQuestionLanguage, tellQuestionLanguage } from '../../knowledge/language.ts';
import { languageOfConfig } from '../../knowledge/searchText.ts';
import { isInCatalogue } from '../speech/say.ts';
import type { AskState, ResolvedRequest } from '../state.ts';

/** What a query may be written in, likeliest first: the language that was asked for, and the one that it looks like. */
export function languagesOf(request: Pick<ResolvedRequest, 'language'>, query: string): string[] {
  return [...(request.language === null ? [] : [request.language]), detectQuestionLanguage(query)];
}

/**
 * What the loop speaks to the asker, BCP 47: what was asked for, else the language that the question surely is in, else
 * that of the documents where they share one that the catalogue has: a name or a code says nothing. The recipes that
 * were published with English words keep them.
 */
export function spokenLanguage({ plan, request, evidence }: Pick<AskState, 'plan' | 'request' | 'evidence'>): string {
  if (!request.preset.localizes) return 'en';
  const told = request.language ?? tellQuestionLanguage(request.question);
  const ofDocuments = languageOfConfig(evidence.searchConfig);
  return told ?? (ofDocuments !== null && isInCatalogue(ofDocuments) ? ofDocuments : (plan?.language ?? 'en'));
}
