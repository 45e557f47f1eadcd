import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Abstention, Outcome } from '../../src/agent/outcome.ts';
import type { AskRequest } from '../../src/agent/request.ts';
import type { App } from '../../src/app.ts';
import { catalogue } from '../../src/agent/catalogue/catalogue.ts';
import { loadConfig } from '../../src/config.ts';
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
  opened = await openTestApp({ models: { ...loadConfig({}).models, chat: 'openai', chatModel: 'test', openaiBaseUrl: server.url, openaiApiKey: 'key-of-the-test' } });
  app = opened.app;
  await app.workspaces.ensure(caller.workspaceId, 'bicycles');
  await app.ingest(caller, documents.map((document) => ({ ...document, author: 'Ada Lovelace' })));
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
const ask = async (question: string, request: Partial<AskRequest> = {}) => refused(await outcomeOf(app.ask(caller, { question, preset: 'TWO_TIER', ...request })));
const unknown = 'Which bike would a Norwegian dentist paint for the emperor of Mongolia?';

describe('a language of the catalogue', () => {
  test.each([
    ['de', 'Welche Farbe hat der Mantel des Kaisers von Norwegen im Winter?'],
    ['es', '¿De qué color es el abrigo del emperador de Noruega en invierno?'],
    ['ja', 'ノルウェーの皇帝の冬のコートは何色ですか？'],
  ] as const)('%s: message and steps are in it, told from the question, and no model is asked', async (language, question) => {
    const refusal = await ask(question);
    expect(refusal.message).toBe(catalogue[language][refusal.reason]);
    expect(refusal).toMatchObject({ usage: { modelCalls: 0 }, degraded: [] });
    for (const { kind, text } of refusal.nextSteps) expect(text).toContain(kind === 'ASK_OWNER' ? 'Ada Lovelace' : catalogue[language][kind]);
    expect(calls()).toEqual([]);
  });

  test('by default the steps say which words are not known, what is near, and whom to ask', async () => {
    const refusal = await ask('Was kostet die Batterie vom Falcon bei einer Reparatur im Ausland?', { preset: 'CANDOR', budget: { maxTokens: 0 } });
    expect(refusal.message).toBe(catalogue.de[refusal.reason]);
    const of = (kind: string) => refusal.nextSteps.find((step) => step.kind === kind);
    expect(of('REPHRASE')?.terms).toEqual(expect.arrayContaining(['Ausland', 'Repairs']));
    expect(of('REPHRASE')?.text).toMatch(/^Kein Dokument enthält „[^“]*Ausland“\. .* verwenden Wörter wie „[^“]*Repairs/);
    expect(of('ASK_OWNER')).toMatchObject({ owner: 'Ada Lovelace', text: expect.stringContaining('Ada Lovelace') as string });
  });

  test('the language that was asked for goes before that of the question', async () => {
    const refusal = await ask(unknown, { language: 'fr-CA' });
    expect(refusal.message).toBe(catalogue.fr[refusal.reason]);
  });
});

describe('another language', () => {
  /** Stands for a translation: one word, and the placeholders of the text. */
  const finnish = (call: ChatCall): ScriptedReply => {
    const texts = JSON.parse(/Texts: (.*)$/s.exec(call.messages.at(-1)?.content ?? '')?.[1] ?? '[]') as string[];
    return { json: { texts: texts.map((text) => `Suomeksi: ${(text.match(/\{\w+\}/g) ?? []).join(' ja ')}`) } };
  };

  test('is translated in one call, which no document or question is part of', async () => {
    script = finnish;
    const refusal = await ask(unknown, { language: 'fi' });
    expect(refusal).toMatchObject({ message: 'Suomeksi:', usage: { modelCalls: 1 }, degraded: [] });
    for (const { text } of refusal.nextSteps) expect(text).toMatch(/^Suomeksi:[^{}]*$/);
    const rephrase = refusal.nextSteps.find((step) => step.kind === 'REPHRASE');
    for (const term of rephrase?.terms ?? []) expect(rephrase?.text).toContain(term);
    expect(calls()).toHaveLength(1);
    expect(JSON.stringify(calls()[0]?.messages)).toMatch(/Finnish/);
    expect(JSON.stringify(calls()[0]?.messages)).not.toMatch(/Ada|Mongolia|dentist|cargo/);
  });

  test.each<[string, ScriptedReply]>([
    ['no JSON', { malformed: true }],
    ['too few texts', { json: { texts: ['Suomeksi.'] } }],
    ['a refusal', { refusal: 'No.' }],
  ])('stays English when the model gives %s, and degraded says so', async (_what, reply) => {
    script = () => reply;
    const refusal = await ask(unknown, { language: 'fi' });
    expect(refusal.message).toBe(catalogue.en[refusal.reason]);
    expect(refusal.degraded.map((entry) => entry.part)).toEqual(['CHAT_MODEL']);
    expect(refusal.usage.modelCalls).toBeGreaterThanOrEqual(1);
  });

  test('stays English without a call when no tokens are allowed', async () => {
    const refusal = await ask(unknown, { language: 'fi', budget: { maxTokens: 0 } });
    expect(refusal).toMatchObject({ message: catalogue.en[refusal.reason], degraded: [] });
    expect(calls()).toEqual([]);
  });
});
