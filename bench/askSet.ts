import { join } from 'node:path';
import type { Answer } from '../src/agent/state/outcome.ts';
import { openApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { openCorpus, readQuestions } from '../src/evaluation/formats/readSet.ts';
import { type SetQuestion, sampleByType } from '../src/evaluation/question.ts';
import { ingestCorpus } from '../src/evaluation/run/runEvaluation.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';

/** An answer to a question of a set, with the sources that it cites. */
export interface SetAnswer {
  readonly question: SetQuestion;
  readonly answer: Answer;
  /** The canonical text of a cited version. */
  readonly textOf: (versionId: string) => string;
}

/** The sets of the repository; every other name is a folder inside the given one. */
const own: Readonly<Record<string, { readonly folder: string; readonly corpus: string }>> = {
  golden: { folder: 'test/golden', corpus: 'sample/knowledge' },
  people: { folder: 'test/golden/people', corpus: 'sample/knowledge' },
  telecom: { folder: 'bench/typed/telecom', corpus: 'bench/typed/telecom/knowledge' },
  hospital: { folder: 'bench/typed/hospital', corpus: 'bench/typed/hospital/knowledge' },
};

/**
 * Asks the questions of a set through the app, without a model and without recording runs. Refusals and clarifying
 * questions are left out.
 */
export async function askSet(
  name: string,
  root: string,
  limit: number,
  wanted: (question: SetQuestion) => boolean,
): Promise<SetAnswer[]> {
  const { folder, corpus } = own[name] ?? { folder: join(root, name), corpus: null };
  const questions = sampleByType((await readQuestions(folder)).filter(wanted), limit, 1);
  const signal = new AbortController().signal;
  const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
  try {
    const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
    await app.workspaces.ensure(caller.workspaceId, 'Questions');
    await ingestCorpus(
      app,
      caller,
      corpus === null ? await openCorpus(folder, undefined, signal) : await readPath(corpus, { signal }),
      { signal, onIngest: () => undefined },
    );
    const answers: SetAnswer[] = [];
    for (const question of questions) {
      for await (const event of app.ask(caller, { question: question.question, dryRun: true }, { signal })) {
        if (event.type !== 'Finished' || event.outcome.type !== 'Answer') continue;
        const answer = event.outcome;
        const versions = await app.knowledge.versions(caller, [
          ...new Set(answer.citations.map(({ versionId }) => versionId)),
        ]);
        const texts = new Map(versions.flatMap((version) => (version ? [[version.id, version.text] as const] : [])));
        answers.push({ question, answer, textOf: (versionId) => texts.get(versionId) ?? '' });
      }
    }
    return answers;
  } finally {
    await app.close();
  }
}
