import type { Evidence } from '../../src/grounding/checks/verdict.ts';
import { candidatesOf } from '../../src/grounding/sentences/candidates.ts';
import type { AnalysedCandidate } from '../../src/grounding/sentences/features.ts';
import type { RankedSentence } from '../../src/grounding/sentences/rankSentences.ts';
import type { Passage } from '../../src/retrieval/passage.ts';

const nothing = { rank: null, rawScore: null, contribution: 0 };

/** A passage whose text begins at `start` of its version. */
export function passage(text: string, more: Partial<Passage> = {}, start = 100): Passage {
  return {
    chunkId: 'chunk-1',
    documentId: 'document-1',
    documentKey: 'one.md',
    documentTitle: 'Rental terms',
    versionId: 'version-1',
    versionNumber: 1,
    url: null,
    effectiveFrom: new Date('2025-01-01T00:00:00Z'),
    effectiveUntil: null,
    supersededBy: null,
    trust: 'NORMAL',
    layout: 'CERTAIN',
    documentCreatedAt: new Date('2025-01-01T00:00:00Z'),
    updatedAt: new Date('2025-01-01T00:00:00Z'),
    text,
    sourceSpan: { start, end: start + text.length },
    sectionPath: ['Cancelling'],
    rank: 1,
    score: 1,
    coverage: 1,
    windows: [],
    trace: { vector: nothing, keyword: nothing, adjustments: [], rerank: null },
    duplicateGroup: null,
    duplicates: [],
    ...more,
  };
}

/** A quote that is its own sentence, below these headings. */
export const told = (quote: string, around: readonly string[] = [], within = quote): Evidence => ({
  quote,
  sentence: quote,
  lead: '',
  around,
  passage: within,
});

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

/** The candidates of a passage, with their words as lexemes. */
export function analysed(source: Passage): AnalysedCandidate[] {
  return candidatesOf(source).map((candidate) => ({
    ...candidate,
    lexemes: wordsOf(candidate.text),
    contextLexemes: wordsOf(candidate.context),
  }));
}

/** A sentence as `rankSentences` would give it, with its words as lexemes. */
export function ranked(text: string, documentId: string, softCoverage = 1): RankedSentence {
  const source = passage(text, { documentId, versionId: `${documentId}-v1`, chunkId: `${documentId}-c1` });
  const candidate: AnalysedCandidate = {
    passage: source,
    ordinal: 0,
    text,
    sourceSpan: source.sourceSpan,
    context: '',
    headings: [],
    isLead: false,
    before: null,
    lexemes: wordsOf(text),
    contextLexemes: [],
  };
  return {
    candidate,
    score: 1,
    share: 1,
    softCoverage,
    features: {},
    ownSimilarity: null,
    holdsType: true,
    answers: null,
    words: null,
  };
}
