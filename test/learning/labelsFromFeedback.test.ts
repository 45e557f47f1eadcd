import { describe, expect, it } from 'vitest';
import { noSignals } from '../../src/confidence/signals.ts';
import { type Feedback, toLabels } from '../../src/learning/feedback/feedback.ts';
import type { RunDigest } from '../../src/learning/runDigest.ts';
import { answered, judged, runLike, said } from './judged.ts';

const scope = { preset: 'CANDOR', embedder: 'fake' };
const place = (chunkId: string) => ({ chunkId, documentId: 'd1', documentKey: 'd1.md', sentence: 'It is.' });
const labelOf = (run: Partial<RunDigest>, ...feedback: Feedback[]) =>
  toLabels([judged(runLike('r', run), ...feedback)], scope).labels[0];

describe('whether an answer is right, or would have been', () => {
  it.each([
    ['an answer that is right', answered, [said('CORRECT')], true],
    ['an answer that is wrong', answered, [said('WRONG')], false],
    ['an answer that leaves something out', answered, [said('INCOMPLETE')], false],
    ['an answer where there is none', answered, [said('SHOULD_HAVE_REFUSED')], false],
    ['a refusal that is right: its answer would have been wrong', {}, [said('CORRECT')], false],
    [
      'a refusal of what its best document tells',
      {},
      [said('SHOULD_HAVE_ANSWERED', { documentIds: ['d9', 'd1'] })],
      true,
    ],
    ['a refusal of what another document tells', {}, [said('SHOULD_HAVE_ANSWERED', { documentIds: ['d9'] })], false],
    [
      'a refusal of what its likeliest passage tells',
      { alternatives: [place('p'), place('q')] },
      [said('SHOULD_HAVE_ANSWERED', { passageId: 'p', documentIds: ['d9'] })],
      true,
    ],
    [
      'a refusal of what another passage of its best document tells',
      { alternatives: [place('p'), place('q')] },
      [said('SHOULD_HAVE_ANSWERED', { passageId: 'q', documentIds: ['d1'] })],
      false,
    ],
    ['a refusal of what nobody says where it is', {}, [said('SHOULD_HAVE_ANSWERED')], false],
    [
      'a question back that was needless',
      { outcome: 'CLARIFICATION' },
      [said('SHOULD_HAVE_ANSWERED', { documentIds: ['d1'] })],
      true,
    ],
    ['two against one', answered, [said('WRONG'), said('CORRECT'), said('CORRECT')], true],
    ['two kinds of wrong against one', answered, [said('WRONG'), said('CORRECT'), said('INCOMPLETE')], false],
    [
      'a minority that names the best document',
      {},
      [said('SHOULD_HAVE_ANSWERED', { documentIds: ['d1'] }), said('CORRECT'), said('CORRECT')],
      false,
    ],
  ] as const)('%s', (_name, run, feedback, right) => {
    expect(labelOf(run, ...feedback)?.right).toBe(right);
  });
});

describe('a label', () => {
  it.each([
    ['MISSING_FACT', true],
    ['OTHER_TIME', true],
    ['OTHER_POLARITY', true],
    ['OPPOSITE', true],
    ['WEAK', false],
    ['NONE', false],
    ['UNKNOWN_WORDS', false],
    ['SEVERAL_FACTS', false],
  ] as const)('of a run that ended with the gap %s is vetoed: %s', (gap, vetoed) => {
    expect(labelOf({ reflection: { gap, requirements: [] } }, said('CORRECT'))?.vetoed).toBe(vetoed);
  });

  it('has the signals and the language of its run', () => {
    const run = runLike('r', { language: 'de' });
    expect(labelOf({ language: 'de' }, said('CORRECT'))).toMatchObject({
      language: 'de',
      signals: run.signals,
      vetoed: false,
    });
  });

  it('is left out, and counted, where nothing can be learned', () => {
    const { labels, leftOut } = toLabels(
      [
        judged(runLike('kept', answered), said('CORRECT')),
        judged(runLike('tied', answered), said('CORRECT'), said('WRONG')),
        judged(runLike('curated', { ...answered, mode: 'CURATED' }), said('CORRECT')),
        judged(runLike('preset', { ...answered, preset: 'NAIVE' }), said('CORRECT')),
        judged(runLike('embedder', { ...answered, embedder: 'another' }), said('CORRECT')),
        judged(runLike('old', { ...answered, signals: null }), said('CORRECT')),
        judged(runLike('nothing', { signals: noSignals }), said('CORRECT')),
      ],
      scope,
    );
    expect(labels).toHaveLength(1);
    expect(leftOut).toEqual({ tied: 1, curated: 1, otherScope: 2, withoutSignals: 2 });
  });
});

describe('families', () => {
  const source = (documentId: string) => [{ documentId, documentKey: documentId }];
  const familiesOf = (runs: readonly RunDigest[]) =>
    toLabels(
      runs.map((run) => judged(run, said('CORRECT'))),
      scope,
    ).labels.map(({ family }) => family);

  it('hold what shares a question or the best document, also through others', () => {
    const [first, again, other, apart] = familiesOf([
      runLike('1', { question: 'How long is a label valid?', sources: source('a') }),
      runLike('2', { question: 'how long is a LABEL valid', sources: source('b') }),
      runLike('3', { question: 'Who prints labels?', sources: source('b') }),
      runLike('4', { question: 'Who cleans the office?', sources: source('c') }),
    ]);
    expect(again).toBe(first);
    expect(other).toBe(first);
    expect(apart).not.toBe(first);
  });

  it('do not join runs that read nothing', () => {
    expect(new Set(familiesOf([runLike('1', { sources: [] }), runLike('2', { sources: [] })])).size).toBe(2);
  });
});
