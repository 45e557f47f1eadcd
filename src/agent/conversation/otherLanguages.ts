import { coreOf, type Phrase, phrasesOf, stemOf, phraseWords, prepositions, settings } from './phrases.ts';

interface Ellipsis {
  /** How an elliptic question begins: "und", "qu'en est-il de". */
  readonly opener: string;
  readonly prepositions: string;
  /** Questions that consist of a question word alone. */
  readonly bare: string;
}

/**
 * By ISO 639-1 code. Pronouns are left out: German "es" and French "il" occur in every other question that needs no
 * earlier one.
 */
const ellipses: Readonly<Record<string, Ellipsis>> = {
  de: {
    opener: String.raw`(?:(?:und|oder|aber) )?(?:was ist|wie ist es|wie sieht es|wie steht es) (?:mit|bei)|und(?: dann)?|oder`,
    prepositions: 'für|in|im|bei|beim|mit|ohne|ab|nach|vor|von|zu|zum|zur|auf|am|an',
    bare: 'warum|wieso|weshalb|wann|wo|wie (?:viel|viele|lange|oft|hoch)|wieviel|seit wann|bis wann|für wie lange',
  },
  fr: {
    opener: String.raw`(?:et |mais )?(?:qu'en est-il|quid) (?:de la |de l'|des |du |de |d')|et|ou`,
    prepositions: 'pour|en|au|aux|à|avec|sans|dans|chez|par|après|avant|sur',
    bare: "pourquoi|quand|où|comment|combien(?: de temps)?|depuis quand|jusqu'à quand",
  },
  es: {
    opener: String.raw`(?:y |pero )?(?:qué|que) (?:hay|pasa) (?:de|con)|y|o`,
    prepositions: 'para|en|con|sin|por|a|de|desde|hasta',
    bare: 'por qué|cuándo|dónde|cómo|cuánto(?: tiempo| cuesta)?|cuántos|cuántas|desde cuándo|hasta cuándo',
  },
  it: {
    opener: String.raw`(?:e |ma )?(?:che dire|che ne è) (?:di|del|della|dei)|e|o`,
    prepositions: 'per|in|con|senza|a|da|di|nel|nella|ai|alle',
    bare: 'perché|quando|dove|come|quanto(?: tempo| costa)?|quanti|quante|da quando|fino a quando',
  },
  pt: {
    opener: String.raw`(?:e )?quanto (?:a|ao|à|aos|às)|e|ou`,
    prepositions: 'para|em|com|sem|por|a|no|na|nos|nas|de',
    bare: 'por ?qu[eê]|quando|onde|como|quanto(?: tempo| custa)?|quantos|quantas|desde quando|até quando',
  },
  nl: {
    opener: String.raw`(?:en )?hoe zit het met|en|of`,
    prepositions: 'voor|in|bij|met|zonder|op|naar|van|na|vanaf',
    bare: 'waarom|wanneer|waar|hoe(?:veel| lang| vaak)|sinds wanneer|tot wanneer',
  },
  ro: {
    opener: String.raw`(?:dar )?ce (?:e|este) cu|[șş]i|dar|sau`,
    prepositions: 'pentru|[îi]n|cu|f[ăa]r[ăa]|la|din|dup[ăa]',
    bare: 'de ce|c[âa]nd|unde|cum|c[âa]t(?: timp| cost[ăa])?|c[âa][țt]i|de c[âa]nd|p[âa]n[ăa] c[âa]nd',
  },
  ru: {
    opener: '(?:а )?(?:как|что) насч[её]т|а|и|или',
    prepositions: 'для|в|во|на|с|со|без|при|по|из|после|до',
    bare: 'почему|зачем|когда|где|как|сколько|как долго|с каких пор|до каких пор',
  },
  tr: { opener: 'peki(?: ya)?|ya|ve', prepositions: '', bare: 'neden|niye|niçin|ne zaman|nerede|nasıl|ne kadar' },
};
const shapes = new Map(
  Object.entries(ellipses).map(([language, { opener, prepositions, bare }]) => [
    language,
    {
      elliptic: new RegExp(`^(?:${opener})[ ,]+(?:(?<preposition>${prepositions || '(?!)'}) )?(?<rest>\\S.*)$`, 'iu'),
      bare: new RegExp(`^(?:${bare})$`, 'iu'),
    },
  ]),
);
/** Chinese and Japanese put the marker at the end: 团队呢？ */
const behind =
  /^(?:那么|那麼|那|では|じゃあ)?[，、]?(?<rest>[^，、。？?\s]{1,12}?)(?:呢|の場合は|はどうですか|はどう|は)[？?]?$/u;
const longestSlot = 5;

/**
 * Completes an elliptic question in a language other than English with the question before it: "und für Teams?",
 * "pourquoi ?". Null: the question is not elliptic.
 */
export function wordElsewhere(
  question: string,
  earlier: string,
  language: string,
): { readonly text: string; readonly sure: boolean } | null {
  const shape = shapes.get(language);
  const text = question
    .trim()
    .replaceAll('’', "'")
    .replace(/^[¿¡\s]+/u, '')
    .replace(/[\s?？!.。]+$/u, '');
  if (shape?.bare.test(text)) return { text: `${text}: ${earlier}`, sure: true };
  const groups = (shape?.elliptic.exec(text) ?? (/^(?:zh|ja)$/.test(language) ? behind.exec(question.trim()) : null))
    ?.groups;
  const rest = groups?.['rest'] ?? '';
  // A complete question after "and" needs no earlier one.
  if (rest === '' || phraseWords(rest).length > longestSlot) return null;
  return filled(earlier, (groups?.['preposition'] ?? '').toLowerCase(), rest);
}

/**
 * Where a phrase ends is known only for English. In other languages, the one word after the same preposition is
 * replaced, together with its article.
 */
function filled(earlier: string, preposition: string, rest: string): { readonly text: string; readonly sure: boolean } {
  const words = phraseWords(earlier);
  const at = preposition === '' ? -1 : words.findLastIndex(({ lower }) => lower === preposition);
  const [next, further] = [words[at + 1], words[at + 2]];
  if (at === -1 || !next)
    return preposition === '' && /\d/.test(rest)
      ? fillSlot(earlier, rest)
      : {
          text: `${earlier.replace(/[\s?？.。]+$/u, '')} ${preposition === '' ? `(${rest})` : `${preposition} ${rest}`}?`,
          sure: preposition !== '',
        };
  const last = further && !further.apart && next.text.length <= 4 && /^\p{Ll}/u.test(next.text) ? further : next;
  return { text: earlier.slice(0, next.start) + rest + earlier.slice(last.end), sure: true };
}

/** The previous question with another thing in it. */
interface Filled {
  readonly text: string;
  /** False: the question had no slot of this kind, so the thing was appended. */
  readonly sure: boolean;
}

const article = /^(?:the|a|an|my|our|your)\s+/i;

/**
 * Puts "for teams" or "the Pro plan" where the previous question has something of the same kind: the same preposition,
 * a code for a code, a name for a name.
 */
export function fillSlot(previous: string, given: string): Filled {
  const { preposition, thing } = readSlot(given);
  // A capital counts only inside a sentence, hence the "about".
  const [phrase] = phrasesOf(`about ${thing}`).filter(({ names }) => names);
  const slots = phrasesOf(previous).flatMap((found) => coreOf(previous, found) ?? []);
  const slot =
    preposition === '' ? slotOfKind(slots, phrase, previous) : slots.findLast(({ before }) => before === preposition);
  if (!slot)
    return {
      text: append(previous, preposition === '' ? `for ${thing}` : `${preposition} ${thing}`),
      sure: preposition !== '',
    };
  const hasArticle = /\b(?:the|a|an|my|our|your)\s+$/i.test(previous.slice(0, slot.start));
  return {
    text: previous.slice(0, slot.start) + (hasArticle ? thing.replace(article, '') : thing) + previous.slice(slot.end),
    sure: true,
  };
}

function readSlot(given: string): { readonly preposition: string; readonly thing: string } {
  const bare = given
    .trim()
    .replace(/(?:,? (?:please|pls|then|instead|thanks))?[?.!,;\s]+$/i, '')
    .replace(/,? (?:please|pls)$/i, '');
  const [first = ''] = bare.split(/\s+/, 1);
  const lower = first.toLowerCase();
  const thing = bare.slice(first.length).trim();
  return prepositions.has(lower) && thing !== '' ? { preposition: lower, thing } : { preposition: '', thing: bare };
}

function slotOfKind(slots: readonly Phrase[], phrase: Phrase | undefined, previous: string): Phrase | undefined {
  if (!phrase) return undefined;
  const head = stemOf(phrase.words.at(-1)?.lower ?? '');
  const sameHead = slots.filter((slot) => slot.names && stemOf(slot.words.at(-1)?.lower ?? '') === head);
  if (sameHead.length === 1) return sameHead[0];
  if (phrase.kind === 'COMMON' && phrase.words.length === 1 && phrase.words[0]?.lower.endsWith('ing')) return undefined;
  const alike = slots.filter((slot) => slot.names && slot.kind === phrase.kind);
  if (phrase.kind !== 'COMMON') return alike.findLast((slot) => !settings.has(slot.before)) ?? alike.at(-1);
  // A common word is a thing if it follows an article or a preposition. If it follows neither, it may be a verb.
  return alike.findLast(
    (slot) => prepositions.has(slot.before) || /\b(?:the|a|an|my|our|your)\s+$/i.test(previous.slice(0, slot.start)),
  );
}

/** Adds words to a question, before its closing mark. */
function append(question: string, words: string): string {
  const [mark = ''] = /[\s?.!]*$/.exec(question) ?? [];
  return `${question.slice(0, question.length - mark.length)} ${words}${mark.includes('?') ? '?' : ''}`.trim();
}
