/** Words that say no. */
const negator = String.raw`not|no|non|never|none|nor|neither|without|cannot|nothing|nobody|nowhere|hardly|barely|scarcely|seldom|nicht|kein|keine|keinen|keiner|keinem|keines|nie|niemals|ohne|weder|pas|jamais|aucun|aucune|sans|nunca|ningún|ninguna|ninguno|jamás|sin`;
/** Words that negate, in English, German, French and Spanish. */
export const negators = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${negator})(?![\p{L}\p{M}])|n['’]t(?!\p{L})`, 'giu');
/** Phrases that do not negate, such as comparisons. */
export const harmless =
  /\b(?:not|no) (?:more|less|fewer|later|earlier|longer|shorter|greater|larger|bigger|smaller|higher|lower|heavier|lighter|older|younger) than\b|\bnot only\b|\bnot even\b|\bwhether or not\b|\bno matter\b|\b(?:not|never|cannot) exceed(?:ing)?\b|\bif not\b|\bnot (?:over|under|above|below)(?= [€$£]?\d)/gi;
/** Words that exclude without a negator. */
const exclusion = /\b(?:exclu\p{L}*|except\p{L}*|unsupported|forbidden|prohibited|nothing)\b/iu;

/** Whether a line says that something is not so: "Not covered", "Never do any of the following:", "Exclusions". */
export function denies(line: string): boolean {
  return line.replaceAll(harmless, ' ').search(negators) >= 0 || exclusion.test(line);
}
