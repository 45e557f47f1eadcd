/** What asks for an amount and is no stop word to Postgres. "What time zone" asks for a zone. */
const asking = /\b(?<asks>how) (?:much|many|far|long|often|soon)\b|\b(?<what>what|which) time(?! *(?:zone|sheet|slot|limit|frame|window)s?\b)/giu;

/**
 * An English question without the words that only ask. In a small knowledge base "much" stands nowhere and weighs as a rare word that is missing:
 * "How much does a day ticket cost?" over one document that says it had a confidence of .43. A question of nothing else keeps them.
 */
export function withoutAskingWords(question: string): string {
  const rest = question.replaceAll(asking, '$<asks>$<what>');
  return /\p{L}{4}/u.test(rest) ? rest : question;
}
