import { asked, createDraw, fill, hiddenFor, searched, visible, type Parts } from './hiddenDocuments.ts';

/** Each is asked beside every set of hidden documents, which hold the words of all of them: a pair each time. */
const questionCount = 200;
/** An ask runs eight times as long as a search, which is most of it. */
const askEvery = 40;
/** Sets of hidden documents for the same questions; then others are drawn, so that many pairs are not many times the same. */
const setsOfQuestions = 10;

export interface Pair {
  readonly question: string;
  /** All that the asker was told without the hidden documents, and with them. */
  readonly without: unknown;
  readonly withThem: unknown;
}

/** Pairs of whole answers, without hidden documents and beside some that were chosen against the question. The same seed draws the same. */
export async function* comparePairs(parts: Parts, seed: number): AsyncGenerator<Pair> {
  const told = async (workspace: string, question: string, position: number) => ({
    searched: await searched(parts, workspace, question),
    asked: position % askEvery === 0 ? await asked(parts, workspace, question) : null,
  });
  const bare = await fill(parts, [], visible);
  for (let drawn = seed; ; drawn += 1) {
    const draw = createDraw(drawn);
    const questions = Array.from({ length: questionCount }, (_, position) =>
      position % (2 * askEvery) === 0 ? draw.answerable() : draw.question(),
    );
    const expected: unknown[] = [];
    for (const [position, question] of questions.entries()) expected.push(await told(bare, question, position));
    for (let set = 0; set < setsOfQuestions; set += 1) {
      const filled = await fill(parts, hiddenFor(questions, draw), visible);
      for (const [position, question] of questions.entries())
        yield { question, without: expected[position], withThem: await told(filled, question, position) };
    }
  }
}
