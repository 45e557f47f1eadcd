import { inject } from 'vitest';
import '../setup/provided.ts';

/** How many cases a property draws: a tenth of them, ten at least, while a person waits; all with CANDOR_TEST_DRAWS=many, as before a release and for mutants. The seed is one, so the few are the first of the many. */
export function cases(many: number): number {
  return inject('draws') === 'few' ? Math.min(many, Math.max(10, Math.round(many / 10))) : many;
}

/** What a test draws or plays: `few` by day, `many` before a release, which runs the slow tier whole once more. */
export function drawn<Amount>(few: Amount, many: Amount): Amount {
  return inject('draws') === 'few' ? few : many;
}
