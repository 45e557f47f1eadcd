/**
 * Learns how likely the answer stands in a passage: the mapping by which `Outcome.alternatives` are sorted and cut, from
 * the questions that `npm run fit` learns from, with the chooser and the confidence that ship.
 *
 *   npm run fit alternatives -- [--write]
 *
 * Prints the weights, and on the sets that are left out of every fit: how well the likelihood tells passages that hold
 * the answer from others, how far it is off, and, by the floor, how many of the answerable questions have a passage with
 * the answer among the first three. Of the refusals, from which likelihood on the first passage is suggested, and how
 * often it is right. `--write` stores the weights, and from where on a passage is suggested, in
 * weights/answers/fitted.json; the floor is set by hand, by `candor eval --foreign`, and is .1 or more. Deterministic;
 * half a minute.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/cli/output/table.ts';
import { type Chooser, type ConfidenceModel, fitted } from '../../src/confidence/fitted.ts';
import { linear, logistic } from '../../src/confidence/score.ts';
import { featureNames } from '../../src/grounding/sentences/features.ts';
import { groupBy } from '../../src/stats.ts';
import { type FitQuestion, readFeatures } from './featureFile.ts';
import { answerOf } from './fitConfidence.ts';
import { auroc, calibrationErrorOf, suggestedFrom } from './fitFigures.ts';
import { fitLogistic, type LogisticRow, oddsBy } from './fitLogistic.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const target = 'weights/answers/fitted.json';
const leftOut = ['kbtel', 'kbhosp', 'evolution'];
const floors = [0, 0.01, 0.02, 0.05, 0.1, 0.15];
const print = (text: string) => process.stdout.write(`${text}\n`);

/**
 * A passage of a question, with what the product knows of it: 1 for the intercept, the logarithm of its share, the log
 * odds of the question.
 */
interface Place extends LogisticRow {
  readonly question: number;
  readonly isAnswerable: boolean;
  /** Whether the likeliest sentence of the passage holds the answer: it is what a suggestion quotes. */
  readonly isQuotedRight: boolean;
  readonly confidence: number;
}

const questions = readFeatures('weights/answers/features.jsonl.br');
const models = { read: learn('read'), unread: learn('unread') };
if (values.write) {
  const stored = JSON.parse(readFileSync(target, 'utf8')) as Record<string, object>;
  writeFileSync(
    target,
    `${JSON.stringify({ ...stored, alternatives: { ...stored['alternatives'], ...models } }, null, 2)}\n`,
  );
}

function learn(kind: 'read' | 'unread') {
  const places = questions.flatMap((question, index) => placesOf(question, index, kind));
  const weights = fitLogistic(places.filter((place) => !isLeftOut(place)));
  report(kind, weights, places.filter(isLeftOut));
  const [intercept, share, odds] = weights.map((weight) => Number(weight.toFixed(4)));
  return { intercept, share, odds, suggestFrom: suggestFrom(kind, weights, places) };
}

/**
 * From which likelihood on the first passage of a refusal is suggested. Null for the unread: what retrieval knows is not
 * in the file, so it is known neither which of them are refused nor how much likelier it makes their passages.
 */
function suggestFrom(kind: 'read' | 'unread', weights: readonly number[], places: readonly Place[]): number | null {
  if (kind === 'unread') return null;
  const firsts = firstOfRefusals(places.map((place) => ({ ...place, value: logistic(oddsBy(weights, place.x)) })));
  const from = suggestedFrom(firsts.map(({ value, y }) => ({ value, right: y })));
  const some = { all: firsts, 'sets left out': firsts.filter(isLeftOut) };
  print(`\n${kind}, suggested from ${from} on:`);
  for (const [name, refused] of Object.entries(some)) {
    const suggested = refused.filter(({ value }) => value >= from);
    const [rights, quoted] = [suggested.filter(({ y }) => y), suggested.filter(({ isQuotedRight }) => isQuotedRight)];
    print(
      `  ${name}: ${suggested.length} of ${refused.length} refusals, the passage right in ${rights.length}, its sentence in ${quoted.length}`,
    );
  }
  return from;
}

/** The likeliest passage of each question that is not answered. */
function firstOfRefusals<Valued extends Place & { readonly value: number }>(places: readonly Valued[]): Valued[] {
  const refused = places.filter(({ confidence }) => confidence < fitted.gates.BALANCED);
  return [...groupBy(refused, ({ question }) => question).values()].flatMap(
    (own) => own.toSorted((left, right) => right.value - left.value)[0] ?? [],
  );
}

function isLeftOut({ question }: Place): boolean {
  return leftOut.includes(questions[question]?.set ?? '');
}

function placesOf(question: FitQuestion, index: number, kind: 'read' | 'unread'): Place[] {
  const chooser: Chooser = fitted.chooser[kind];
  const confidence: ConfidenceModel = fitted.confidence[kind];
  const answer = answerOf(question, chooser, { quoteFrom: fitted.quoteFrom.unsurely, isRead: kind === 'read' });
  const odds = linear(answer.signals, confidence);
  const scored = question.sentences.map((sentence) => ({
    ...sentence,
    score: featureNames.reduce((sum, name) => sum + (chooser.weights[name] ?? 0) * sentence.features[name], 0),
  }));
  const most = Math.max(...scored.map(({ score }) => score));
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - most), 0);
  const value = Object.keys(answer.signals).length === 0 ? 0 : logistic(odds);
  return [...groupBy(scored, ({ passage }) => passage).values()].map((own) => {
    const [best] = own.toSorted((left, right) => right.score - left.score);
    const share = own.reduce((sum, { score }) => sum + Math.exp(score - most), 0) / total;
    return {
      question: index,
      isAnswerable: question.isAnswerable,
      isQuotedRight: best?.isRight === true,
      confidence: value,
      y: own.some(({ isRight }) => isRight),
      x: [1, Math.log(share), odds],
    };
  });
}

function report(kind: string, weights: readonly number[], places: readonly Place[]): void {
  const told = places.map((place) => ({ ...place, right: place.y, value: logistic(oddsBy(weights, place.x)) }));
  print(
    `\n${kind}: intercept ${weights[0]?.toFixed(3)}, share ${weights[1]?.toFixed(3)}, odds ${weights[2]?.toFixed(3)}; on ${told.length} passages of sets left out AUROC ${auroc(told).toFixed(3)}, ECE ${calibrationErrorOf(told).toFixed(3)}`,
  );
  const byQuestion = [...groupBy(told, ({ question }) => question).values()];
  const rows = floors.map((floor) => {
    const shown = byQuestion.map((own) => ({
      isAnswerable: own.some(({ isAnswerable }) => isAnswerable),
      places: own
        .filter(({ value }) => value >= floor)
        .sort((left, right) => right.value - left.value)
        .slice(0, 3),
    }));
    const answerable = shown.filter(({ isAnswerable }) => isAnswerable);
    const share = (count: number) => (count / Math.max(1, answerable.length)).toFixed(3);
    return [
      String(floor),
      share(answerable.filter((each) => each.places.some(({ right }) => right)).length),
      share(answerable.reduce((sum, each) => sum + each.places.length, 0)),
    ];
  });
  print(
    formatTable(
      ['floor', 'holds the answer', 'passages shown'].map((title) => ({ title, align: 'right' as const })),
      rows,
    ),
  );
}
