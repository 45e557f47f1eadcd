import { describe, expect, it } from 'vitest';
import { uncertainFrom } from '../../src/confidence/score.ts';
import { noSignals } from '../../src/confidence/signals.ts';
import { chooseRuns } from '../../src/learning/feedback/labellingQueue.ts';
import type { RunDigest } from '../../src/learning/runDigest.ts';
import { answered, runLike } from './judged.ts';

const refused = (id: string, confidence: number, question: string, changes: Partial<RunDigest> = {}) =>
  runLike(id, { confidence, question, ...changes });
const idsOf = (runs: readonly RunDigest[], judged: readonly string[] = [], first = 10) =>
  chooseRuns(
    runs,
    judged.map((standalone) => ({ standalone })),
    first,
  ).map(({ run }) => run.id);

describe('the labelling queue', () => {
  it('begins with what is nearest to the gate of its preset, whichever side it is on', () => {
    expect(
      idsOf([
        refused('far', 0.05, 'Who owns the printer?'),
        refused('near', 0.44, 'When does the canteen open?'),
        refused('middle', 0.3, 'Which key fits the shed?'),
      ]),
    ).toEqual(['near', 'middle', 'far']);
    // NAIVE always answers: its gate is at 0.
    expect(
      idsOf([
        refused('naive', 0.4, 'Who owns the printer?', { preset: 'NAIVE' }),
        refused('candor', 0.4, 'When does the canteen open?'),
      ]),
    ).toEqual(['candor', 'naive']);
  });

  it('holds what a calibration decided on against its own gate', () => {
    const runs = [
      refused('shipped', 0.44, 'Who owns the printer?'),
      refused('calibrated', 0.7, 'When does the canteen open?', { calibrationId: 'cal' }),
    ];
    expect(
      chooseRuns(runs, [], 10, ({ calibrationId }) => (calibrationId === 'cal' ? 0.71 : 0.5)).map(({ run }) => run.id),
    ).toEqual(['calibrated', 'shipped']);
  });

  it('takes turns over the ways in which runs end', () => {
    const runs = [
      refused('weak 1', uncertainFrom - 0.01, 'Who owns the printer?'),
      refused('weak 2', uncertainFrom - 0.02, 'When does the canteen open?'),
      refused('weak 3', uncertainFrom - 0.03, 'Which key fits the shed?'),
      runLike('sure', { ...answered, confidence: uncertainFrom + 0.2, question: 'How long is a label valid?' }),
      refused('late', uncertainFrom - 0.1, 'Where is the first-aid box?', { stopReason: 'DEADLINE' }),
    ];
    expect(idsOf(runs)).toEqual(['weak 1', 'late', 'sure', 'weak 2', 'weak 3']);
    expect(idsOf(runs, [], 2)).toEqual(['weak 1', 'late']);
  });

  it('asks once about nearly the same question, of the run nearest to the gate, and counts the others', () => {
    const queue = chooseRuns(
      [
        refused('far', 0.1, 'How do I void a printed label?'),
        refused('near', 0.4, 'How do I void the printed label?'),
        refused('other', 0.1, 'Who owns the printer?'),
      ],
      [],
      10,
    );
    expect(queue.map(({ run, similarCount }) => [run.id, similarCount])).toEqual([
      ['near', 1],
      ['other', 0],
    ]);
  });

  it('tells questions about other codes apart', () => {
    expect(
      idsOf([
        refused('a', 0.4, 'What does the error E1042 of the printer mean?'),
        refused('b', 0.3, 'What does the error E1043 of the printer mean?'),
      ]),
    ).toEqual(['a', 'b']);
  });

  it('leaves out what is judged, what a person wrote and what found nothing', () => {
    expect(
      idsOf(
        [
          refused('judged', 0.4, 'Who owns the printer?'),
          runLike('curated', { ...answered, mode: 'CURATED' }),
          refused('old', 0.4, 'Where is the shed?', { signals: null }),
          refused('nothing', 0, 'Which llama spits?', { signals: noSignals }),
          refused('kept', 0.1, 'When does the canteen open?'),
        ],
        ['Who owns the printer'],
      ),
    ).toEqual(['kept']);
  });
});
