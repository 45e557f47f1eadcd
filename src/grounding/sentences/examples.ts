import { type Candidate, withLineStart } from './candidates.ts';
import type { RankedSentence } from './rankSentences.ts';
import { withFirst } from './whatFollows.ts';
import { onceFor, type Question } from '../../retrieval/question/question.ts';

/** What begins an example, in the languages that Candor speaks with capitals and blanks. */
const mark =
  /^\W*(?:(?:worked |another |an )?examples?|for (?:example|instance)|e\.\s?g\.|suppose|imagine|say,|(?:zum )?beispiel|z\.\s?b\.|(?:par )?exemple|p\.\s?ex\.|(?:por )?ejemplo|p\.\s?ej\.|(?:por )?exemplo|(?:ad )?esempio|(?:bij)?voorbeeld|(?:na )?przykład|örneğin|exempel|till exempel|de exemplu|exemplu|például)(?![\p{L}\p{M}])/iu;

/** Headings of nothing but examples. */
const exampleHeading =
  /^(?:worked |an )?examples?(?: \d+)?$|^(?:beispiele?|exemples?|ejemplos?|esemp[io]o?|exemplos?)$/iu;

/** A share of an amount that somebody has put in: "1.5% of €80.00"; "on €80.00 that is". */
const amount = String.raw`(?:\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3}\b))`;
const shareOfAmount = new RegExp(
  String.raw`\d\s?%\s+(?:of|on|von|de|di|van)\s+${amount}|\b(?:[Oo]n|[Ff]or)\s+${amount}[^;]*?\b(?:that|this|it) (?:is|makes|comes to|would be)\b[^;]*?${amount}`,
  'u',
);

/**
 * Whether a sentence works a rule out for a case, which is not the rule: it stands in a line that begins as an example,
 * under a heading of examples, or takes a share of an amount that it makes up. "A sum, for example 12 %" is the rule.
 */
export function isExample(candidate: Candidate): boolean {
  const heading = candidate.headings.at(-1) ?? '';
  return (
    exampleHeading.test(heading.trim()) || mark.test(withLineStart(candidate)) || shareOfAmount.test(candidate.text)
  );
}

/** As sure as a reader has to be that a sentence answers, to stand before an example. */
const leastAnswer = 0;

/**
 * The sentences with a rule first, where the best one is an example of it: "The fee is 1.5% of €80.00, which is €1.20" is
 * no answer to "How much is the fee?" as long as another sentence has one. A rule of the same document comes before
 * others. Unchanged for a question about a case, and if there is nothing but examples.
 * @param ranked best first
 */
export function ruleFirst(ranked: readonly RankedSentence[], question: Question): readonly RankedSentence[] {
  const [best] = ranked;
  if (!best || !isExample(best.candidate) || asksForCase(question)) return ranked;
  const rules = ranked.filter(
    ({ candidate, answers, share }) => share > 0 && (answers ?? leastAnswer) >= leastAnswer && !isExample(candidate),
  );
  const { documentId } = best.candidate.passage;
  const rule = rules.find(({ candidate }) => candidate.passage.documentId === documentId) ?? rules[0];
  return rule ? withFirst(rule, ranked) : ranked;
}

/** Whether a question is about a case of its own: it asks for an example, or gives an amount. */
const asksForCase = onceFor(
  ({ text }) =>
    /\b(?:examples?|instance|calculat\w+|work(?:ed)? out)\b/i.test(text) || new RegExp(amount, 'u').test(text),
);
