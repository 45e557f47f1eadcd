import { candor, linear, type Coefficients } from '../src/confidence/score.ts';
import type { RecordedSignals } from '../src/evaluation/run/runRecord.ts';

const names = Object.keys(candor).filter(
  (name): name is Exclude<keyof Coefficients, 'intercept'> => name !== 'intercept',
);
const nothing: Coefficients = { ...candor, intercept: 0, ...Object.fromEntries(names.map((name) => [name, 0])) };

/**
 * The signals as numbers, in the units in which src/confidence/score.ts weighs them; a signal without a value counts as
 * it does there.
 */
export const signalReaders: Readonly<Record<string, (signals: RecordedSignals) => number>> = Object.fromEntries(
  names.map((name) => [name, (signals: RecordedSignals) => linear(signals, { ...nothing, [name]: 1 })]),
);
