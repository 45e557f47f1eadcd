import { readdirSync, readFileSync } from 'node:fs';
import type { FormatCase } from './formatCase.ts';
import { moreOfficeCases } from './moreOfficeCases.ts';
import { officeCases } from './officeCases.ts';
import { pdfCases } from './pdfCases.ts';
import { wordCases } from './wordCases.ts';

const folder = new URL('files/', import.meta.url);

/** What is kept as a file: printed by `printPages.ts`, or written by hand. */
const keptCases: readonly FormatCase[] = readdirSync(folder)
  .sort()
  .map((name) => ({ name, build: () => readFileSync(new URL(name, folder)) }));

export const allCases: readonly FormatCase[] = [
  ...officeCases,
  ...wordCases,
  ...moreOfficeCases,
  ...pdfCases,
  ...keptCases,
];
