import type { ConfidenceSignals, SignalName } from '../src/confidence/signals.ts';

/**
 * Turns signals into the columns of a regression. One that was not measured counts as the lowest that was: nothing was
 * found, or nothing worth a reading.
 */
export function signalColumns(
  all: readonly ConfidenceSignals[],
  names: readonly SignalName[],
): (signals: ConfidenceSignals) => number[] {
  const lowest = names.map((name) => Math.min(...all.flatMap((signals) => signals[name] ?? [])));
  return (signals) =>
    names.map((name, column) => {
      const least = lowest[column] ?? 0;
      return signals[name] ?? (Number.isFinite(least) ? least : 0);
    });
}
