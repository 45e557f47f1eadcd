import { primaryLanguage } from '../../knowledge/language/language.ts';
import type { Fusion, RetrievalSettings } from '../passage.ts';
import type { Preset } from '../presets.ts';
import { byScore, type FusedHit, scoreOf } from './fuse.ts';
import { onceFor, type Question } from '../question/question.ts';

export interface Recency {
  readonly halfLifeDays: number;
  /** What a passage dated today gains. */
  readonly weight: number;
}

/** A year: price lists, terms and handbooks are mostly renewed yearly. */
const halfLifeDays = 365;
/**
 * Share of the best score that the fusion can give. In five pairs of an old and a new text (prices, notice, hours,
 * release, home office; built-in embedder), where the old one led, it led by .01, .02 and .12 of 1.5, and the best
 * unrelated text was .34 or more behind. A weight of .065 in all therefore settles only near ties. Reciprocal ranks are
 * closer together: .02 of the best is one rank in both arms.
 */
const shareOfBest: Readonly<Record<Fusion, number>> = { CONVEX: 0.033, LINEAR: 0.05, RRF: 0.02 };
const dayMillis = 86_400_000;

/**
 * The weight of recency in one search. Null unless the question is about now, and for the published recipes, which
 * ignore dates.
 */
export function recencyOf(question: Question, preset: Preset, settings: RetrievalSettings): Recency | null {
  return preset.adjusts && isTimeSensitive(question)
    ? { halfLifeDays, weight: shareOfBest[settings.fusion] * bestScore(settings) }
    : null;
}

/** The maximum of a cosine or a normalised keyword score is 1, that of a reciprocal rank 1 / (k + 1). */
function bestScore({ fusion, vectorWeight, keywordWeight, rrfK }: RetrievalSettings): number {
  return (vectorWeight + keywordWeight) / (fusion === 'RRF' ? rrfK + 1 : 1);
}

/**
 * Adds weight x 2^(-age / half-life) to each hit and sorts again, so that the newer of two passages that match about
 * equally well comes first. The gain never exceeds the weight, so no date outweighs a better match. A hit without a
 * date, because it was deleted in the meantime, gains nothing. A hit dated after `asOf` counts as age 0.
 */
export function withRecency(
  hits: readonly FusedHit[],
  dateOf: (chunkId: string) => Date | undefined,
  asOf: Date,
  { halfLifeDays: halfLife, weight }: Recency,
): FusedHit[] {
  return hits
    .map((hit): FusedHit => {
      const date = dateOf(hit.chunkId);
      if (!date) return hit;
      const ageDays = Math.max(0, (asOf.getTime() - date.getTime()) / dayMillis);
      const trace = {
        ...hit.trace,
        adjustments: [
          ...hit.trace.adjustments,
          { kind: 'RECENCY' as const, contribution: weight * 2 ** (-ageDays / halfLife) },
        ],
      };
      return { ...hit, trace, score: scoreOf(trace) };
    })
    .sort(byScore);
}

/** `current` as a noun (the current of a motor) or in fixed terms is not about time. */
const noCurrent = String.raw`(?<!\b(?:electric|electrical|alternating|direct|leakage|fault|inrush|charging|charge|discharge|eddy|rated|nominal|residual|ocean|sea|tidal|air|water|river|input|output|peak|maximum|what) )`;
const noThing = String.raw`(?! (?:accounts?|assets?|liabilit\w+|transformers?|sensors?|limit(?:er|ing)?|ratings?|draw|drawn|consumption|clamps?|density|flows?|flowing|leaks?|runs?|does|is|can|will|must|should|in|of|at|from|through|to)\b)`;

/** By ISO 639-1 code: patterns that show that a question is about now. Word boundaries are added below. */
const words: Readonly<Record<string, readonly string[]>> = {
  en: [
    `${noCurrent}current${noThing}(?=\\s*\\S)(?!\\s*[?.!,;])`,
    'currently',
    'now(?! that)',
    "today(?:['’]s)?",
    'nowadays',
    'these days',
    'at present',
    'at the moment',
    'latest',
    'newest',
    'most recent',
    'recent(?:ly)?',
    'up[- ]to[- ]date',
    "this (?:year|quarter|month|week|season)(?:['’]s)?",
    'still (?:valid|in force|available|supported|offered|allowed|applies|apply|true)',
  ],
  de: [
    'aktuell(?:e[mnrs]?|ste[mnr]?)?',
    'derzeit(?:ige[mnrs]?)?',
    'momentan(?:e[mnrs]?)?',
    'gegenwärtig(?:e[mnrs]?)?',
    'zurzeit',
    'zur zeit',
    'heute',
    'heutige[mnrs]?',
    'heutzutage',
    'jetzt',
    'jetzige[mnrs]?',
    'neueste[mnrs]?',
    'heuer',
    '(?:in )?diese[sm] (?:jahr|monat|quartal)',
    '(?:in )?diese[nr]? (?:monat|woche|saison)',
  ],
  fr: [
    'actuel(?:le)?s?',
    'actuellement',
    'maintenant',
    "aujourd['’]hui",
    'en ce moment',
    "à l['’]heure actuelle",
    'désormais',
    '(?:la|le|les) plus récente?s?',
    'derni(?:er|ère)s? (?:version|mise à jour|tarif|édition)s?',
    '(?:cette (?:année|semaine|saison)|ce (?:mois|trimestre))',
  ],
  es: [
    'actual(?:es|mente)?',
    'ahora',
    'hoy',
    'en este momento',
    'vigentes?',
    'más (?:reciente|nuev[oa])s?',
    'últim[oa]s? (?:versi[oó]n(?:es)?|novedad(?:es)?|actualizaci[oó]n(?:es)?|edici[oó]n)',
    '(?:este (?:año|mes|trimestre)|esta (?:semana|temporada))',
  ],
  it: [
    'attual[ei]',
    'attualmente',
    'adesso',
    'oggi',
    'al momento',
    'in questo momento',
    'vigent[ei]',
    'più recent[ei]',
    'ultim[aeio] (?:version[ei]|novità|aggiornament[io]|edizion[ei])',
    "(?:quest['’]anno|questo (?:mese|trimestre)|questa (?:settimana|stagione))",
  ],
  pt: [
    'a(?:c)?tua(?:l|is|lmente)',
    'agora',
    'hoje',
    'n(?:o|este) momento',
    'vigentes?',
    'mais recentes?',
    'últim[oa]s? (?:vers(?:ão|ões)|novidades?|atualizaç(?:ão|ões)|edição)',
    '(?:n?este (?:ano|mês|trimestre)|n?esta semana)',
  ],
  nl: [
    'actue(?:el|le)',
    'huidige?',
    'momenteel',
    'nu',
    'vandaag',
    'op dit moment',
    'tegenwoordig',
    'thans',
    'nieuwste',
    'meest recente',
    'laatste (?:versie|editie|nieuws)',
    '(?:dit (?:jaar|kwartaal|seizoen)|deze (?:maand|week))',
  ],
  ro: [
    'actual(?:ă|e|i|ul|a|ele|ii)?',
    'actualmente',
    'acum(?! (?:\\d|un|o|doi|două|trei|patru|c[âî]))',
    'azi',
    'ast[ăa]zi',
    '[îi]n prezent',
    '[îi]n acest moment',
    'momentan',
    '[îi]n vigoare',
    'ce[al]?i? mai (?:nou|nouă|noi|recent|recentă|recente)',
    'ultim(?:a|ul|ele|ii) (?:versiun[ei]|edi[țţt]i[ei])',
    '(?:anul|luna|s[ăa]pt[ăa]m[âa]na) (?:acesta|aceasta|asta|ăsta)',
  ],
  ru: [
    'сейчас',
    'теперь',
    'сегодня(?:шн\\p{L}+)?',
    'текущ\\p{L}+',
    'актуальн\\p{L}+',
    'нынешн\\p{L}+',
    'действующ\\p{L}+',
    'в настоящее время',
    'на данный момент',
    'последн\\p{L}+ (?:верси\\p{L}+|редакци\\p{L}+)',
    'сам\\p{L}+ (?:нов|свеж)\\p{L}+',
    'новейш\\p{L}+',
    '(?:в этом (?:году|месяце|квартале)|на этой неделе)',
  ],
  tr: [
    'şu an(?:da|ki)?',
    'şimdi(?:ki)?',
    'bugün(?:kü)?',
    'güncel',
    'mevcut',
    'günümüzde',
    'hal[ie]hazırda',
    'en son',
    'en yeni',
    'bu (?:yıl|sene|ay|hafta)(?:ki)?',
  ],
};
/** Languages that are written without spaces between words. */
const unspaced =
  /现在|現在|目前|当前|當前|今天|现行|現行|最新|如今|今年|今月|今週|本月|本周|本週|这个月|這個月|今日|現時点|今[のはも]/u;

const patterns = new Map(
  Object.entries(words).map(([language, list]) => [
    language,
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?<!\bat the )(?:${list.join('|')})(?![\p{L}\p{N}])`, 'iu'),
  ]),
);

/**
 * Whether a question is about now: "current", "latest", "this year", in English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Romanian, Russian, Turkish, Chinese and Japanese. English, Russian, Chinese and Japanese words are
 * looked for in every question, the others only if the question may be in their language: Spanish "actual" means
 * current, English "actual" does not.
 *
 * A word list has limits. "Who is the director?" is about now but is not recognised. "At the latest" and most uses of
 * an electric current are excluded explicitly, but other phrasings of an electric current are taken for now, and so is
 * the "latest" of two named years. A false positive costs little: recency only orders passages that match about equally
 * well.
 */
export const isTimeSensitive = onceFor((question): boolean => {
  const spoken = new Set(['en', 'ru', ...question.languages.map((language) => primaryLanguage(language))]);
  const text = question.text.normalize('NFC');
  return unspaced.test(text) || [...spoken].some((language) => patterns.get(language)?.test(text) ?? false);
});
