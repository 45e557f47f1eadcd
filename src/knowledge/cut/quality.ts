import { isUnspaced, lowerWords } from '../language/words.ts';
import type { ContentType } from './chunk.ts';

type OmitReason = 'EMPTY_OF_WORDS' | 'BOILERPLATE' | 'LINK_LIST' | 'GARBLED' | 'LOW_DENSITY';

interface ChunkQuality {
  /** 0..1: the product of the factors below; ordinary prose has more than .9. */
  readonly quality: number;
  /** Why retrieval should skip the chunk; null: it should not. */
  readonly omitReason: OmitReason | null;
}

/**
 * Prose below this is omitted. Of 4,700 chunks of six public sets, the lowest that says something has .28, the lowest
 * prose .40: formulas spelled out.
 */
export const densityFloor = 0.25;

/** What is counted once for each chunk. */
interface Counts {
  readonly text: string;
  readonly words: readonly string[];
  readonly visible: number;
  /** 1: no character is lost; under `minReadability`: garbled. */
  readonly readability: number;
  readonly isData: boolean;
}

/**
 * Rates a chunk by what can be counted in it, in any script. In doubt a chunk stays, because an omitted one cannot be
 * found.
 */
export function chunkQuality(text: string, contentType: ContentType): ChunkQuality {
  const visible = countOf(text, /\S/gu);
  const isData = contentType === 'TABLE' || contentType === 'CODE' || contentType === 'RECORD';
  const counts = { text, words: lowerWords(text), visible, readability: readability(text, visible), isData };
  const unspaced = isUnspaced(text);
  const shape = contentType === 'PROSE' && !unspaced ? wordShape(counts.words) : 1;
  const quality =
    counts.words.length === 0
      ? 0
      : density(counts) * variety(counts.words, unspaced) * novelty(text) * prose(text) * counts.readability * shape;
  return { quality, omitReason: omitReason(counts, contentType, quality) };
}

function omitReason(
  { text, words, visible, readability: readable, isData }: Counts,
  contentType: ContentType,
  quality: number,
): OmitReason | null {
  if (words.length === 0) return 'EMPTY_OF_WORDS';
  if (readable < minReadability || (!isData && isScrambled(text, visible))) return 'GARBLED';
  if (!isData && isLinkList(text)) return 'LINK_LIST';
  if (!isData && boilerplateShare(text) >= minBoilerplateShare) return 'BOILERPLATE';
  const saysSomething = (isData || contentType === 'LIST') && words.some((word) => /\p{L}{2}|\p{N}/u.test(word));
  return quality < densityFloor && !saysSomething ? 'LOW_DENSITY' : null;
}

/**
 * Returns the share of letters, accents and digits among the characters that are not blank. 60 % or more count as 1;
 * source code also reaches that.
 */
function density({ words, visible }: Counts): number {
  return Math.min(1, words.reduce((sum, word) => sum + word.length, 0) / Math.max(1, visible) / 0.6);
}

/**
 * Returns the share of distinct words; a quarter or more counts as 1. The share falls with the length: long prose has
 * 40 %.
 */
function variety(words: readonly string[], unspaced: boolean): number {
  const units = unspaced ? Array.from(words.join('')) : words;
  // In 300 characters of Chinese a third are distinct; in Thai, with fewer letters, a tenth.
  const full = unspaced ? 0.08 : 0.25;
  return units.length < 20 ? 1 : Math.min(1, new Set(units).size / units.length / full);
}

/** Returns the share of lines that do not repeat an earlier one. */
function novelty(text: string): number {
  const list = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return list.length === 0 ? 1 : new Set(list).size / list.length;
}

const addressShape = /(?:https?:\/\/|www\.)\S+/giu;

/**
 * Falls from 1 to .3 as the share of addresses among the words rises. It never reaches 0, because an address alone
 * below its heading may be the answer.
 */
function prose(text: string): number {
  const addresses = countOf(text, addressShape);
  return addresses === 0
    ? 1
    : 1 - (0.7 * addresses) / (addresses + lowerWords(text.replaceAll(addressShape, ' ')).length);
}

/**
 * Whether a text has three or more addresses and less than one word for each. One address with its name ("Status page:
 * https://…") is an answer.
 */
function isLinkList(text: string): boolean {
  const addresses = countOf(text, addressShape);
  return addresses >= 3 && lowerWords(text.replaceAll(addressShape, ' ')).length < addresses;
}

/** The limit of garbled text: more than a tenth of the characters are lost; in a short text, more than five. */
const minReadability = 0.5;
const shortText = 50;
/**
 * Signs of lost characters: replacement characters, private use (one alone is Word's bullet), UTF-8 read as Latin-1 or
 * cp1252, glyph numbers that a PDF's font does not explain.
 */
const lostShape =
  /[\uFFFD\p{Cc}]|\p{Co}{2,}|[ÃÂ][\u0080-\u00BF]|â[\u0080-\u009F€][\u0080-\u00BF\u2018-\u203A\u0152-\u0178\u2122]|[ÐÑ][\u0080-\u00BF\u0152-\u0178\u2018-\u203A€]|\(cid:\d+\)/gu;

function readability(text: string, visible: number): number {
  const lost = (text.match(lostShape) ?? [])
    .filter((match) => match.trim())
    .reduce((sum, match) => sum + match.length, 0);
  return Math.max(0, 1 - (5 * lost) / Math.max(shortText, visible));
}

/** Whether a text is encoded data: most of it is runs of letters and digits that are too long for words. */
function isScrambled(text: string, visible: number): boolean {
  const runs = text.replaceAll(addressShape, ' ').match(/[A-Za-z\d+/=_-]{80,}/g) ?? [];
  return runs.reduce((sum, run) => sum + run.length, 0) * 2 > visible;
}

/**
 * Lowers the quality if words are far too short (s p e l l e d o u t) or too long for a language. This alone omits
 * nothing.
 */
function wordShape(words: readonly string[]): number {
  const mean = words.reduce((sum, word) => sum + word.length, 0) / Math.max(1, words.length);
  return mean < 2 || mean > 20 ? 0.5 : 1;
}

/**
 * From this share on a chunk is boilerplate: the share of its words in lines and menu entries that are only a site's
 * furniture.
 */
const minBoilerplateShare = 0.8;

function countOf(text: string, shape: RegExp): number {
  return text.match(shape)?.length ?? 0;
}

/** Whole menu entries and buttons of web pages. */
const labels = new Set([
  'home',
  'menu',
  'search',
  'login',
  'log in',
  'sign in',
  'sign up',
  'log out',
  'contact',
  'contact us',
  'about',
  'about us',
  'imprint',
  'sitemap',
  'privacy',
  'privacy policy',
  'terms',
  'terms of use',
  'terms of service',
  'cookie policy',
  'cookie settings',
  'cookies',
  'accept',
  'accept all',
  'accept all cookies',
  'accept cookies',
  'reject all',
  'decline',
  'manage preferences',
  'manage cookies',
  'skip to content',
  'skip to main content',
  'back to top',
  'next',
  'previous',
  'share',
  'tweet',
  'print',
  'read more',
  'subscribe',
  'newsletter',
  'follow us',
  'careers',
  'blog',
  'all rights reserved',
  'close',
  'startseite',
  'suche',
  'anmelden',
  'abmelden',
  'registrieren',
  'kontakt',
  'über uns',
  'impressum',
  'datenschutz',
  'datenschutzerklärung',
  'agb',
  'alle akzeptieren',
  'alle ablehnen',
  'cookie einstellungen',
  'zum inhalt springen',
  'nach oben',
  'weiterlesen',
  'alle rechte vorbehalten',
  'teilen',
  'drucken',
  'schließen',
  'accueil',
  'recherche',
  'connexion',
  'se connecter',
  'à propos',
  'mentions légales',
  'politique de confidentialité',
  'tout accepter',
  'tout refuser',
  'aller au contenu',
  'haut de page',
  'lire la suite',
  'tous droits réservés',
  'inicio',
  'buscar',
  'iniciar sesión',
  'contacto',
  'acerca de',
  'aviso legal',
  'política de privacidad',
  'política de cookies',
  'aceptar todo',
  'aceptar todas',
  'rechazar todo',
  'leer más',
  'todos los derechos reservados',
  'início',
  'entrar',
  'contato',
  'sobre',
  'aceitar tudo',
  'todos os direitos reservados',
  'cerca',
  'accedi',
  'contatti',
  'chi siamo',
  'accetta tutti',
  'tutti i diritti riservati',
  '首页',
  '登录',
  '注册',
  '联系我们',
  '关于我们',
  '隐私政策',
  '版权所有',
  'ホーム',
  'ログイン',
  'お問い合わせ',
  'プライバシーポリシー',
  'الرئيسية',
  'تسجيل الدخول',
  'اتصل بنا',
  'سياسة الخصوصية',
  'главная',
  'войти',
  'контакты',
  'о нас',
]);

/** Beginnings of cookie banners and copyright lines. */
const openings = [
  'we use cookies',
  'this website uses cookies',
  'this site uses cookies',
  'by continuing to use this site',
  'by clicking accept',
  'copyright',
  '©',
  'wir verwenden cookies',
  'diese website verwendet cookies',
  'nous utilisons des cookies',
  'ce site utilise des cookies',
  'utilizamos cookies',
  'este sitio utiliza cookies',
  'utilizziamo i cookie',
  'questo sito utilizza',
  '我们使用cookie',
  '当サイトではcookie',
];

/** One such line may occur in any text; three or more are the furniture of a page. */
const minSegments = 3;

/**
 * Returns the share of the words in menu entries, cookie banners and copyright lines; 0 if there are fewer than three
 * of these.
 */
function boilerplateShare(text: string): number {
  const segments = text
    .split(/\n|[|·•›»]|(?<=[.!?])\s/u)
    .map((segment) =>
      segment
        .replace(/^\s*(?:[-*]|\d+\.|#{1,6})\s/, '')
        .trim()
        .toLowerCase(),
    )
    .filter(Boolean);
  const furniture = segments.filter(
    (segment) => labels.has(lowerWords(segment).join(' ')) || openings.some((opening) => segment.startsWith(opening)),
  );
  return furniture.length < minSegments ? 0 : wordsIn(furniture) / Math.max(1, wordsIn(segments));
}

function wordsIn(segments: readonly string[]): number {
  return segments.reduce((sum, segment) => sum + lowerWords(segment).length, 0);
}
