import type { FormatCase } from './formatCase.ts';
import { officeCases } from './officeCases.ts';
import { pdfCases } from './pdfCases.ts';

export const allCases: readonly FormatCase[] = [...officeCases, ...pdfCases];
