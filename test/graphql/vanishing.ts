import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../src/app/app.ts';
import { errorRemedies } from '../../src/errors.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { runQuery } from '../support/runQuery.ts';

const document = (cost: number) => ({
  key: 'barge.md',
  text: `# Sauna barge\n\nThe sauna barge is moored at pier ${cost % 9}. An hour on the barge costs ${cost} euros.`,
  format: 'MARKDOWN' as const,
  url: 'https://example.org/barge',
});

/** What a page shows of an answer, its documents included. */
const question = `query ($q: String!) { ask(input: { question: $q }) { __typename ... on Outcome {
  tier citations { number title documentKey url quote document { key title url } version { number } location { line } }
  alternatives { sentence passage { title document { title } version { number } } }
  run { id passages { document { key } } } }
  ... on Answer { text conflicts { sides { quote document { key } version { number } } } notices { message document { key } } } } }`;

const history = `{ runs(first: 5) { nodes { id result { ... on Outcome { citations { quote document { title currentVersion { number } } version { number } } } } passages { document { key } version { number } } } } }`;

export interface Vanished {
  /** Questions that got an outcome. */
  readonly outcomes: number;
  /** What should not have come: a null without an error, or an error without a code of the API. */
  readonly wrong: readonly string[];
}

/** Asks as often as is said while the document that answers is deleted, restored, replaced and purged, and its runs are read. */
export async function askWhileVanishing(app: App, caller: Caller, count: number): Promise<Vanished> {
  const wrong: string[] = [];
  let outcomes = 0;
  let left = count;
  const judge = (
    what: string,
    errors: readonly { extensions: Readonly<Record<string, unknown>>; message: string }[],
  ) => {
    for (const { extensions, message } of errors) wrong.push(`${what}: ${String(extensions['code'])} ${message}`);
    return errors.every(({ extensions }) => Object.hasOwn(errorRemedies, String(extensions['code'])));
  };
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const q = left % 2 ? 'Where is the sauna barge moored?' : 'What does an hour on the barge cost?';
      const { data, errors = [] } = await runQuery(question, { app, caller, variables: { q } });
      judge('ask', errors);
      if ((data as { ask?: unknown } | null | undefined)?.ask) outcomes += 1;
      else if (errors.length === 0) wrong.push('ask: null without an error');
      if (left % 10 !== 0) continue;
      const read = await runQuery(history, { app, caller });
      judge('runs', read.errors ?? []);
    }
  };
  const change = async (): Promise<void> => {
    for (let round = 0; left > 0; round += 1) {
      const { results } = await app.ingest(caller, [document(10 + round)]);
      const id = results[0]?.documentId ?? '';
      await turn();
      await app.knowledge.deleteDocument(caller, id);
      await turn();
      if (round % 3 === 0) await app.knowledge.deleteDocument(caller, id, true);
      else await app.knowledge.restoreDocument(caller, id);
    }
  };
  await Promise.all([ask(), ask(), change()]);
  return { outcomes, wrong };
}
