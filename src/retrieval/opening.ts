import type { WorkspaceSettings } from '../workspaces/settings.ts';
import { searchable, type AnalysedQuestion } from './question/question.ts';
import type { OpenedWords, Opening, RetrieveParts, RetrieveRequest } from './retrieveRequest.ts';
import { searchWordsOnce } from './arms/searchArms.ts';
import { createTimer } from './timer.ts';

/**
 * Begins with a question before its plan is made: mostly what is searched is what was asked, and then the budget, the gate and the keyword arm take one transaction.
 * The retrieval that gets it asks anew where something else is to be searched. It is tried once: a second try at a server that is silent only takes another connection.
 */
export function openQuestion(parts: RetrieveParts, asked: RetrieveRequest): Opening {
  const request = { ...asked, query: searchable(asked.query) };
  const timer = createTimer();
  const search = {
    parts,
    request,
    timer,
    scope: { ...request, database: parts.database },
    degraded: [],
  };
  let tell: (settings: WorkspaceSettings) => void = () => undefined;
  const told = new Promise<WorkspaceSettings>((resolve) => {
    tell = resolve;
  });
  const find = async (): Promise<OpenedWords> => {
    let question: AnalysedQuestion | undefined;
    const words = await searchWordsOnce(search, (analysed) => (question = analysed), tell);
    if (!question) throw new Error('The question was searched and not analysed.');
    return { question, words, timings: timer.read() };
  };
  const found = find();
  // A fault before the settings is theirs; later ones are told to who waits for the words, if anybody does.
  const settings = Promise.race([told, found.then(() => told)]);
  settings.catch(() => undefined);
  found.catch(() => undefined);
  return { request, settings, found };
}
