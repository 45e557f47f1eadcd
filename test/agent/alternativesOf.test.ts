import { describe, expect, it } from 'vitest';
import { alternativesOf } from '../../src/agent/evidence/alternatives.ts';
import { noEvidence } from '../../src/agent/state/evidence.ts';
import { notDrafted } from '../../src/agent/state/draft.ts';
import { notJudged } from '../../src/agent/state/judgement.ts';
import { notPlanned } from '../../src/agent/state/plan.ts';
import { nothingFound } from '../../src/agent/state/search.ts';
import type { ResolvedRequest } from '../../src/agent/state/request.ts';
import { scoreConfidence } from '../../src/confidence/score.ts';
import type { FeatureName } from '../../src/grounding/sentences/features.ts';
import type { RankedSentence } from '../../src/grounding/sentences/rankSentences.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { analysed, passage } from '../grounding/passage.ts';
import { readQuestion } from '../../src/retrieval/question/question.ts';

const refused = { type: 'Abstention', tier: 'NO_MATCH', citations: [], reason: 'WEAK_EVIDENCE' } as const;

/** The sentences of some passages with the chooser's log odds of each, by how it begins. */
function stateOf(passages: readonly Passage[], odds: Readonly<Record<string, number>>, similarity = 0.5) {
  const sentences = passages.flatMap(analysed).map((candidate): RankedSentence => {
    const begins = Object.keys(odds).find((words) => candidate.text.startsWith(words));
    const score = begins === undefined ? 0 : (odds[begins] ?? 0);
    const features: Partial<Record<FeatureName, number>> = { similarity };
    const share = begins === undefined ? 0 : Math.exp(score);
    return {
      candidate,
      score,
      share,
      softCoverage: 1,
      ownSimilarity: similarity,
      holdsType: true,
      features,
      answers: 0,
      words: null,
    };
  });
  const total = sentences.reduce((sum, { share }) => sum + share, 0);
  const judged = {
    ...notJudged,
    sentences: sentences
      .map((each) => ({ ...each, share: each.share / total }))
      .toSorted((left, right) => right.share - left.share),
    confidence: scoreConfidence(
      { reader: 0, readerBest: 0, documentShare: 0.8, topSimilarity: 0.5 },
      presets.CANDOR.confidence,
    ),
  };
  return {
    request: { askedAt: new Date('2026-01-01T00:00:00Z') } as ResolvedRequest,
    planned: notPlanned,
    found: { ...nothingFound, evidence: { ...noEvidence, passages, query: readQuestion('can i pay by card on file') } },
    judged,
    drafted: notDrafted,
  };
}

describe('an alternative', () => {
  const payment = passage('Open Billing and choose a method. Only the Owner can do this. Fees are due in May.');

  it('opens at its best sentence', () => {
    const [first] = alternativesOf(stateOf([payment], { Fees: 6, Open: 5 }), refused);
    expect(first?.sentence).toBe('Fees are due in May.');
  });

  it('opens with the sentence that its best one leans on', () => {
    const [first] = alternativesOf(stateOf([payment], { Only: 6, Open: 4 }), refused);
    expect(first?.sentence).toBe('Open Billing and choose a method. Only the Owner can do this.');
    expect(first?.spans.map(({ start, end }) => payment.text.slice(start, end))).toEqual([
      'Open Billing and choose a method.',
      'Only the Owner can do this.',
    ]);
  });

  it('shows the row of a table in words, and says where it stands', () => {
    const table = passage('Property: Names; Letters: 120; Lines: 2\nProperty: Notes; Letters: 900; Lines: 9');
    const [first] = alternativesOf(stateOf([table], { 'Property: Notes': 6 }), refused);
    expect(first?.sentence).toBe('Notes: Letters 900, Lines 9');
    expect(first?.spans.map(({ start, end }) => table.text.slice(start, end))).toEqual([
      'Property: Notes; Letters: 900; Lines: 9',
    ]);
  });

  it('is none where nothing comes near what is asked', () => {
    expect(alternativesOf(stateOf([payment], { Only: 0.5 }, 0.1), refused)).toEqual([]);
    expect(alternativesOf(stateOf([payment], { Only: 6 }), refused)).toHaveLength(1);
  });
});
