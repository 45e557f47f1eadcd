import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contains } from '../../src/evaluation/judge.ts';
import { wordStems } from '../../src/evaluation/arms/measureArms.ts';
import { SetQuestion } from '../../src/evaluation/question.ts';

interface Version {
  readonly id: string;
  readonly effective: Date;
  readonly text: string;
}

const sample = new URL('../../sample/', import.meta.url).pathname;
const versions = [...readMarkdown(), ...readCurated()];

/** All versions, without front matter. */
function readMarkdown(): Version[] {
  const files = readdirSync(`${sample}knowledge`, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  return files.map((path) => {
    const parts = /^---\n(?<head>.*?)\n---\n(?<text>.*)$/s.exec(
      readFileSync(`${sample}knowledge/${path}`, 'utf8'),
    )?.groups;
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(parts?.['head'] ?? '')?.[1] ?? '';
    return { id: field('id'), effective: new Date(field('effective')), text: parts?.['text'] ?? '' };
  });
}

function readCurated(): Version[] {
  return readLines(`${sample}curated.jsonl`).map((line) => {
    const { id, answer } = line as { id: string; answer: string };
    return { id, effective: new Date(0), text: answer };
  });
}

function readLines(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** The texts that a question's author names, in the version of the day that it asks for. */
function relevantTexts({ relevantDocIds, asOf }: SetQuestion): string[] {
  return relevantDocIds.flatMap((wanted) => {
    const known = versions.filter(({ id, effective }) => id === wanted && (asOf === undefined || effective <= asOf));
    return known.toSorted((left, right) => right.effective.getTime() - left.effective.getTime())[0]?.text ?? [];
  });
}

/** As an answer quotes it: without marks of emphasis and code. */
const unmarked = (text: string) => text.replaceAll(/[*`]/g, '');
const folded = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const sharedStems = ({ question, evidenceSentences }: SetQuestion) => {
  const evidence = wordStems(evidenceSentences.join(' '));
  return [...wordStems(question)].filter((stem) => evidence.has(stem));
};

function readSet(folder: string) {
  const read = (name: string) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8');
  const questions = readLines(new URL(`${folder}/questions.jsonl`, import.meta.url).pathname).map((line) =>
    SetQuestion.strict().parse(line),
  );
  return { questions, readme: read('README.md') };
}

const typed = readSet('.');
const people = readSet('people');

describe.each([
  ['the golden set', typed],
  ['the golden set as people ask', people],
])('%s', (_name, { questions, readme }) => {
  const answerable = questions.filter((question) => question.answerable);
  const idsOf = (wrong: readonly SetQuestion[]) => wrong.map(({ id }) => id);

  it('gives each question an id and a wording of its own', () => {
    expect(new Set(idsOf(questions)).size).toBe(questions.length);
    expect(
      new Set(questions.map(({ question, asOf }) => `${question.toLowerCase()} ${asOf?.toISOString() ?? ''}`)).size,
    ).toBe(questions.length);
  });

  it('names documents that exist', () => {
    expect(
      idsOf(questions.filter((question) => relevantTexts(question).length < question.relevantDocIds.length)),
    ).toEqual([]);
  });

  it('has every answer in a relevant document of the day', () => {
    const missing = questions.flatMap((question) => {
      const texts = relevantTexts(question).map(unmarked);
      return question.answers
        .filter((answer) => !texts.some((text) => contains(text, answer)))
        .map((answer) => `${question.id}: ${answer}`);
    });
    expect(missing).toEqual([]);
  });

  it('has answers where there is one, and nowhere else', () => {
    expect(idsOf(questions.filter(({ answers, answerable: has }) => has !== answers.length > 0))).toEqual([]);
    expect(
      idsOf(
        questions.filter(
          ({ answerGroups, answers }) => answerGroups && String(answerGroups.flat()) !== String(answers),
        ),
      ),
    ).toEqual([]);
  });

  it('expects an answer, or says how to refuse', () => {
    const refused: Record<string, string> = {
      'near-miss': 'abstain',
      'off-topic': 'abstain',
      ambiguous: 'clarify',
      nonsense: 'clarify',
    };
    const wanted = ({ type, answerable: has }: SetQuestion) => (has ? undefined : refused[type]);
    expect(
      idsOf(
        questions.filter(
          (question) =>
            question.expected !== (wanted(question) ?? (question.type === 'conflict' ? 'mention-conflict' : 'answer')),
        ),
      ),
    ).toEqual([]);
    expect(
      idsOf(
        questions.filter(
          ({ type, relevantDocIds }) => (type in refused && type !== 'near-miss') === relevantDocIds.length > 0,
        ),
      ),
    ).toEqual([]);
  });

  it('is counted rightly in its README', () => {
    const counts = [...new Set(questions.map(({ type }) => type))].map(
      (type) => [type, questions.filter((question) => question.type === type).length] as const,
    );
    const written = [...readme.matchAll(/^\| `(?<type>[\w-]+)` \| (?<count>\d+) \|/gm)].map(
      ({ groups }) => [groups?.['type'], Number(groups?.['count'])] as const,
    );
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(counts));
    expect(readme).toContain(
      `| all | ${questions.length} | | ${answerable.length} answerable, ${questions.length - answerable.length} not |`,
    );
  });
});

describe('the golden set as people ask', () => {
  const answerable = people.questions.filter((question) => question.answerable);
  const plainest = answerable.filter((question) => sharedStems(question).length <= 1);

  it('has its evidence, as written, in a relevant document of today', () => {
    const missing = people.questions.flatMap((question) => {
      const texts = relevantTexts(question).map(folded);
      return question.evidenceSentences
        .filter((sentence) => !texts.some((text) => text.includes(folded(sentence))))
        .map((sentence) => `${question.id}: ${sentence}`);
    });
    expect(missing).toEqual([]);
  });

  it('has evidence that holds an answer, for answerable questions alone', () => {
    const held = ({ answers, evidenceSentences }: SetQuestion) =>
      answers.every((answer) => evidenceSentences.some((sentence) => contains(unmarked(sentence), answer)));
    expect(
      people.questions.filter(
        (question) => !held(question) || question.answerable !== question.evidenceSentences.length > 0,
      ),
    ).toEqual([]);
  });

  it('asks about every document, and never twice for the same evidence', () => {
    const asked = new Set(answerable.flatMap(({ relevantDocIds }) => relevantDocIds));
    expect(versions.map(({ id }) => id).filter((id) => !id.startsWith('curated-') && !asked.has(id))).toEqual([]);
    expect(new Set(answerable.map(({ evidenceSentences }) => String(evidenceSentences))).size).toBe(answerable.length);
  });

  it('shares at most one content word with its evidence in half of the answerable questions, as the README counts', () => {
    expect(plainest.length * 2).toBeGreaterThanOrEqual(answerable.length);
    expect(people.readme).toContain(`${plainest.length} of ${answerable.length} share at most one content word`);
  });

  it('repeats no question of the golden set', () => {
    const asked = new Set(typed.questions.map(({ question }) => [...wordStems(question)].toSorted().join(' ')));
    expect(people.questions.filter(({ question }) => asked.has([...wordStems(question)].toSorted().join(' ')))).toEqual(
      [],
    );
  });
});
