import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import { cancelled, pause } from '../../src/clock.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import { documents } from './bicycleKnowledge.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';
import { loopNow } from '../support/clocks.ts';

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  const page = (key: string, text: string) => ({ key, text, format: 'PLAIN_TEXT' as const });
  await agent.take([
    ...documents,
    page('north.txt', 'North branch. A refund takes as long as 5 days.'),
    page('south.txt', 'South branch. A refund takes as long as 9 days.'),
  ]);
  await saveCurated(agent.database, agent.embedder, agent.workspaceId, {
    question: 'Who founded the bicycle rental?',
    answer: 'Two sisters did, in a garage.',
  });
});
afterAll(() => agent.close());

/** A model that must not be asked. */
const forbidden: ChatModel = {
  id: 'test:forbidden',
  complete: async () => {
    throw new Error('the model was asked');
  },
};
/** Near to a document in meaning, and not answered there. */
const related = 'Does the emperor of Mongolia insure his bike against theft?';

describe('filtered-rrf', () => {
  test('answers whenever something passes its filters, never as CONFIDENT', async () => {
    const answer = answered(await agent.ask('How much does theft insurance cost a day?', { preset: 'FILTERED_RRF' }));
    expect(answer.text).toContain('3 euros');
    expect(answer.tier).not.toBe('CONFIDENT');
    expect((await agent.ask(related, { preset: 'FILTERED_RRF' })).type).toBe('Answer');
  });

  test('asks back when nothing does', async () => {
    expect(await agent.ask('zxqv blorp', { preset: 'FILTERED_RRF', retrieval: { maxDistance: 0.05 } })).toMatchObject({
      type: 'Clarification',
      stopReason: 'ZERO_HITS',
    });
  });
});

describe('two-tier', () => {
  test('answers when the mean of what it kept reaches 40', async () => {
    const answer = answered(
      await agent.ask('How much does theft insurance cost a day?', { preset: 'TWO_TIER', retrieval: { topK: 1 } }),
    );
    expect(answer.text).toContain('3 euros');
    expect(answer.confidence.display).toBeGreaterThanOrEqual(40);
  });

  test('refuses below, without a model call, in the language of the question', async () => {
    const refusal = await agent.ask(
      'Welche Farbe hat der Mantel des Kaisers von Norwegen im Winter?',
      { preset: 'TWO_TIER' },
      { chat: forbidden },
    );
    expect(refusal).toMatchObject({
      type: 'Abstention',
      reason: 'WEAK_EVIDENCE',
      stopReason: 'BELOW_GATE',
      message:
        'Auf „Welche Farbe hat der Mantel des Kaisers von Norwegen im Winter?“ habe ich in den Dokumenten keine Antwort gefunden.',
      usage: { modelCalls: 0 },
      degraded: [],
    });
    expect(refusal.confidence.display).toBeLessThan(40);
    expect(
      await agent.ask('¿Qué color tiene el abrigo del emperador?', { preset: 'TWO_TIER', language: 'es' }),
    ).toMatchObject({
      type: 'Abstention',
      message: expect.stringMatching(/^No he encontrado en los documentos/) as string,
    });
  });

  test('gives a curated answer, whatever its gate would say', async () => {
    expect(await agent.ask('Who founded the bicycle rental?', { preset: 'TWO_TIER' })).toMatchObject({
      type: 'Answer',
      mode: 'CURATED',
      text: 'Two sisters did, in a garage.',
    });
    expect(await agent.ask('Who founded the bicycle rental?', { preset: 'WEIGHTED' })).not.toMatchObject({
      mode: 'CURATED',
    });
  });
});

describe('weighted', () => {
  test('answers from the hybrid order when there is no reranker', async () => {
    const answer = answered(await agent.ask('What does fault E1042 mean?', { preset: 'WEIGHTED' }));
    expect(answer.text).toContain('too cold to charge');
    expect(answer).toMatchObject({ degraded: [] });
  });
});

describe('agentic', () => {
  test('gives no answer while two documents contradict each other; the default tells both', async () => {
    const question = 'How long does a refund take?';
    const refusal = await agent.ask(question, { preset: 'AGENTIC' });
    expect(refusal).toMatchObject({ type: 'Abstention', reason: 'CONFLICTING_EVIDENCE', tier: 'NO_MATCH' });
    if (refusal.type !== 'Abstention') throw new Error(refusal.type);
    expect(
      refusal.nearest
        .map((passage) => passage.documentKey)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['north.txt', 'south.txt']);
    expect(answered(await agent.ask(question)).conflicts).toHaveLength(1);
  });

  test('answers where both arms agree', async () => {
    expect(answered(await agent.ask('theft insurance costs euros', { preset: 'AGENTIC' })).text).toContain('3 euros');
  });

  test('ends within its 2.5 seconds, however slow the embedder', async () => {
    const slow = {
      ...agent.embedder,
      embedQuery: async (text: string, options: { readonly signal?: AbortSignal } = {}) => {
        await pause(20_000, options.signal, cancelled);
        return agent.embedder.embedQuery(text);
      },
    };
    const started = loopNow();
    const outcome = await agent.ask('theft insurance costs euros', { preset: 'AGENTIC' }, { embedder: slow });
    expect(outcome).toMatchObject({ stopReason: 'DEADLINE' });
    expect(outcome.usage.millis).toBeGreaterThan(2_400);
    expect(loopNow() - started).toBeLessThan(4_000);
  });
});
