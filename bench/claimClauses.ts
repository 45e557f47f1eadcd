/** Sentences taken apart, as far as false and true claims are made from them. English. */

/** "The carrier collects the parcel from the shop." */
export interface Clause {
  readonly subject: string;
  readonly verb: string;
  readonly object: string;
  /** What follows the object, with its blank or mark. */
  readonly rest: string;
}

const determiner = '(?:the|an?|each|every|your|our|its|their|his|her|all)';
const nouns = String.raw`(?:[\p{L}\d-]+ ){0,2}[\p{L}\d-]+`;
const follows = String.raw`(?=[.,;]| (?:from|to|in|on|for|with|within|before|after|by|when|if|at|as|until|during|through|and)\b)`;
const active = new RegExp(
  String.raw`^((?:The|An?|Each|Every|Your|Our) ${nouns}|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (\p{Ll}{3,}(?:s|ed)) (${determiner} ${nouns}?|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)${follows}(.*)$`,
  'u',
);
/** Not verbs of two roles: auxiliaries, words that only look like verbs, and verbs that hold both ways. */
const notOfRoles =
  /^(?:was|has|does|this|its|his|yes|as|plus|across|versus|needed|used|meets|matche[sd]|equals|married|borders?|bordered|joins|joined|resembles?d?|differs|accompanie[sd]|touche[sd]|fits|becomes|remain(?:s|ed)|seem(?:s|ed)|happen(?:s|ed)|last(?:s|ed)|always)$/;
/** A subject that is none. */
const noSubject =
  /^(?:If|When|For|In|On|After|Before|With|As|By|At|To|So|And|But|While|What|Which|Who|How|There|This|That|These|Those|It|They|He|She|We|You|Then|Once|Until|Since|From|Not|No|Only)\b| (?:that|which|who|of|to|is|are|was|and|or)$| (?:that|which|who|is|are|was|were|can|must|may|will) /;

/** A sentence with one transitive verb between two things that are not the same. */
export function clauseOf(sentence: string): Clause | undefined {
  const [, subject = '', verb = '', object = '', rest = ''] = active.exec(sentence) ?? [];
  if (subject === '' || notOfRoles.test(verb) || noSubject.test(subject) || /\b(?:and|or|that)\b/.test(object))
    return undefined;
  return lowerFirst(subject) === lowerFirst(object) ? undefined : { subject, verb, object, rest };
}

const participles: Readonly<Record<string, string>> = Object.fromEntries(
  'sends sent|pays paid|sees seen|takes taken|gives given|makes made|holds held|keeps kept|shows shown|writes written|chooses chosen|sets set|finds found|tells told|sells sold|builds built|leaves left|gets got|brings brought|buys bought|begins begun|breaks broken|draws drawn|reads read|runs run|puts put|lets let|lends lent|loses lost|means meant|knows known|wins won|overrides overridden|splits split|cuts cut|catches caught|teaches taught|feeds fed|binds bound|hides hidden|meets met'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** "collects" and "collected" become "collected". */
function participleOf(verb: string): string {
  if (verb.endsWith('ed')) return verb;
  const known = participles[verb];
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/.test(verb)) return verb.replace(/ies$/, 'ied');
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.replace(/es$/, 'ed');
  return verb.endsWith('es') ? verb.replace(/s$/, 'd') : verb.replace(/s$/, 'ed');
}

/** The passive of a clause: "The parcel is collected by the carrier from the shop." */
export function passiveOf({ subject, verb, object, rest }: Clause): string {
  const isPlural = /^(?:all|All)\b|[^s]s$/.test(object);
  const auxiliary = verb.endsWith('ed') ? (isPlural ? 'were' : 'was') : isPlural ? 'are' : 'is';
  return `${upperFirst(object)} ${auxiliary} ${participleOf(verb)} by ${withinSentence(subject)}${rest}`;
}

/** The clause with subject and object exchanged. */
export function exchanged({ subject, object, ...clause }: Clause): Clause {
  return { ...clause, subject: upperFirst(object), object: withinSentence(subject) };
}

export const activeOf = ({ subject, verb, object, rest }: Clause): string => `${subject} ${verb} ${object}${rest}`;

const predicate =
  /^((?:(?:The|An?|Each|Every|Your|Our|All) )?[\p{L}\d'’-]+(?: [\p{L}\d'’-]+){0,3}) (is|are|was|were|can|must|may|will|has|have|costs?|covers?|receives?|takes?|applies|contains?|includes?|lasts?|needs?|works?|shows?) (.{6,})$/u;

/** A sentence split before its verb; undefined if what stands before is no plain subject. */
export function predicateOf(
  sentence: string,
): { readonly subject: string; readonly verb: string; readonly rest: string } | undefined {
  const [, subject = '', verb = '', rest = ''] = predicate.exec(sentence) ?? [];
  return subject === '' || noSubject.test(subject) ? undefined : { subject, verb, rest };
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** A subject in another place of its sentence: an article loses its capital, a name keeps it. */
export const withinSentence = (subject: string): string =>
  /^(?:The|An?|Each|Every|Your|Our|All|Its|Their|His|Her)\b/.test(subject) ? lowerFirst(subject) : subject;
