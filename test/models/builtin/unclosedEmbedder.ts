import { openBuiltinEmbedder } from '../../../src/models/providers/builtin/builtinModels.ts';

// Run by builtinEmbedder.test.ts as a process of its own, which must end although nothing is closed.
const embedder = await openBuiltinEmbedder();
const vectors = await embedder.embedDocuments(['one', 'two', 'three', 'four', 'five', 'six']);
process.stdout.write(`${vectors.length} vectors\n`);
