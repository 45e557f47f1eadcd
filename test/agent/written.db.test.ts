import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../src/agent/state/outcome.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { doctor } from '../../src/app/doctor.ts';
import type { Models } from '../../src/models/openModels.ts';
import { openChatEntailment } from '../../src/models/chatEntailment.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import { changeWording } from '../../src/workspaces/workspaces.ts';
import { type ChatCall, type OpenaiServer, startOpenaiServer } from '../support/openaiServer.ts';
import { answered } from './drain.ts';
import { shownSentences } from './matrix.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const pages = ['policies/refund-policy.2025-07-01.md', 'plans/compare-plans.md'];
const period = 'returned within 45 days';
const quoted = 'Hardware and supplies can be returned within 45 days of delivery.';
const reordered = 'Within 45 days of delivery hardware and supplies can be returned.';
const reworded = 'Hardware and supplies can be sent back within 45 days of delivery.';
const lie = 'Hardware and supplies can be returned within 90 days of delivery.';
const fee = 'restocking fee of 8%';

type Worded = readonly (readonly [text: string, ...stated: readonly string[]])[];

let agent: OpenAgent;
let server: OpenaiServer;
let chat: ChatModel;
let claims: Worded = [];
let judge: (statement: string) => boolean = () => false;

const isJudge = (call: ChatCall) => call.messages[0]?.content.startsWith('You look for errors') === true;
const statementsIn = (call: ChatCall) => [
  ...(call.messages[1]?.content ?? '').matchAll(/^Statement (\d+): (".*")$/gmu),
];

beforeAll(async () => {
  server = await startOpenaiServer({
    chat: (call) => {
      if (isJudge(call))
        return {
          json: {
            verdicts: statementsIn(call).map(([, number, text = '""']) => ({
              number: Number(number),
              verdict: judge(JSON.parse(text) as string) ? 'follows' : 'open',
            })),
          },
        };
      if (call.messages[0]?.content.startsWith('You answer a question') !== true) return { json: { queries: [] } };
      const shown = [...shownSentences(call)];
      const numbersOf = (stated: readonly string[]) =>
        stated.flatMap((part) => shown.find(([, text]) => text.includes(part))?.[0] ?? []);
      return {
        json: {
          sentences: numbersOf(claims.flatMap(([, ...stated]) => stated)),
          claims: claims.map(([text, ...stated]) => ({ text, sentences: numbersOf(stated) })),
          missing: null,
        },
      };
    },
  });
  chat = openOpenaiChat({ serverUrl: server.url, apiKey: 'k', model: 'writer' });
  agent = await openAgent();
  await agent.take(
    await Promise.all(
      pages.map(async (key) => ({
        key,
        text: await readFile(`sample/knowledge/${key}`, 'utf8'),
        format: 'MARKDOWN' as const,
      })),
    ),
  );
});
afterAll(async () => {
  await agent.close();
  await server.close();
});

const asked = 'How long can hardware be returned?';

async function ask(
  written: Worded,
  {
    question = asked,
    says,
    judgedBy = chat,
    ...request
  }: Partial<AskRequest> & {
    says?: (statement: string) => boolean;
    judgedBy?: ChatModel;
  } = {},
): Promise<Answer> {
  claims = written;
  if (says) judge = says;
  return answered(
    await agent.ask(
      question,
      { budget: { maxMillis: 120_000 }, ...request },
      { chat, ...(says && { entailment: openChatEntailment(judgedBy) }) },
    ),
  );
}
const standings = ({ written }: Answer) => written.map(({ text, wording }) => [text, wording]);

test('the text is quoted; beside it stands what the model wrote, with how far each sentence is proven', async () => {
  const answer = await ask([
    [reworded, period],
    [lie, period],
    ['8% of €149 is €11.92.', fee],
  ]);
  expect(answer.text).toContain(quoted);
  expect(answer.text).not.toMatch(/sent back|90 days/);
  expect(standings(answer)).toEqual([[reworded, 'REWORDED']]);
  expect(answer.written[0]).toMatchObject({ citationNumbers: [1], formula: null, evidence: [] });
  expect(answer.droppedClaims.map(({ text }) => text)).toEqual([lie, '8% of €149 is €11.92.']);
  expect(answer.tier).toBe('UNCERTAIN');
});

test('without a chat model nothing is written', async () => {
  expect(answered(await agent.ask(asked)).written).toEqual([]);
});

test('WRITTEN takes what follows into the text, QUOTED the quote; by the word of its writer alone it is not CONFIDENT', async () => {
  const says = (statement: string) => statement === reordered;
  const other = openOpenaiChat({ serverUrl: server.url, apiKey: 'k', model: 'judge' });
  const isSure = await ask([[reordered, period]], { wording: 'WRITTEN', says, judgedBy: other });
  expect(isSure).toMatchObject({ text: `${reordered} [1]`, claims: [{ wording: 'ENTAILED' }] });
  expect(standings(isSure)).toEqual([[reordered, 'ENTAILED']]);
  const ofItself = await ask([[reordered, period]], { wording: 'WRITTEN', says });
  expect(ofItself).toMatchObject({ text: `${reordered} [1]`, tier: 'UNCERTAIN' });
  const inQuotes = await ask([[reordered, period]], { says });
  expect(inQuotes.text).toContain(quoted);
  expect(inQuotes.claims.every(({ wording }) => wording === 'VERBATIM')).toBe(true);
  expect(standings(inQuotes)).toEqual([[reordered, 'ENTAILED']]);
});

test('a sentence that no judge has settled never stands in the text, whatever is asked for', async () => {
  const answer = await ask([[reworded, period]], { wording: 'WRITTEN' });
  expect(answer.text).toContain(quoted);
  expect(answer.text).not.toContain('sent back');
  expect(standings(answer)).toEqual([[reworded, 'REWORDED']]);
});

test('a judge that says yes to all settles nothing, and its call is counted', async () => {
  const answer = await ask(
    [
      [reordered, period],
      [lie, period],
    ],
    { wording: 'WRITTEN', says: () => true },
  );
  expect(answer.text).toContain(quoted);
  expect(answer.degraded.map(({ part }) => part)).toEqual(['ENTAILMENT']);
  expect(standings(answer)).toEqual([[reordered, 'REWORDED']]);
  expect(answer.usage.modelCalls).toBe(2);
  expect(answer.droppedClaims.map(({ text }) => text)).toEqual([lie]);
});

test('what a judge refuses is cut and listed', async () => {
  const answer = await ask([[reordered, period]], { wording: 'WRITTEN', says: () => false });
  expect(standings(answer)).toEqual([]);
  expect(answer.droppedClaims).toMatchObject([{ text: reordered, reason: expect.any(String) as string }]);
  expect(answer.text).toContain(quoted);
});

test.each([
  ['de', 'Hardware kann innerhalb von 45 Tagen nach der Lieferung zurückgegeben werden.'],
  ['fr', 'Le matériel peut être rendu dans les 45 jours après la livraison.'],
  ['es', 'El hardware se puede devolver dentro de los 45 días posteriores a la entrega.'],
])('in %s over English documents: the quote, and what was written in that language', async (language, text) => {
  const wrong = text.replace('45', '54');
  const answer = await ask(
    [
      [text, period],
      [wrong, period],
    ],
    { language },
  );
  expect(answer.text).toContain('45 days');
  expect(answer.notices.map(({ kind }) => kind)).not.toContain('OTHER_LANGUAGE');
  expect(standings(answer)).toEqual([[text, 'TRANSLATED']]);
  expect(answer.droppedClaims.map((claim) => claim.text)).toEqual([wrong]);
  expect(answer.tier).toBe('UNCERTAIN');
});

test('asked in another language, without a chat model, the quotes come with a line in that language which says so', async () => {
  const told = async (question: string) =>
    answered(await agent.ask(question, { preset: 'NAIVE' })).notices.filter(({ kind }) => kind === 'OTHER_LANGUAGE');
  expect(await told('Wie lange kann Hardware nach der Lieferung zurückgegeben werden?')).toMatchObject([
    { message: expect.stringContaining('in einer anderen Sprache') as string, documentId: null },
  ]);
  expect(await told(asked)).toEqual([]);
});

test('where questions in another language were refused, the doctor offers the embedder for several languages', async () => {
  const { database, embedder, workspaceId } = agent;
  const told = async (embedders: readonly unknown[]) => {
    const models = { embedder, embedders, chat: null } as unknown as Models;
    const checks = await doctor({ database, models, workspaceId, tryChat: () => Promise.resolve('') });
    return checks.find(({ name }) => name === 'languages');
  };
  const other = { fingerprint: 'builtin:e5-multilingual@1:384' };
  expect((await told([embedder, other]))?.detail).toContain('no question');
  const refused = await agent.ask('Wie viele Einwohner hat die Hauptstadt von Peru, und wie hoch liegt sie?');
  expect(refused.type).toBe('Abstention');
  expect(await told([embedder, other])).toMatchObject({
    passed: true,
    detail: expect.stringMatching(/^\d+ of the \d+ newest .* de: EMBEDDER=multilingual/) as string,
  });
  expect((await told([embedder]))?.detail).not.toContain('EMBEDDER');
});

test('a workspace has a default, which a question overrides', async () => {
  const says = (statement: string) => statement === reordered;
  await agent.database.inWorkspace(agent.workspaceId, (transaction) =>
    changeWording(transaction, agent.workspaceId, 'WRITTEN'),
  );
  expect((await ask([[reordered, period]], { says })).text).toBe(`${reordered} [1]`);
  expect((await ask([[reordered, period]], { says, wording: 'QUOTED' })).text).toContain(quoted);
  await agent.database.inWorkspace(agent.workspaceId, (transaction) =>
    changeWording(transaction, agent.workspaceId, null),
  );
});
