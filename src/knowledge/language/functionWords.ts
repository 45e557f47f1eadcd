/** Words with which a question is asked, and that say nothing of its subject: of the languages that the console offers, and of some more. */
import stopWords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import { englishWords, otherWords, primaryLanguage } from './language.ts';
import { lowerWords } from './words.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const stops = new Map<string, ReadonlySet<string>>();

/** The library's stop words of a language, ISO 639-1; made into a set when it is first asked in. */
function stopsOf(language: string): ReadonlySet<string> {
  const known = stops.get(language) ?? new Set((stopWords as Partial<Record<string, string[]>>)[language]);
  stops.set(language, known);
  return known;
}

/** What neither the library has nor language.ts, which recognises questions by such words. */
const askedIn: Readonly<Record<string, ReadonlySet<string>>> = {
  ar: words('اين لماذا أية تكون يوجد توجد يمكنني أستطيع'),
  he: words('כמה האם איזו אילו זו אפשר ניתן צריך צריכה'),
  ru: words('какое какие каких каком ко'),
  uk: words('хто куди звідки скільки чому яка яке які і або в у на зі по не ні можна треба'),
  el: words('πότε πού πώς πόσο πόσα πόσοι πόσες γιατί είναι έχει ή μπορώ'),
  hi: words('क्या कब कहाँ कहां कैसे कितनी कितने क्यों किसका हाँ मैं हम सकती'),
  fa: words('چی'),
  ko: words('무엇을 무엇이 뭐 누가 어디서 어디에 얼마예요 얼마입니까 있나요 있습니까 하나요 인가요 입니까 됩니까'),
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
  'bekomme bekommt bezahlen brauche brauchen braucht erhalte findet finde kostet mitarbeiter vergessen zahlen hallo danke gilt guten incluye tarda gracias hola bonjour bonsoir buongiorno ciao duurt krijg krijgt geldt vind vindt bedankt hallo dzień dobry dziękuję potrzebuję olá preciso cumpăr mulțumesc kostar fråga hittar bulabilirim yapılır teşekkürler merhaba gói đổi mất giờ',
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
  if ([stopsOf(spoken), own?.strong, own?.weak, askedIn[spoken], placed[spoken]].some((known) => known?.has(bare)))
    return true;
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
