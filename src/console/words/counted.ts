/**
 * "1 document", "2,000 documents": a number as a language writes it, with the form of the noun that the number takes
 * there. For languages with two forms.
 */
export function counted(locale: string): (n: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(locale);
  return (n, one, other) => `${n.toLocaleString(locale)} ${rules.select(n) === 'one' ? one : other}`;
}
