import { phraseWords } from './phrases.ts';

interface Ellipsis {
  /** How an elliptic question begins: "und", "qu'en est-il de". */
  readonly opener: string;
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
    bare: 'warum|wieso|weshalb|wann|wo|wie (?:viel|viele|lange|oft|hoch)|wieviel|seit wann|bis wann|für wie lange',
  },
  fr: {
    opener: String.raw`(?:et |mais )?(?:qu'en est-il|quid) (?:de la |de l'|des |du |de |d')|et|ou`,
    bare: "pourquoi|quand|où|comment|combien(?: de temps)?|depuis quand|jusqu'à quand",
  },
  es: {
    opener: String.raw`(?:y |pero )?(?:qué|que) (?:hay|pasa) (?:de|con)|y|o`,
    bare: 'por qué|cuándo|dónde|cómo|cuánto(?: tiempo| cuesta)?|cuántos|cuántas|desde cuándo|hasta cuándo',
  },
  it: {
    opener: String.raw`(?:e |ma )?(?:che dire|che ne è) (?:di|del|della|dei)|e|o`,
    bare: 'perché|quando|dove|come|quanto(?: tempo| costa)?|quanti|quante|da quando|fino a quando',
  },
  pt: {
    opener: String.raw`(?:e )?quanto (?:a|ao|à|aos|às)|e|ou`,
    bare: 'por ?qu[eê]|quando|onde|como|quanto(?: tempo| custa)?|quantos|quantas|desde quando|até quando',
  },
  nl: {
    opener: String.raw`(?:en )?hoe zit het met|en|of`,
    bare: 'waarom|wanneer|waar|hoe(?:veel| lang| vaak)|sinds wanneer|tot wanneer',
  },
  ro: {
    opener: String.raw`(?:dar )?ce (?:e|este) cu|[șş]i|dar|sau`,
    bare: 'de ce|c[âa]nd|unde|cum|c[âa]t(?: timp| cost[ăa])?|c[âa][țt]i|de c[âa]nd|p[âa]n[ăa] c[âa]nd',
  },
  ru: {
    opener: '(?:а )?(?:как|что) насч[её]т|а|и|или',
    bare: 'почему|зачем|когда|где|как|сколько|как долго|с каких пор|до каких пор',
  },
  tr: { opener: 'peki(?: ya)?|ya|ve', bare: 'neden|niye|niçin|ne zaman|nerede|nasıl|ne kadar' },
};
const shapes = new Map(
  Object.entries(ellipses).map(([language, { opener, bare }]) => [
    language,
    {
      elliptic: new RegExp(`^(?:${opener})[ ,]+(?<rest>\\S.*)$`, 'iu'),
      bare: new RegExp(`^(?:${bare})$`, 'iu'),
    },
  ]),
);
/** Chinese and Japanese put the marker at the end: 团队呢？ */
const behind =
  /^(?:那么|那麼|那|では|じゃあ)?[，、]?(?<rest>[^，、。？?\s]{1,12}?)(?:呢|の場合は|はどうですか|はどう|は)[？?]?$/u;
/** A complete question after "and" needs no earlier one. */
const longestSlot = 6;

/** Whether a question in a language other than English leaves out what the one before it says: "und für Teams?". */
export function isElliptic(question: string, language: string): boolean {
  const shape = shapes.get(language);
  const text = question
    .trim()
    .replaceAll('’', "'")
    .replace(/^[¿¡\s]+/u, '')
    .replace(/[\s?？!.。]+$/u, '');
  if (shape?.bare.test(text)) return true;
  const found = shape?.elliptic.exec(text) ?? (/^(?:zh|ja)$/.test(language) ? behind.exec(question.trim()) : null);
  const rest = found?.groups?.['rest'] ?? '';
  return rest !== '' && phraseWords(rest).length <= longestSlot;
}
