import type { App } from '../../app.ts';
import { groupBy } from '../../stats/groupBy.ts';
import { newId } from '../../db/id.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { openCorpus } from '../formats/readSet.ts';
import type { Question } from '../question.ts';
import { ingestCorpus, type EvaluationWatch } from './runEvaluation.ts';

export interface Thrown<Result> {
  readonly results: readonly Result[];
  /** Documents that could not be taken in, with the reason. */
  readonly failedDocuments: readonly string[];
}

/**
 * Does work over each corpus file that the questions name, in a workspace of its own, which is removed again whatever happens.
 * @throws BAD_INPUT for a corpus that cannot be read, CANCELLED, and what the work throws
 */
export async function overCorpora<Result>(
  app: App,
  folder: string,
  questions: readonly Question[],
  watch: Pick<EvaluationWatch, 'signal' | 'onIngest'>,
  work: (caller: Caller, questions: readonly Question[]) => Promise<Result>,
): Promise<Thrown<Result>> {
  const [results, failedDocuments]: [Result[], string[]] = [[], []];
  for (const [corpusFile, members] of groupBy(questions, (question) => question.corpusFile)) {
    const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
    await app.workspaces.ensure(caller.workspaceId, 'Calibration');
    try {
      failedDocuments.push(
        ...(await ingestCorpus(app, caller, await openCorpus(folder, corpusFile, watch.signal), watch)),
      );
      results.push(await work(caller, members));
    } finally {
      await app.workspaces.remove(caller.workspaceId);
    }
  }
  return { results, failedDocuments };
}
