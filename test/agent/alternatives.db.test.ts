import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import { catalogue } from '../../src/agent/speech/say.ts';
import type { App } from '../../src/app/app.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { newCaller } from './bicycleKnowledge.ts';
import { outcomeOf } from './drain.ts';

const caller = newCaller();
const guest: Caller = { ...caller, role: 'READER', accessGroups: [] };
let opened: OpenTestApp;
let app: App;

const page = (key: string, title: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, title, text: `# ${title}\n\n${text}`, format: 'MARKDOWN', ...more }) as DocumentInput;

beforeAll(async () => {
  opened = await openTestApp();
  app = opened.app;
  await app.workspaces.ensure(caller.workspaceId, 'shop');
  await app.ingest(caller, [
    page(
      'import.md',
      'Import products',
      'Products come in by a CSV file.\n\n## Undo an import\n\nAn import can be rolled back for 72 hours. Open Products, choose History and press Roll back.',
    ),
    page(
      'export.md',
      'Export products',
      'An export writes a CSV file of all products. It is kept for 30 days and then deleted.',
    ),
    page(
      'orders.md',
      'Cancel orders',
      'An order can be cancelled until it is packed. A cancelled order is refunded within five days.',
    ),
    page(
      'secret.md',
      'Internal: repair a bad import',
      'Staff undo a bad CSV import with the admin console: run undo-import.',
      { accessGroups: ['staff'] },
    ),
  ]);
});
afterAll(() => opened.close());

const ask = (question: string, by: Caller = caller): Promise<Outcome> =>
  outcomeOf(app.ask(by, { question, caution: 'STRICT' }));
const keysOf = ({ alternatives }: Outcome) => alternatives.map(({ passage }) => passage.documentKey);
const unsure = 'how do i undo a bad csv import';

describe('alternatives', () => {
  test('are passages of different sections that nothing quotes, likeliest first, each at its best sentence', async () => {
    const outcomes = await Promise.all([
      ask(unsure),
      ask('cancel export of products'),
      ask('how long is the file kept'),
    ]);
    expect(outcomes.flatMap(({ alternatives }) => alternatives)).not.toEqual([]);
    for (const { alternatives, citations, tier } of outcomes) {
      expect(alternatives.length).toBeLessThanOrEqual(tier === 'CONFIDENT' ? 0 : 3);
      const sections = alternatives.map(({ passage, sectionPath }) => [passage.documentId, ...sectionPath].join());
      expect(new Set(sections).size).toBe(sections.length);
      const likelihoods = alternatives.map(({ likelihood }) => likelihood);
      expect(likelihoods).toEqual(likelihoods.toSorted((left, right) => right - left));
      for (const { passage, sentence, spans, likelihood } of alternatives) {
        expect(citations.map(({ chunkId }) => chunkId)).not.toContain(passage.chunkId);
        expect(spans.map(({ start, end }) => passage.text.slice(start, end)).join(' ')).toEqual(sentence);
        expect(likelihood).toBeGreaterThanOrEqual(0);
        expect(likelihood).toBeLessThanOrEqual(1);
      }
    }
  });

  test('show the place that holds the answer of a question that was not surely answered', async () => {
    const outcome = await ask(unsure, guest);
    expect([...keysOf(outcome), ...outcome.citations.map(({ documentKey }) => documentKey)]).toContain('import.md');
  });

  test('never show what the asker may not read', async () => {
    expect(keysOf(await ask(unsure, guest))).not.toContain('secret.md');
  });

  test('are none where the documents are about other things, and beside a clarification', async () => {
    expect((await ask('who won the football world cup in 1954')).alternatives).toEqual([]);
    expect(await ask('hello')).toMatchObject({ type: 'Clarification', alternatives: [] });
  });

  test('small talk is answered in kind, with nothing to choose from', async () => {
    expect(await ask('thanks!')).toMatchObject({
      text: catalogue.en.SMALL_TALK_THANKS,
      options: [],
      alternatives: [],
    });
    expect(await ask('ok')).toMatchObject({ text: catalogue.en.SMALL_TALK_THANKS, options: [] });
    expect(await ask('hi')).toMatchObject({ text: catalogue.en.SMALL_TALK, options: [] });
  });

  test('are recorded with the run', async () => {
    const outcome = await ask(unsure);
    const run = await app.runs.find(caller, outcome.id);
    expect(run?.result?.alternatives).toEqual(outcome.alternatives);
  });

  test('a refusal advises no more time where time did not run out', async () => {
    const outcome = await ask('which courier undoes the yearly export in Norway');
    if (outcome.type === 'Abstention') expect(outcome.nextSteps.map(({ kind }) => kind)).not.toContain('RAISE_BUDGET');
  });
});
