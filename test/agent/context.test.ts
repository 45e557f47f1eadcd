import { expect, test } from 'vitest';
import { generateNode } from '../../src/agent/nodes/answer.ts';
import { writeNode } from '../../src/agent/nodes/write.ts';
import type { AgentParts, NodeContext } from '../../src/agent/parts/parts.ts';
import { silentLog } from '../../src/log.ts';
import type { ChatModel, ChatRequest } from '../../src/models/chat.ts';
import type { Passage, PresetName } from '../../src/retrieval/passage.ts';
import { passage, ranked } from '../grounding/passage.ts';
import { askState, evidenceOf, resolved } from './askState.ts';
import { caller } from './bicycleKnowledge.ts';
import type { AskState } from '../../src/agent/state/askState.ts';

const context: NodeContext = {
  signal: undefined,
  deadline: new AbortController().signal,
  millisLeft: 10_000,
  emit: () => undefined,
  note: () => undefined,
};
/** Passages of so many characters, each with a sentence that is all the question's weight. */
const ofSizes = (sizes: readonly number[]): Passage[] =>
  sizes.map((size, index) => passage(`Sentence number ${index}.`.padEnd(size, ' x'), { chunkId: `chunk-${index}` }));

async function read(
  preset: PresetName,
  sizes: readonly number[],
): Promise<{ readonly prompted: number; readonly drafted: readonly string[] }> {
  const passages = ofSizes(sizes);
  const sentences = passages
    .map((source, index) => {
      const sentence = ranked(`Sentence number ${index}.`, `document-${index}`);
      return { ...sentence, candidate: { ...sentence.candidate, passage: source } };
    })
    .reverse();
  const state = askState({
    request: resolved(caller, { question: 'Which sentence?', preset, budget: { maxTokens: 200_000 } }),
    evidence: evidenceOf(passages),
    sentences,
  });
  let prompted = 0;
  const chat = {
    id: 'test:chat',
    complete: async (request: ChatRequest) => {
      prompted = (request.messages.at(-1)?.content.match(/<passage /g) ?? []).length;
      throw new Error('no reply');
    },
  } as unknown as ChatModel;
  const parts = { chat, log: silentLog, embedder: { fingerprint: 'none' } } as unknown as AgentParts;
  if (state.request.preset.writes) await writeNode(parts)(state, context);
  const update = await generateNode()(state, context);
  return { prompted, drafted: (update.drafted as AskState['drafted']).drafts.map((draft) => draft.chunkId) };
}

test('weighted cuts at 12,000 characters: what lies beyond reaches neither the model nor the extract', async () => {
  expect((await read('WEIGHTED', [4_000, 4_000, 4_000, 1_000])).prompted).toBe(3);
  expect((await read('WEIGHTED', [4_000, 4_000, 4_001, 1_000])).prompted).toBe(2);
  expect((await read('WEIGHTED', [13_000, 10])).prompted).toBe(1);
  expect(
    (
      await read(
        'WEIGHTED',
        Array.from({ length: 9 }, () => 1_000),
      )
    ).prompted,
  ).toBe(9);
  const { drafted } = await read('WEIGHTED', [7_000, 7_000]);
  expect(drafted).toEqual(['chunk-0']);
});

test('other presets show and read every sentence', async () => {
  expect(
    (
      await read(
        'CANDOR',
        Array.from({ length: 9 }, () => 1_000),
      )
    ).prompted,
  ).toBe(9);
  expect((await read('CANDOR', [7_000, 7_000])).drafted).toContain('chunk-1');
});
