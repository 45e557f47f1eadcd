import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { openChatReader } from '../../src/models/chatJudges.ts';
import { asked, obliging, openMatrix, type Asker, type Matrix } from './matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(() => matrix.close());
beforeEach(() => {
  matrix.begin();
});

const about = [
  { role: 'USER' as const, text: 'How much does theft insurance cost a day?' },
  { role: 'ASSISTANT' as const, text: 'Theft insurance costs 3 euros a day.' },
];

describe('calls of the chat model', () => {
  test.each<[string, string, Partial<AskRequest>, Asker[], string]>([
    ['a look-up above the gate', asked.confident, {}, ['write'], 'Answer'],
    ['an uncertain one', asked.uncertain, {}, ['write'], 'Answer'],
    ['far below the gate', asked.refused, {}, [], 'Abstention'],
    ['with a condition that no document meets', asked.hopeful, {}, [], 'Abstention'],
    ['the same, three rounds', asked.hopeful, { budget: { maxRounds: 3 } }, [], 'Abstention'],
    ['small talk', asked.smallTalk, {}, [], 'Clarification'],
    ['a curated answer', asked.curated, {}, [], 'Answer'],
    ['out of scope', asked.outOfScope, {}, [], 'Abstention'],
    ['nothing that any document knows', asked.nonsense, {}, [], 'Clarification'],
    ['a word that nothing explains', 'Where is it?', {}, [], 'Clarification'],
    ['outdated', asked.stale, {}, [], 'Abstention'],
    ['a contradiction, where that is refused', asked.conflict, { preset: 'AGENTIC' }, [], 'Abstention'],
    ['joined, parted by rules', asked.joined, {}, ['write'], 'Answer'],
    ['joined, which rules cannot part', asked.unparted, { budget: { maxRounds: 1 } }, ['plan', 'write'], 'Answer'],
    ['a comparison, which rules cannot part', asked.comparison, {}, ['plan', 'write'], 'Answer'],
    ['a follow-up', 'And what does it cost?', { history: about }, ['standalone', 'write'], 'Answer'],
    ['a few words in a conversation', asked.followUp, { history: about }, ['standalone', 'write'], 'Answer'],
    ['thanks in a conversation', 'thanks', { history: about }, [], 'Clarification'],
    ['refused in a language of the catalogue', asked.refused, { language: 'de' }, [], 'Abstention'],
    ['refused in another', asked.refused, { language: 'fi' }, [], 'Abstention'],
    ['a recipe that never writes', asked.confident, { preset: 'CONSENSUS' }, [], 'Answer'],
    ['a recipe that writes', asked.confident, { preset: 'FILTERED_RRF' }, ['write'], 'Answer'],
    ['no tokens', asked.uncertain, { budget: { maxTokens: 0 } }, [], 'Answer'],
  ])('%s', async (_kind, question, request, askers, type) => {
    matrix.script = obliging;
    const { outcome } = await matrix.run(question, request, { chat: matrix.chat });
    expect(matrix.askers()).toEqual(askers);
    expect(outcome).toMatchObject({ type, degraded: [], usage: { modelCalls: askers.length } });
  });
});

describe('calls of a chat model that is the reader, too', () => {
  test.each<[string, string, Partial<AskRequest>, Asker[], string]>([
    ['a look-up: one call does both', asked.confident, {}, ['write'], 'Answer'],
    ['parts of a question', asked.joined, {}, ['write'], 'Answer'],
    ['what is not so, and is refused whatever was read', asked.hopeful, { budget: { maxRounds: 1 } }, [], 'Abstention'],
    ['hopeless', asked.refused, {}, [], 'Abstention'],
    ['nothing that any document knows', asked.nonsense, {}, [], 'Clarification'],
    ['a curated answer', asked.curated, {}, [], 'Answer'],
    ['a recipe that reads nothing', asked.confident, { preset: 'FILTERED_RRF' }, ['write'], 'Answer'],
    ['no tokens', asked.confident, { budget: { maxTokens: 0 } }, [], 'Answer'],
  ])('%s', async (_kind, question, request, askers, type) => {
    matrix.script = obliging;
    const { outcome } = await matrix.run(question, request, { chat: matrix.chat, reader: openChatReader(matrix.chat) });
    expect(matrix.askers()).toEqual(askers);
    expect(outcome).toMatchObject({ type, degraded: [], usage: { modelCalls: askers.length } });
  });
});
