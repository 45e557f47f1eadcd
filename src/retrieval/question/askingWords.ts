/** What asks for an amount and is no stop word to Postgres. "What time zone" asks for a zone. */
const asking =
  /\bhow (?<amount>much|many|far|long|often|soon)\b|\b(?:what|which) (?<moment>time)(?! *(?:zone|sheet|slot|limit|frame|window)s?\b)/giu;
const lexemes: ReadonlyMap<string, string> = new Map([['many', 'mani']]);

/**
 * Lexemes of an English question that only ask. Where no document has one, it is no rare word that is missing: "How much does a day ticket cost?" over one document that says
 * it had a confidence of .43. Where documents have it, it tells like every other word: left out always, 4.6 % of golden answers were wrong instead of 2.8 %.
 */
export function askingLexemes(question: string): ReadonlySet<string> {
  return new Set(
    [...question.matchAll(asking)]
      .map(({ groups }) => (groups?.['amount'] ?? groups?.['moment'] ?? '').toLowerCase())
      .map((word) => lexemes.get(word) ?? word),
  );
}
