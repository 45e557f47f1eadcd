import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { featureNames, type FeatureRow } from '../../src/grounding/sentences/features.ts';

/** A sentence that the chooser compared. */
export interface FitSentence {
  /** Whether it holds the answer, by the author of the question. */
  readonly isRight: boolean;
  /** Of a passage and a document, within the question. */
  readonly passage: number;
  readonly document: number;
  readonly features: FeatureRow;
}

/** A question with the sentences that were compared for it, as the product found and read them. */
export interface FitQuestion {
  readonly set: string;
  readonly isAnswerable: boolean;
  readonly sentences: readonly FitSentence[];
}

/** One line a question; each row has isRight, passage and document before the features. */
interface Line {
  readonly set: string;
  readonly answerable: boolean;
  readonly rows: readonly (readonly number[])[];
}

/** Weighed by reasoning alone: a file that was collected before they were thought of needs no column for them. */
const notLearned: ReadonlySet<string> = new Set<string>(['headed', 'cellAsked', 'given', 'elsewhere', 'earlier']);

/** Digits behind the point: more change no fit. */
const digits = 3;

/** @returns the SHA-256 of the file's content, in hexadecimal */
export function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Reads a file of features. @throws Error if it has other features than the product */
export function readFeatures(file: string): FitQuestion[] {
  const [head = '', ...lines] = brotliDecompressSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  const { features } = JSON.parse(head) as { readonly features: readonly string[] };
  const columns = featureNames.map((name) => features.indexOf(name));
  const missing = featureNames.filter((name, index) => columns[index] === -1 && !notLearned.has(name));
  if (missing.length > 0)
    throw new Error(`${file} lacks the features ${missing.join(', ')}: collect it anew with \`npm run fit collect\`.`);
  return lines.map((line) => {
    const { set, answerable, rows } = JSON.parse(line) as Line;
    return {
      set,
      isAnswerable: answerable,
      sentences: rows.map(([right = 0, passage = 0, document = 0, ...values]) => ({
        isRight: right === 1,
        passage,
        document,
        features: Object.fromEntries(
          featureNames.map((name, index) => [name, values[columns[index] ?? -1] ?? 0]),
        ) as FeatureRow,
      })),
    };
  });
}

export function writeFeatures(file: string, questions: readonly FitQuestion[]): void {
  const lines = questions.map(({ set, isAnswerable, sentences }) =>
    JSON.stringify({
      set,
      answerable: isAnswerable,
      rows: sentences.map(({ isRight, passage, document, features }) => [
        Number(isRight),
        passage,
        document,
        ...featureNames.map((name) => Number(features[name].toFixed(digits))),
      ]),
    } satisfies Line),
  );
  const text = [JSON.stringify({ features: featureNames }), ...lines, ''].join('\n');
  writeFileSync(file, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
