/** Words with which a question is asked, and that say nothing of its subject: of the languages that the console offers, and of some more. */
import { englishWords, otherWords, primaryLanguage } from './language.ts';
import { lowerWords } from './words.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Languages that language.ts recognises questions by have their words there. */
const askedIn: Readonly<Record<string, ReadonlySet<string>>> = {
  ar: words(
    'ما ماذا من متى أين اين كيف كم هل لماذا لم أي اي أية إلى الى على عن في مع هو هي هم هذا هذه ذلك تلك التي الذي أن ان إن كان كانت يكون تكون لا نعم يوجد توجد يمكن يمكنني أستطيع بكم عند بعد قبل و أو ثم قد',
  ),
  he: words(
    'מה מי מתי איפה היכן איך כיצד כמה למה מדוע האם איזה איזו אילו לאן מאין את של על עם אל לא כן יש אין הוא היא הם הן זה זו זאת אני אנחנו אפשר ניתן צריך צריכה או גם כל בין אחרי לפני',
  ),
  ru: words(
    'что кто когда где куда откуда как сколько почему зачем какой какая какое какие каких каком ли и или в во на с со по к ко у о об от до из за для не нет есть был была были это этот эта эти я мы вы он она они можно нужно надо мне нам вам',
  ),
  uk: words(
    'що хто коли де куди звідки як скільки чому який яка яке які чи і або в у на з зі по до від для не ні є це можна треба',
  ),
  el: words(
    'τι ποιος ποια ποιο ποιοι ποιες πότε που πού πώς πως πόσο πόσα πόσοι πόσες γιατί είναι έχει και ή σε στο στη στην στον στα με για από να δεν θα το η ο οι τα την τον του της των μπορώ',
  ),
  hi: words(
    'क्या कौन कब कहाँ कहां कैसे कितना कितनी कितने क्यों किस किसका कौनसा है हैं था थे थी का की के को में से पर और या नहीं हाँ मैं हम आप वह यह कर सकता सकते सकती',
  ),
  fa: words('چه چی کی کجا چگونه چطور چند چقدر چرا آیا کدام است هست در به از با برای که و یا را این آن من ما شما'),
  ko: words(
    '무엇 무엇을 무엇이 뭐 누가 누구 언제 어디 어디서 어디에 어떻게 얼마 얼마나 얼마예요 얼마입니까 왜 어떤 몇 있나요 있습니까 하나요 인가요 입니까 됩니까',
  ),
};

/** Verbs that only ask where something is. */
const placed: Readonly<Record<string, ReadonlySet<string>>> = {
  de: words('liegt liegen steht stehen befindet befinden'),
  es: words('encuentra encuentran queda quedan ubica ubicada ubicado'),
  fr: words('trouve trouvent situe situé située'),
  it: words('trova trovano situato situata'),
  nl: words('ligt liggen staat staan bevindt bevinden'),
  pl: words('znajduje znajdują leży leżą mieści'),
  pt: words('fica ficam encontra encontram localiza localizado localizada'),
  tr: words('bulunuyor bulunur bulunmaktadır'),
  ar: words('يقع تقع'),
};

/** What only asks in scripts without spaces, longest first, where words are cut out of the text. */
const phrases: Readonly<Record<string, RegExp>> = {
  zh: /什么时候|什麼時候|什么地方|什麼地方|多少钱|多少錢|为什么|為什麼|怎么样|怎麼樣|哪一个|哪一個|请问|請問|什么|什麼|怎么|怎麼|怎样|怎樣|如何|哪里|哪裡|哪儿|哪些|哪个|哪個|何时|何時|多少|多久|几点|幾點|是否|有没有|有沒有|可以|能否|谁|誰|几|吗|嗎|呢|么|麼|的|了|是|在|我们|我們|我|你/gu,
  ja: /どのように|どうやって|どれくらい|どのくらい|いくらですか|ありますか|できますか|ですか|ますか|でしょうか|なぜ|どうして|どこで|どこに|どこ|いつから|いつまで|いつ|だれ|誰が|誰|どれ|どの|何時|何人|何|いくら|いくつ|を|は|が|に|の|で|と|も|か/gu,
  th: /เมื่อไหร่|เมื่อไร|ที่ไหน|อย่างไร|ยังไง|เท่าไหร่|เท่าไร|ทำไม|อะไร|ใคร|หรือไม่|ไหม|กี่|คือ|ของ|ครับ|ค่ะ|คะ/gu,
};

/** Words that tell a language in language.ts and have a meaning of their own: what a document lacks of them, it does lack. */
const telling = words(
  'bekomme bekommt bezahlen brauche brauchen braucht erhalte findet finde kostet mitarbeiter vergessen zahlen geht lange hallo danke gilt guten incluye tarda gracias hola buenos bonjour bonsoir merci pendant cerca buongiorno grazie ciao duurt krijg krijgt geldt vind vindt bedankt hallo dzień dobry dziękuję potrzebuję obrigada obrigado olá preciso cumpăr mulțumesc kommer kostar fråga hittar tack bulabilirim yapmak yapılır teşekkürler merhaba gói đổi mất ngày giờ',
);

/** French asks by turning verb and subject round: "a-t-il". */
const turnedRound = /-(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|ce)$/u;

/** Whether a word only asks, in the language of its question. Lower case. */
export function isFunctionWord(word: string, language: string): boolean {
  const spoken = primaryLanguage(language);
  if (spoken === 'en') return false;
  const own = otherWords[spoken];
  const bare = spoken === 'fr' ? word.toLowerCase().replace(turnedRound, '') : word.toLowerCase();
  if (telling.has(bare)) return false;
  if ([own?.strong, own?.weak, askedIn[spoken], placed[spoken]].some((known) => known?.has(bare))) return true;
  return bare.replace(phrases[spoken] ?? /(?!)/u, '') === '' && phrases[spoken] !== undefined;
}

/**
 * A question without what only asks, where spaces do not separate words; any other as it is.
 * @param shortest shorter phrases stay: single letters may also be a part of a word
 */
export function withoutAskingPhrases(question: string, language: string, shortest = 1): string {
  const shape = phrases[primaryLanguage(language)];
  if (shape === undefined) return question;
  const rest = question.replaceAll(shape, (phrase) => (phrase.length < shortest ? phrase : ' '));
  return /[\p{L}\p{N}]{2}/u.test(rest) ? rest : question;
}

/**
 * The words of a question that only ask. What no document has of them is nothing that is missing: "Wann" in a question
 * about documents that never say it.
 */
export function askingWords(question: string, language: string): string[] {
  return lowerWords(question).filter((word) => isFunctionWord(word, language) && !englishWords.has(word));
}
