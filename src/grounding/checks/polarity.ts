const negators = /\b(?:not|no|never|none|nor|neither|without|cannot|except|unless|nothing|nobody|excluding)\b|n['’]t\b/gi;

/** Claim and quote both negate, or neither does. Coarse on purpose: a double negation is for a person to read. */
export function samePolarity(claim: string, quote: string): boolean {
  return negates(claim) === negates(quote);
}

function negates(text: string): boolean {
  return text.match(negators) !== null;
}
