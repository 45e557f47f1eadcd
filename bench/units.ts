/**
 * Measures how much of a source an answer should quote: for each kind of question, the share of answers that contain
 * the expected words against their length, with the gate open.
 *
 *   npm run bench units -- [SETS_FOLDER] [--sets golden,people,knative-users] [--limit 150] [--gated] [--list]
 *
 * Columns: the first sentence, the first two, the answer as given, the block (paragraph, list, rows) of the first
 * sentence if it has at most 80 words, the answer with that block, and the section of the first sentence up to 160
 * words. Below them: how often the words of `shortAnswer` are the expected ones, and how many numbered procedures are
 * quoted in full. `--gated` leaves out what the gate would refuse. `--list` prints what stands behind each first
 * sentence, for a person to judge.
 */
import { parseArgs } from 'node:util';
import type { Answer } from '../src/agent/state/outcome.ts';
import { contains, holdsAnswer, yardstickOf } from '../src/evaluation/judge.ts';
import type { SetQuestion } from '../src/evaluation/question.ts';
import type { Span } from '../src/knowledge/document.ts';
import { presets } from '../src/retrieval/presets.ts';
import { askSet, type SetAnswer } from './askSet.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: 'golden,people,knative-users' },
    limit: { type: 'string', default: '150' },
    gated: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const root = positionals[0] ?? '../shared/eval';
Object.assign(presets.CANDOR, { gate: 'ALWAYS', refines: false });

const longestBlock = 80;
const longestSection = 160;
const step = /^\s*\d+[.)] +/m;
const units: Readonly<Record<string, (given: SetAnswer) => string>> = {
  first: ({ answer }) => answer.citations[0]?.quote ?? '',
  two: ({ answer }) => quotes(answer).slice(0, 2).join('\n'),
  given: ({ answer }) => answer.text,
  block: (given) => blockOfFirst(given),
  'given + block': (given) => `${given.answer.text}\n${blockOfFirst(given)}`,
  section: (given) => sectionOfFirst(given),
};

for (const name of values.sets.split(',')) {
  const answers = (await askSet(name, root, Number(values.limit), askedFor)).filter(
    ({ question, answer }) => yardstickOf(question) !== 'CITATION' && (!values.gated || answer.tier !== 'NO_MATCH'),
  );
  process.stdout.write(
    `\n${name}: ${answers.length} answers to answerable questions\n${row('', Object.keys(units))}\n`,
  );
  const kinds = [...new Set(answers.map(({ question }) => question.type))].toSorted();
  for (const kind of ['all', ...kinds]) {
    const members = answers.filter(({ question }) => kind === 'all' || question.type === kind);
    process.stdout.write(
      `${row(
        `${kind} (${members.length})`,
        Object.values(units).map((unit) => cell(members, unit)),
      )}\n`,
    );
  }
  process.stdout.write(`${shortLine(answers)}\n${procedureLine(answers)}\n${secondLine(answers)}\n`);
  if (values.list)
    process.stdout.write(
      answers
        .flatMap(({ question, answer }) =>
          answer.claims.length > 1
            ? [
                `${question.question}\n${answer.claims.map(({ text }, position) => `  ${position + 1} ${text}\n`).join('')}`,
              ]
            : [],
        )
        .join(''),
    );
}

function askedFor({ expected, answerable, corpusDocIds, corpusFile }: SetQuestion): boolean {
  return answerable && (expected === 'answer' || expected === 'answer-partly') && !corpusDocIds && !corpusFile;
}

function quotes({ citations }: Answer): string[] {
  return citations.map(({ quote }) => quote);
}

/** The share that contains the answer, and the median number of words. */
function cell(members: readonly SetAnswer[], unit: (given: SetAnswer) => string): string {
  const texts = members.map((given) => ({ text: unit(given), question: given.question }));
  const holds = texts.filter(({ text, question }) => holdsAnswer(question, { text, citations: [] })).length;
  return `${percent(holds, members.length)} ${median(texts.map(({ text }) => wordCount(text)))} w`;
}

/**
 * Returns the paragraph, list or rows that contain the first sentence, with the line that leads in; if that is too
 * long, the sentence itself.
 */
function blockOfFirst({ answer, textOf }: SetAnswer): string {
  const [first] = answer.citations;
  if (!first) return '';
  const text = textOf(first.versionId);
  const span = blockAround(text, first.sourceSpan);
  const block = text.slice(span.start, span.end);
  return wordCount(block) <= longestBlock ? block : first.quote;
}

function sectionOfFirst(given: SetAnswer): string {
  const [first] = given.answer.citations;
  if (!first) return '';
  const text = given.textOf(first.versionId);
  const heading = [...text.matchAll(/^#{1,6} .*$/gm)].map(({ index }) => index);
  const start = heading.findLast((index) => index <= first.sourceSpan.start) ?? 0;
  const section = text.slice(start, heading.find((index) => index > first.sourceSpan.start) ?? text.length);
  return wordCount(section) <= longestSection ? section : blockOfFirst(given);
}

function blockAround(text: string, { start, end }: Span): Span {
  const before = text.lastIndexOf('\n\n', start);
  const after = text.indexOf('\n\n', end);
  let from = before < 0 ? 0 : before + 2;
  const lead =
    text
      .slice(0, Math.max(0, from - 2))
      .split('\n')
      .at(-1) ?? '';
  if (lead.trimEnd().endsWith(':')) from -= 2 + lead.length;
  return { start: Math.max(0, from), end: after < 0 ? text.length : after };
}

function shortLine(answers: readonly SetAnswer[]): string {
  const short = answers.flatMap(({ question, answer }) =>
    answer.shortAnswer ? [{ question, text: answer.shortAnswer.text, given: answer.text }] : [],
  );
  const known = short.filter(
    ({ question, given }) => question.answers.length > 0 && holdsAnswer(question, { text: given, citations: [] }),
  );
  const right = known.filter(({ question, text }) =>
    question.answers.some((expected) => contains(text, expected) || contains(expected, text)),
  );
  return `short answers: ${short.length}; where the answer is right, its words are the expected ones, or part of them, in ${percent(right.length, known.length)} of ${known.length}`;
}

/** Counts, among answers that quote a step of a numbered list, those that quote every step of it, in order. */
function procedureLine(answers: readonly SetAnswer[]): string {
  const procedures = answers
    .filter(({ question }) => question.type === 'how-to')
    .flatMap(({ answer, textOf }) =>
      answer.citations.flatMap(({ versionId, sourceSpan }) => {
        const text = textOf(versionId);
        const block = blockAround(text, sourceSpan);
        const steps = text
          .slice(block.start, block.end)
          .split('\n')
          .filter((line) => step.test(line));
        return steps.length > 1 && step.test(text.slice(text.lastIndexOf('\n', sourceSpan.start) + 1, sourceSpan.end))
          ? [steps.every((line) => text.slice(sourceSpan.start, sourceSpan.end).includes(line.trim()))]
          : [];
      }),
    );
  return `how-to: ${procedures.length} numbered procedures quoted, ${percent(procedures.filter(Boolean).length, procedures.length)} of them whole`;
}

/** Counts, among right answers of several sentences, those whose first sentence alone does not contain the answer. */
function secondLine(answers: readonly SetAnswer[]): string {
  const several = answers.filter(
    ({ question, answer }) => answer.claims.length > 1 && holdsAnswer(question, { text: answer.text, citations: [] }),
  );
  const needed = several.filter(
    ({ question, answer }) => !holdsAnswer(question, { text: answer.citations[0]?.quote ?? '', citations: [] }),
  );
  return `right answers of several sentences: ${several.length} of ${answers.length}; the first alone does not hold the answer in ${percent(needed.length, several.length)}`;
}

function row(head: string, cells: readonly string[]): string {
  return `${head.padEnd(22)}${cells.map((text) => text.padEnd(16)).join('')}`;
}

function wordCount(text: string): number {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? 0;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;
}
