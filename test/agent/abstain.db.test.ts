import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Abstention, Outcome } from '../../src/agent/state/outcome.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import type { App } from '../../src/app/app.ts';
import { catalogue, say, type Values } from '../../src/agent/speech/say.ts';
import type { MessageKey } from '../../src/agent/speech/catalogue/messageKey.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { startOpenaiServer, type ChatCall, type OpenaiServer, type ScriptedReply } from '../support/openaiServer.ts';
import { documents, newCaller } from './bicycleKnowledge.ts';
import { outcomeOf } from './drain.ts';

const caller = newCaller();
let server: OpenaiServer;
let opened: OpenTestApp;
let app: App;
let script: (call: ChatCall) => ScriptedReply;
let before = 0;
const calls = () => server.chatCalls().slice(before);

beforeAll(async () => {
  server = await startOpenaiServer({ chat: (call) => script(call) });
  opened = await openTestApp({
    models: {
      ...loadConfig({}).models,
      chat: 'openai',
      chatModel: 'test',
      chatUrl: server.url,
      chatApiKey: 'key-of-the-test',
    },
  });
  app = opened.app;
  await app.workspaces.ensure(caller.workspaceId, 'bicycles');
  await app.ingest(
    caller,
    documents.map((document) => ({ ...document, author: 'Ada Lovelace' })),
  );
});
afterAll(async () => {
  await opened.close();
  await server.close();
});
beforeEach(() => {
  before = server.chatCalls().length;
  script = () => ({ status: 401 });
});

function refused(outcome: Outcome): Abstention {
  if (outcome.type !== 'Abstention') throw new Error(`Not a refusal: ${JSON.stringify(outcome)}`);
  return outcome;
}
/** TWO_TIER neither plans nor refines: no call but that of the refusal can be made. */
const ask = async (question: string, request: Partial<AskRequest> = {}) =>
  refused(await outcomeOf(app.ask(caller, { question, preset: 'TWO_TIER', ...request })));
const said = (language: string, key: MessageKey, values: Values) => say({ keys: [key], values }, language);
const unknown = 'Which bike would a Norwegian dentist paint for the emperor of Mongolia?';

describe('a language of the catalogue', () => {
  test.each([
    ['de', 'Welche Farbe hat der Mantel des Kaisers von Norwegen im Winter?'],
    ['es', '¿De qué color es el abrigo del emperador de Noruega en invierno?'],
    ['ja', 'ノルウェーの皇帝の冬のコートは何色ですか？'],
  ] as const)(
    '%s: message and steps are in it, told from the question, and no model is asked',
    async (language, question) => {
      const refusal = await ask(question);
      expect(refusal.message).toContain(said(language, 'NOT_ANSWERED', { question }));
      expect(refusal).toMatchObject({ language, usage: { modelCalls: 0 }, degraded: [] });
      for (const { kind, text, terms } of refusal.nextSteps)
        expect(text).toContain(
          kind === 'ASK_OWNER'
            ? 'Ada Lovelace'
            : kind === 'REPHRASE' && terms.length > 0
              ? terms[0]
              : catalogue[language][kind],
        );
      expect(calls()).toEqual([]);
    },
  );

  test('by default it says which words are not known, what can be asked, and whom, and names no place that it does not offer', async () => {
    const question = 'Was kostet die Batterie vom Falcon bei einer Reparatur im Ausland?';
    const refusal = await ask(question, { preset: 'CANDOR', budget: { maxTokens: 0 } });
    expect(refusal.message).toBe(
      `${said('de', 'NOT_ANSWERED', { question })} Kein Dokument enthält „kostet“, „Reparatur“ oder „Ausland“.`,
    );
    expect(refusal).toMatchObject({ alternatives: [], suggestion: null });
    const of = (kind: string) => refusal.nextSteps.find((step) => step.kind === kind);
    expect(of('REPHRASE')?.terms).toContain('Ausland');
    expect(of('REPHRASE')?.text).not.toContain('Ausland');
    expect(of('ASK_OWNER')).toMatchObject({
      owner: 'Ada Lovelace',
      text: expect.stringContaining('Ada Lovelace') as string,
    });
  });

  test('a program that made the document is not to be asked', async () => {
    await app.ingest(caller, [
      {
        key: 'exported.md',
        title: 'Exported',
        text: '# Exported\n\nA tandem is rented by the week only.',
        author: 'python-docx',
      },
    ]);
    const refusal = await ask('Which tandem would a Norwegian dentist rent by the week?', { preset: 'CANDOR' });
    expect(refusal.nearest[0]?.documentKey).toBe('exported.md');
    expect(refusal.nextSteps.map(({ kind, owner }) => [kind, owner])).not.toContainEqual([
      'ASK_OWNER',
      expect.anything(),
    ]);
  });

  test('the language that was asked for goes before that of the question', async () => {
    const refusal = await ask(unknown, { language: 'fr-CA' });
    expect(refusal.message).toContain(said('fr', 'NOT_ANSWERED', { question: unknown }));
    expect(refusal.language).toBe('fr-CA');
  });
});

test('another language is spoken to in English, and no model is asked for words of ours', async () => {
  const refusal = await ask(unknown, { language: 'fi' });
  expect(refusal.message).toContain(said('en', 'NOT_ANSWERED', { question: unknown }));
  expect(refusal).toMatchObject({ language: 'en', usage: { modelCalls: 0 }, degraded: [] });
  expect(calls()).toEqual([]);
});
