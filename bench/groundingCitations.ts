import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from '../src/stats.ts';
import { candidatesOf } from '../src/grounding/sentences/candidates.ts';
import { chooseSentences } from '../src/grounding/sentences/chooseSentences.ts';
import { composeAnswer, type ComposedAnswer } from '../src/grounding/claims/composeAnswer.ts';
import type { AnalysedCandidate } from '../src/grounding/sentences/features.ts';
import { rankSentences } from '../src/grounding/sentences/rankSentences.ts';
import { verifyClaim } from '../src/grounding/claims/verifyClaim.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { pick, type Random } from './groundingMutation.ts';
import { evalFolder, readDocuments, type BenchDocument } from './groundingTexts.ts';
import { readQuestion } from '../src/retrieval/question/question.ts';

/**
 * Damage that texts suffer in transit: decomposed accents, emoji, Windows line ends, direction marks, ligatures,
 * full-width forms.
 */
const damages: readonly ((text: string) => string)[] = [
  (text) => text.normalize('NFD'),
  (text) => text.replaceAll(/([.,]) /g, '$1 👩🏽‍🚀 '),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll(/(\p{L}{5,}) /gu, '\u202B$1\u202C שלום '),
  (text) => text.replaceAll('fi', 'ﬁ').replaceAll('fl', 'ﬂ').replaceAll('ff', 'ﬀ').replaceAll('...', '…'),
  (text) =>
    text.replaceAll(/[aeo](?=[lnr])/g, (letter) => `${letter}\u0301\u0323`).replaceAll(/ (?=\p{Lu})/gu, '\u00A0\u2009'),
  (text) =>
    text
      .replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
      .replaceAll("'", '’')
      .replaceAll('-', '–'),
  (text) => text.replaceAll(/(\p{L}{4})(\p{L}{4})/gu, '$1\u00AD$2').replaceAll(/ (\p{Ll})/gu, ' \u{1D4D0}$1'),
];

/**
 * How a writer copies a quote: verbatim, composed, in compatibility forms, with plain punctuation, with other blanks.
 */
const copies: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.normalize('NFC'),
  (text) => text.normalize('NFD'),
  (text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/[–—]/g, '-'),
  (text) => text.replaceAll(' ', '  '),
];

/** Every corpus of the evaluation sets, in all its languages, and damaged copies of some documents of each. */
export async function readEverything(perDamaged: number): Promise<BenchDocument[]> {
  const folders = await readdir(evalFolder, { withFileTypes: true }).catch(() => []);
  const found: BenchDocument[] = [];
  for (const folder of folders.filter((entry) => entry.isDirectory())) {
    const files = (await readdir(join(evalFolder, folder.name))).filter((name) => /^corpus.*\.jsonl$/.test(name));
    for (const file of files) {
      const path = join(evalFolder, folder.name, file);
      found.push(
        ...(await readDocuments(`${folder.name}/${file}`, path)),
        ...(await readDocuments(`${folder.name}/${file} damaged`, path, perDamaged, damaged)),
      );
    }
  }
  return found;
}

function damaged(input: DocumentInput): DocumentInput {
  const way =
    damages[Array.from(input.key).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % damages.length];
  return input.text === undefined || !way ? input : { ...input, text: way(input.text) };
}

export interface CitationCount {
  readonly citations: number;
  /** Claims that equal their quote and were still refused. */
  readonly refused: number;
  readonly claims: number;
  readonly passages: number;
  /** The fault of each bad citation, with an example. */
  readonly failures: readonly string[];
  readonly refusals: readonly string[];
}

/**
 * Composes answers from chosen sentences, passage by passage, until there are `wanted` citations, and checks each
 * against its document.
 */
export function generateCitations(documents: readonly BenchDocument[], wanted: number, seed: number): CitationCount {
  const random = createRandom(seed);
  const passages = documents.flatMap((document) => document.passages.map((passage) => ({ document, passage })));
  const analysed = new Map<Passage, AnalysedCandidate[]>();
  const count = { citations: 0, refused: 0, claims: 0, passages: passages.length };
  const failures: string[] = [];
  const refusals: string[] = [];
  for (let turn = 0; count.citations < wanted && turn < 20 * wanted; turn += 1) {
    const at = passages[turn % passages.length];
    if (!at) break;
    const read = [at.passage, pick(at.document.passages, random) ?? at.passage].filter(
      (one, position, all) => all.indexOf(one) === position,
    );
    const answer = compose(
      read,
      read.flatMap((passage) => candidates(passage, analysed)),
      random,
    );
    count.citations += answer.citations.length;
    count.claims += answer.verification.claimCount;
    count.refused += answer.droppedClaims.length;
    refusals.push(
      ...answer.droppedClaims.map(
        ({ text, reason }) => `${at.document.set} ${at.document.key}: ${reason}: ${JSON.stringify(text)}`,
      ),
    );
    failures.push(...answer.citations.flatMap((_citation, position) => problemOf(answer, position, at.document, read)));
  }
  return { ...count, failures, refusals };
}

function candidates(passage: Passage, analysed: Map<Passage, AnalysedCandidate[]>): AnalysedCandidate[] {
  const known =
    analysed.get(passage) ??
    candidatesOf(passage).map((candidate) => ({
      ...candidate,
      lexemes: lexemes(candidate.text),
      contextLexemes: lexemes(candidate.context),
    }));
  analysed.set(passage, known);
  return known;
}

const lexemes = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? [];

/** Composes an answer to a question made of words from three sentences. */
function compose(read: readonly Passage[], all: readonly AnalysedCandidate[], random: Random): ComposedAnswer {
  const asked = [1, 2, 3].map(() => pick(pick(all, random)?.lexemes ?? [], random));
  const idf = new Map(asked.flatMap((lexeme) => (lexeme === undefined ? [] : [[lexeme, 1 + random()] as const])));
  const chosen = chooseSentences(rankSentences(all, { idf, asked: readQuestion('') }), readQuestion(''));
  const drafts = chosen.map(({ candidate }) => ({
    text: candidate.text,
    chunkId: candidate.passage.chunkId,
    quote: (pick(copies, random) ?? String)(candidate.text),
  }));
  return composeAnswer(
    drafts.map((draft) => verifyClaim(draft, read)),
    new Date('2026-01-01T00:00:00Z'),
  );
}

function problemOf(
  answer: ComposedAnswer,
  position: number,
  document: BenchDocument,
  read: readonly Passage[],
): string[] {
  const citation = answer.citations[position];
  const passage = read.find(({ chunkId }) => chunkId === citation?.chunkId);
  if (!citation || !passage || citation.versionId !== passage.versionId)
    return [`${document.key}: the pointer leads nowhere`];
  const { start, end } = citation.sourceSpan;
  const problems = [
    document.text.slice(start, end) === citation.quote ? '' : 'the quote is not what stands at its span',
    start >= passage.sourceSpan.start && end <= passage.sourceSpan.end ? '' : 'the span leaves its passage',
    citation.quote.isWellFormed() && citation.quote.trim() !== '' ? '' : 'the quote is cut inside a character',
    answer.claims.some(
      ({ citationNumbers, answerSpan, text }) =>
        citationNumbers.includes(citation.number) && answer.text.slice(answerSpan.start, answerSpan.end) === text,
    )
      ? ''
      : 'no claim of the answer stands at its place',
  ];
  return problems
    .filter(Boolean)
    .map((problem) => `${document.set} ${document.key}: ${problem}: ${JSON.stringify(citation.quote)}`);
}
