import { lines, pdfOf, type Placed } from '../support/documents.ts';
import type { FormatCase } from './formatCase.ts';

/** Lines torn apart where nothing tells a column. */
export const tornLines: readonly Placed[] = [
  'North wing keys|Ask the porter at gate one',
  'East wing keys and cards|The desk has them',
  'All other keys|Write to the office first of all',
  'Lost keys|Pay for them',
].flatMap((line, index): Placed[] => {
  const [left = '', right = ''] = line.split('|');
  const y = 700 - index * 16;
  return [
    { text: left, x: 60, y },
    { text: right, x: 250 + ((index * 37) % 90), y },
  ];
});
const over = ['first line of words', 'second line of words', 'third line of words', 'fourth line of words'].flatMap(
  (text, index): Placed[] => [
    { text, x: 60, y: 700 - index * 20 },
    { text: text.toUpperCase(), x: 66, y: 702 - index * 20 },
  ],
);
const picture: Placed = { x: 50, y: 300, width: 400, height: 400, picture: true };

export const pdfCases: readonly FormatCase[] = [
  { name: 'pictures.pdf', build: () => pdfOf([lines(['It is hot.']), [picture], [picture], []]) },
  {
    name: 'white.pdf',
    build: () => pdfOf([[...lines(['It is hot.']), { text: 'hidden words', x: 60, y: 500, grey: 1 }]]),
  },
  {
    name: 'hyphens.pdf',
    build: () => pdfOf([lines(['The instal-', 'lation takes a day and is free of', 'charge for all.'])]),
  },
  { name: 'drawnOver.pdf', build: () => pdfOf([over]) },
  { name: 'torn.pdf', build: () => pdfOf([tornLines]) },
];
