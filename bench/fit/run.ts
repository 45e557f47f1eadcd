/**
 * Fits what is learned, or one of its steps.
 *
 *   npm run fit [-- FLAGS]            the models of weights/answers (fit.ts)
 *   npm run fit collect [-- FLAGS]    the features that they are learned from (collect.ts)
 *   npm run fit meant [-- FLAGS]      the kind without a reader, by the embedder of many languages (meant.ts)
 *   npm run fit alternatives | topic | floors [-- FLAGS]
 *   npm run fit voids [-- --write]    which lines void what stands around them (voids.ts)
 */
const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  alternatives: () => import('./alternatives.ts'),
  collect: () => import('./collect.ts'),
  floors: () => import('./floors.ts'),
  meant: () => import('./meant.ts'),
  topic: () => import('./topic.ts'),
  voids: () => import('./voids.ts'),
};

const name = process.argv[2] ?? '';
const step = steps[name];
if (step) process.argv.splice(2, 1);
else if (name !== '' && !name.startsWith('-')) throw new Error(`"${name}" is none of ${Object.keys(steps).join(', ')}`);
await(step ?? (() => import('./fit.ts')))();
