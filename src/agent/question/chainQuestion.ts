import { contentStems } from '../../grounding/checks/coverage.ts';

/** A look-up that needs what another one found. */
export interface DependentQuery {
  /** The look-up that comes before it, as it is searched. */
  readonly after: string;
  /** What is searched then: "{answer}" stands for what was found. */
  readonly template: string;
}

const noun = String.raw`(?<noun>\p{L}[\p{L}\d'’-]*(?: \p{L}[\p{L}\d'’-]*)?)`;
/** "the plan that includes …", "the person who approves …", "the office where …". */
const relative = new RegExp(
  String.raw`^(?<main>.+?\b(?:the|a|an)) ${noun},? (?<link>that|which|who|where) (?<clause>.+)$`,
  'iu',
);
/** "the team responsible for …", "the device called …": a relative clause without its opening. */
const reduced = new RegExp(
  String.raw`^(?<main>.+?\b(?:the|a|an)) ${noun} (?<clause>(?:responsible for|in charge of|(?:\p{L}{3,}(?:ed|wn)|made|built|held|led|kept|sent|sold|bought) (?:by|in|for|to|with|at|on|from)) .+)$`,
  'iu',
);
const asking =
  /^(?:how|what|when|where|who|whose|which|why|is|are|do|does|can|will|must|may|should|did|was|were|has|have)\b/i;

/**
 * Words that stand before a noun and open no look-up of their own: "the first time that", "the reason that", "the way
 * that".
 */
const hollow = new Set(
  'time times reason way day fact thing one ones moment case extent number amount name'.split(' '),
);

/**
 * The two look-ups of a question about something that it describes instead of naming: "the fee of the plan that
 * includes support" asks first which plan includes support, and then for that plan's fee. English; null for every other
 * question.
 */
export function chainOf(question: string): DependentQuery | null {
  const text = question.trim().replace(/[?!.]+$/, '');
  const match = relative.exec(text) ?? reduced.exec(text);
  const { main = '', noun: thing = '', link = '', clause = '' } = match?.groups ?? {};
  const last = thing.split(' ').at(-1)?.toLowerCase() ?? '';
  if (!asking.test(text) || hollow.has(last) || contentStems(main).size === 0 || contentStems(clause).size < 2)
    return null;
  const asked = link.toLowerCase() === 'who' ? 'Who' : `Which ${thing}`;
  return { after: `${asked} ${clause}?`, template: `${main.replace(/ (?:the|a|an)$/i, '')} {answer}?` };
}

/** The dependent look-up, once something was found. */
export function fillIn({ template }: DependentQuery, answer: string): string {
  return template.replace('{answer}', () => answer);
}
