/** The questions that `npm run bench chat` asks, with how an answer to each is judged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openCorpus, readQuestions } from '../src/evaluation/formats/readSet.ts';
import { contains, judge, type Verdict } from '../src/evaluation/judge.ts';
import { SetQuestion } from '../src/evaluation/question.ts';
import type { RunRecord } from '../src/evaluation/run/runRecord.ts';
import { readPath, type Source } from '../src/knowledge/ingest/readPath.ts';

/** A part of the answer: whether a text states it, and which of its words do. */
export interface Part {
  statedIn(text: string): boolean;
  /** The words in a text that states it; undefined: the text does not. */
  wordsIn(text: string): string | undefined;
}

export interface ChatQuestion {
  readonly question: SetQuestion;
  /** What the answer has to state; empty: no document answers. */
  readonly parts: readonly Part[];
  verdictOf(record: RunRecord): Verdict;
}

export interface ChatSet {
  readonly name: string;
  readonly questions: readonly ChatQuestion[];
  corpus(signal: AbortSignal): Promise<Source>;
  /** Answers that a person wrote; null: none. */
  readonly curated: string | null;
}

/** A line of the questions over a folder of files of many formats. */
const FolderQuestion = z.object({
  type: z.string(),
  question: z.string(),
  /** Patterns that an answer must hold. */
  need: z.array(z.string()).optional(),
  conversation: z.string().optional(),
});

const sample = { corpus: 'sample/knowledge', curated: 'sample/curated.jsonl' };
const own: Readonly<Record<string, { readonly folder: string; readonly corpus: string; readonly curated?: string }>> = {
  golden: { folder: 'test/golden', ...sample },
  people: { folder: 'test/golden/people', ...sample },
};

/**
 * A set by its name (golden, people), or by its folder: one in Candor's own layout, or one of `files` with
 * `questions.jsonl`. Follow-ups and questions with a knowledge base of their own are left out.
 */
export async function openChatSet(name: string): Promise<ChatSet> {
  const { folder, corpus, curated = null } = own[name] ?? { folder: name, corpus: null };
  const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').split('\n').filter(Boolean);
  if (corpus === null && z.object({ id: z.string() }).safeParse(JSON.parse(lines[0] ?? '{}')).error)
    return {
      name,
      questions: lines.map((line) => FolderQuestion.parse(JSON.parse(line))).flatMap(ofFolder),
      corpus: (signal) => readPath(join(folder, 'files'), { signal }),
      curated,
    };
  return {
    name,
    questions: (await readQuestions(folder))
      .filter(({ corpusDocIds, corpusFile }) => !corpusDocIds && !corpusFile)
      .map((question) => ({
        question,
        parts: question.answerable ? partsOf(question) : [],
        verdictOf: (record) => judge(question, record),
      })),
    corpus: (signal) => (corpus === null ? openCorpus(folder, undefined, signal) : readPath(corpus, { signal })),
    curated,
  };
}

function partsOf({ answerGroups, answers, wrongAnswers }: SetQuestion): Part[] {
  return (answerGroups ?? [answers]).map((group) => {
    const wordsIn = (text: string) =>
      wrongAnswers.some((answer) => contains(text, answer))
        ? undefined
        : group.find((answer) => contains(text, answer));
    return { wordsIn, statedIn: (text) => wordsIn(text) !== undefined };
  });
}

function ofFolder({ type, question, need, conversation }: z.infer<typeof FolderQuestion>, at: number): ChatQuestion[] {
  if (conversation !== undefined) return [];
  const asked = SetQuestion.parse({
    id: `${type}-${at + 1}`,
    type,
    question,
    expected: need ? 'answer' : 'abstain',
    answerable: need !== undefined,
  });
  const parts = (need ?? []).map((source): Part => {
    const wordsIn = (text: string) => new RegExp(source, 'i').exec(text)?.[0];
    return { wordsIn, statedIn: (text) => wordsIn(text) !== undefined };
  });
  return [
    {
      question: asked,
      parts,
      verdictOf: (record) =>
        need === undefined || record.outcome !== 'Answer'
          ? judge(asked, record)
          : parts.every(({ statedIn }) => statedIn(record.text))
            ? 'RIGHT_ANSWER'
            : 'WRONG_ANSWER',
    },
  ];
}
