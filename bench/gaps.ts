import { cluster } from '../src/learning/gaps/groupQuestions.ts';
import { questionSimilarity } from '../src/learning/gaps/questionSimilarity.ts';
import { openBuiltinEmbedder } from '../src/models/providers/builtin/builtinModels.ts';
import { gapQuestions } from './gapQuestions.ts';

/**
 * Measures at which similarity two unanswered questions belong to one gap: pairs of questions in one cluster against
 * pairs that a person put together, by threshold. Uses Candor's similarity, and the embedder's cosine alone. Run it
 * with: npx tsx bench/gaps.ts
 */
const thresholds = Array.from({ length: 14 }, (_, step) => 0.24 + 0.04 * step);
const embedder = await openBuiltinEmbedder();
const print = (text: string): void => void process.stdout.write(`${text}\n`);

for (const [language, topics] of Object.entries(gapQuestions)) {
  const questions = await Promise.all(
    topics.flatMap((texts, topic) =>
      texts.map(async (text) => ({ text, topic, language, vector: await embedder.embedQuery(text) })),
    ),
  );
  const cosine = (left: number, right: number): number =>
    questions[left]?.vector.reduce(
      (sum, value, position) => sum + value * (questions[right]?.vector[position] ?? 0),
      0,
    ) ?? 0;
  const wanted = topics.reduce((sum, texts) => sum + (texts.length * (texts.length - 1)) / 2, 0);
  for (const [name, similarity] of [
    ['cosine and words', questionSimilarity(questions)],
    ['cosine alone', cosine],
  ] as const) {
    print(
      `\n${language}, ${name}: ${questions.length} questions about ${topics.length} things\nthreshold  clusters     pairs     right precision    recall        F1`,
    );
    for (const threshold of thresholds) {
      const clusters = await cluster(questions.length, threshold, similarity);
      const pairs = clusters.flatMap((positions) =>
        positions.flatMap((left, index) =>
          positions.slice(index + 1).map((right) => questions[left]?.topic === questions[right]?.topic),
        ),
      );
      const right = pairs.filter(Boolean).length;
      const [precision, recall] = [right / Math.max(1, pairs.length), right / wanted];
      const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
      print(
        [
          threshold.toFixed(2),
          clusters.length,
          pairs.length,
          right,
          precision.toFixed(2),
          recall.toFixed(2),
          f1.toFixed(2),
        ]
          .map((cell) => String(cell).padStart(9))
          .join(' '),
      );
    }
  }
}
await embedder.close();
