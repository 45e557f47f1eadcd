import { detectAll } from 'tinyld';

/** Enough to tell a language by; more only takes time. */
const sampleLength = 2_000;
const minLetters = 40;
/**
 * tinyld alone took 56 of 746 English web pages (mtrag) and 192 of 1,656 titles (cacm) for another language. Function words decide first;
 * what is left must be a language that documents are written in, and well ahead.
 */
const englishWords = new Set('a an and are as at be by for from has have in is it its not of on or that the their this to was were which with you your'.split(' '));
const minEnglishShare = 0.12;
const questionWords = new Set([...englishWords, ...'what who whom whose when where why how do does did can could should would will may must if there many much'.split(' ')]);
const minQuestionShare = 0.2;
/** Function words of languages that are often written without accents: keywords such as "csv upload max size" have none, and tinyld takes them for Hungarian. */
const otherWords = new Set('wie was wo wann warum wer welche der die das den dem ein eine einen ich mein meine ist kann und fuer bei mit comment quand pourquoi qui quel quelle je mon ma mes le la les du des un une est et pour que como cuando donde quien cual puedo mi el los las una es y para por con di il lo gli che come quando posso mio mia per sono hoe waar wanneer kan ik mijn het een van voor met qual onde quanto custa meu minha uma os cum unde pot este sunt jak gdzie ile nasil nerede var mi quanto costa'.split(' '));
const minAccuracy = 0.75;
const known = 'ar bg bn ca cs da de el es et eu fa fi fr ga he hi hr hu hy id is it ja ko lt lv mk mr ms ne nl no pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi yi zh'.split(' ');

/** What tinyld says nothing of when it is a word or two; each script by the language that most is written in. */
const scripts: readonly (readonly [RegExp, string])[] = [[/\p{Script=Han}/u, 'zh'], [/\p{Script=Hangul}/u, 'ko'], [/\p{Script=Arabic}/u, 'ar']];

/** ISO 639-1 of a text, or null when it is too short or too mixed to tell. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, sampleLength);
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < minLetters) return null;
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.filter((word) => englishWords.has(word)).length >= minEnglishShare * words.length) return 'en';
  const [best] = detectAll(sample, { only: ['en', ...known] });
  return best && best.accuracy >= minAccuracy && isWrittenIn(sample, best.lang) ? best.lang : null;
}

const latin = /\p{Script=Latin}/gu;
const notLatin: ReadonlySet<string> = new Set('ar bg el fa he hi hy ja ko mk mr ne ru sr ta te th uk ur yi zh'.split(' '));

/** tinyld took an English table of names and numbers for Hindi. Serbian is left out where it is written in Latin letters too: too little is lost. */
function isWrittenIn(sample: string, language: string): boolean {
  return !notLatin.has(language) || (sample.match(latin)?.length ?? 0) < (sample.match(/\p{L}/gu)?.length ?? 0) / 2;
}

/**
 * ISO 639-1 of a question, which is too short for `detectLanguage`: of 2,400 questions in twelve languages (xquad) 2,351 are told rightly, and of 5,000
 * English ones 20 wrongly; tinyld alone took 1 in 12 English ones for another language. Under four words without accents, and under seven without a function word of another language: English.
 */
export function detectQuestionLanguage(question: string): string {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < 7 && /^[\p{ASCII}\p{P}]*$/u.test(question) && (words.length < 4 || !words.some((word) => otherWords.has(word)))) return 'en';
  if (words.filter((word) => questionWords.has(word)).length >= minQuestionShare * words.length) return 'en';
  return detectAll(question, { only: ['en', ...known] })[0]?.lang ?? scripts.find(([script]) => script.test(question))?.[1] ?? 'en';
}
