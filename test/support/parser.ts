import { parse } from '../../src/knowledge/formats/parse.ts';

/** The product's parsers in the calling thread: the thread of its own has tests of its own. */
export const inlineParser = { parse };
