/** What `collect.ts` asks, over which documents: the invented knowledge sets, and evaluation sets. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { openCorpus, readQuestions } from '../../src/evaluation/formats/readSet.ts';
import { contains } from '../../src/evaluation/judge.ts';
import { languageOf, type SetQuestion, searchText } from '../../src/evaluation/question.ts';
import { readPath, type Source } from '../../src/knowledge/ingest/readPath.ts';
import { type FoundSentence, holdsEvidence, readEvidenced, type WrittenQuestion } from './writtenQuestions.ts';

export interface AskedQuestion {
  /** Among those of its set. */
  readonly id: string;
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly isAnswerable: boolean;
  readonly isRight: (sentence: FoundSentence) => boolean;
}

export interface AskedSet {
  readonly name: string;
  readonly open: () => Promise<Source>;
  readonly questions: readonly AskedQuestion[];
}

/** The names of the invented sets that a folder holds. */
export function inventedIn(folder: string): string[] {
  const path = join(folder, 'kb');
  return existsSync(path) ? readdirSync(path).sort() : [];
}

/** An invented set with its questions and near misses. */
export async function inventedSet(
  folder: string,
  name: string,
  written: readonly WrittenQuestion[],
): Promise<AskedSet> {
  const path = join(folder, 'kb', name);
  const own = written.filter(({ passage }) => passage.slice(0, passage.lastIndexOf('-')) === name);
  const questions = (await readEvidenced(name, path, own)).map((each) => ({
    id: each.question + each.passage,
    text: each.question,
    language: 'en',
    isAnswerable: each.evidence.length > 0,
    isRight: (sentence: FoundSentence) => holdsEvidence(each, sentence),
  }));
  return { name, open: () => readPath(path), questions };
}

const everydayQuestion = z.object({
  question: z.string(),
  /** Patterns that an answer holds, all of them. Left out: the folder has no answer. */
  need: z.array(z.string()).optional(),
  /** Asked in the light of another question. */
  conversation: z.string().optional(),
});

/** Whether a folder is an everyday one: files of many kinds, and questions as people type them. */
export function isEveryday(folder: string): boolean {
  return existsSync(join(folder, 'files')) && existsSync(join(folder, 'questions.jsonl'));
}

/** An everyday folder with its questions, without follow-ups. */
export async function everydaySet(folder: string): Promise<AskedSet> {
  const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').split('\n').filter(Boolean);
  const questions = lines
    .map((line) => everydayQuestion.parse(JSON.parse(line)))
    .filter(({ conversation }) => conversation === undefined)
    .map(({ question, need = [] }) => {
      const patterns = need.map((pattern) => new RegExp(pattern, 'i'));
      return {
        id: question,
        text: question,
        language: 'en',
        isAnswerable: patterns.length > 0,
        isRight: ({ text }: FoundSentence) => patterns.length > 0 && patterns.every((pattern) => pattern.test(text)),
      };
    });
  return { name: basename(folder), open: () => readPath(join(folder, 'files')), questions };
}

const judged: readonly SetQuestion['expected'][] = ['answer', 'answer-partly', 'abstain'];

/** An evaluation set with its judged questions, without those that are asked over documents of their own. */
export async function givenSet(folder: string): Promise<AskedSet> {
  const all = await readQuestions(folder);
  const questions = all
    .filter(({ expected, corpusDocIds, corpusFile }) => judged.includes(expected) && !corpusDocIds && !corpusFile)
    .map((question) => ({
      id: question.id,
      text: searchText(question),
      language: languageOf(question),
      isAnswerable: question.answerable,
      isRight: ({ text }: FoundSentence) => holdsStrings(question, text),
    }));
  return { name: basename(folder), open: () => openCorpus(folder), questions };
}

function holdsStrings({ answers, answerGroups, allAnswersRequired, answerable }: SetQuestion, text: string): boolean {
  if (!answerable) return false;
  const holds = (answer: string) => contains(text, answer);
  if (answerGroups) return answerGroups.every((group) => group.some(holds));
  return answers.length > 0 && (allAnswersRequired ? answers.every(holds) : answers.some(holds));
}

/** Some of the questions, in the order of their hashes, so that every run draws the same. */
export function drawn(questions: readonly AskedQuestion[], count: number): AskedQuestion[] {
  return questions
    .map((question) => ({ question, hash: createHash('sha1').update(question.id).digest('hex') }))
    .sort((left, right) => (left.hash < right.hash ? -1 : 1))
    .slice(0, count)
    .map(({ question }) => question);
}

/** Questions of the other sets, which this one does not answer. */
export function offTopic(set: AskedSet, all: readonly AskedSet[], count: number): AskedQuestion[] {
  const foreign = all
    .filter(({ name }) => name !== set.name)
    .flatMap(({ name, questions }) =>
      // By the name of this set too, so that each borrows others.
      questions
        .filter(({ isAnswerable }) => isAnswerable)
        .map((each) => ({ ...each, id: `${set.name} ${name} ${each.id}` })),
    );
  return drawn(foreign, count).map((each) => ({ ...each, isAnswerable: false, isRight: () => false }));
}
