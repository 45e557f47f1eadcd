/**
 * Writes the canonical text of each file of this folder beside the others in `expected`, for a person to read before it is committed:
 *
 *   npx tsx test/formats/writeExpected.ts [NAME…]
 */
import { writeFile } from 'node:fs/promises';
import { allCases } from './allCases.ts';
import { expectedFile, parseCase, shownParse } from './formatCase.ts';

const names = new Set(process.argv.slice(2));
for (const given of allCases.filter(({ name }) => names.size === 0 || names.has(name)))
  await writeFile(expectedFile(given), shownParse(await parseCase(given)));
