import { afterAll, beforeAll, expect, it } from 'vitest';
import { noEvidence } from '../../src/agent/state/evidence.ts';
import { passagesRead, readEvidence } from '../../src/agent/evidence/readEvidence.ts';
import { readFurther } from '../../src/agent/evidence/readFurther.ts';
import { rankEvidence } from '../../src/agent/evidence/sentenceEvidence.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import { checkRequest, withSettings } from '../../src/agent/resolveRequest.ts';
import { scoreConfidence } from '../../src/confidence/score.ts';
import { silentLog } from '../../src/log.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { notJudged } from '../../src/agent/state/judgement.ts';
import { nothingFound } from '../../src/agent/state/search.ts';
import type { RankedSentence } from '../../src/grounding/sentences/rankSentences.ts';
import { nothingSpent } from '../../src/agent/state/spent.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { openTestReader } from '../support/testReader.ts';
import { passage } from '../grounding/passage.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const question = 'how long can an import be undone';
const texts = [
  'Products come in by a file.',
  'An export is kept for 30 days.',
  'Orders are packed by noon.',
  'A return is free.',
  'The shop opens at eight.',
  'An import can be undone for 72 hours.',
  'Gift cards never end.',
];
const passages = texts.map((text, at) =>
  passage(text, { chunkId: `c${at}`, documentId: `d${at}`, versionId: `v${at}`, rank: at + 1 }),
);
const means = { signal: undefined, deadline: new AbortController().signal, millisLeft: 20_000 };
let opened: OpenTestDatabase;
let parts: AgentParts;
let state: Parameters<typeof readFurther>[1];

beforeAll(async () => {
  opened = await openTestDatabase();
  const workspaceId = await newWorkspace(opened.database);
  const [embedder, reader] = [await openTestEmbedder(), await openTestReader()];
  parts = {
    database: opened.database,
    embedder,
    reader,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: () => Promise.resolve(),
  };
  const request = withSettings(checkRequest({ workspaceId, accessGroups: null }, { question }));
  const asked = readQuestion(question, { language: 'en' });
  const evidence = { ...noEvidence, passages, query: asked };
  const reading = await readEvidence(parts, evidence, {
    ...means,
    ...request,
    writes: false,
    spent: nothingSpent,
  });
  const sentences = await rankEvidence(parts, workspaceId, evidence, reading, { signal: undefined });
  const confidence = scoreConfidence({ reader: -3, topSimilarity: 0.4 }, presets.CANDOR.confidence);
  state = { request, found: { ...nothingFound, evidence }, judged: { ...notJudged, sentences, confidence } };
});
afterAll(() => opened.close());

const idsOf = (sentences: readonly RankedSentence[]) =>
  new Set(sentences.map(({ candidate }) => candidate.passage.chunkId));

it('a refusal looks behind the passages that were read, on the scale of those', async () => {
  expect(idsOf(state.judged.sentences).size).toBe(passagesRead);
  const further = await readFurther(parts, state, means);
  expect(idsOf(further).size).toBe(texts.length);
  expect(further[0]?.candidate).toMatchObject({ text: texts[5], passage: { chunkId: 'c5', rank: 6 } });
  expect(further.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

it('without a reader, or out of time, it has what was compared', async () => {
  expect(await readFurther({ ...parts, reader: null }, state, means)).toBe(state.judged.sentences);
  expect(await readFurther(parts, state, { ...means, millisLeft: 0 })).toBe(state.judged.sentences);
});

it('what an earlier edition says of what was compared is not found again', async () => {
  const heading = 'Imports';
  const evidence = {
    ...state.found.evidence,
    passages: state.found.evidence.passages.map((each) =>
      each.chunkId === 'c5' ? { ...each, sectionPath: [heading], supersededBy: 'new.md' } : each,
    ),
  };
  const sentences = state.judged.sentences.map((each) => {
    const { candidate } = each;
    if (candidate.passage.chunkId !== 'c0') return each;
    const source = { ...candidate.passage, documentKey: 'new.md' };
    return { ...each, candidate: { ...candidate, headings: [...candidate.headings, heading], passage: source } };
  });
  const later = { ...state, found: { ...state.found, evidence }, judged: { ...state.judged, sentences } };
  const further = idsOf(await readFurther(parts, later, means));
  expect([further.has('c5'), further.has('c6')]).toEqual([false, true]);
});
