import eld from 'eld/extrasmall';

/** The number of characters that suffice to detect a language. More only take time. */
const sampleLength = 2_000;
const minLetters = 40;
/**
 * Function words decide first; what has none, such as a list of names, goes to eld. It counts only where it calls itself
 * reliable: of 746 English web pages (mtrag) it takes 7 for another language otherwise, and none with it
 * (`npm run bench languages`).
 */
const frequentEnglish = new Set(
  'a an and are as at be by for from has have in is it its not of on or that the their this to was were which with you your'.split(
    ' ',
  ),
);
const minEnglishShare = 0.12;
/**
 * How far a language must be ahead of English, in eld's scores. Texts in German, Spanish and Romanian are ahead by .19
 * and more, cut to 120 characters by .17 (300 of xquad, all but one). Of 2,048 small English tables of faults and
 * persons that eld took for the language of the persons' names, 1,884 were not.
 */
const leastAhead = 0.15;
const known =
  'ar bg bn ca cs da de el es et eu fa fi fr he hi hr hu hy is it ja ko lt lv mr ms nl no pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'.split(
    ' ',
  );

/** Returns the ISO 639-1 code of a text, or null if it is too short or too mixed. */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, sampleLength);
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < minLetters) return null;
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.filter((word) => frequentEnglish.has(word)).length >= minEnglishShare * words.length) return 'en';
  const found = eld.detect(sample);
  const { language } = found;
  const may = language === 'en' || (found.isReliable() && known.includes(language) && leadsEnglish(found));
  return may && isWrittenIn(sample, language) ? (unknownToEld(language, sample) ?? language) : null;
}

function leadsEnglish(found: ReturnType<typeof eld.detect>): boolean {
  const { en = 0, [found.language]: own = 0 } = found.getScores() as Partial<Record<string, number>>;
  return own - en >= leastAhead;
}

/**
 * Signs of a language that its neighbours in the same script lack, rarest first: eld is unsure between neighbours in a
 * short question (Hindi and Marathi differ by .01 in its scores), and does not know Nepali, Macedonian and Yiddish.
 */
const ownSigns: readonly (readonly [language: string, sign: RegExp])[] = [
  ['mr', /ळ|(?<!\p{L})(?:आहे|काय|कसा|कसे|कशी|किती)(?![\p{L}\p{M}])/u],
  ['ne', /न्छ/u],
  ['mk', /[ѓќѕ]/u],
  ['sr', /[ђћљњџј]/u],
  ['uk', /[іїєґ]/u],
  ['ru', /[ыэё]/u],
  ['ur', /[ٹڈڑںےہ]/u],
  ['fa', /[پچژگ]/u],
  ['yi', /[װױײ]/u],
];
const neighbours: Readonly<Record<string, readonly string[]>> = {
  hi: ['ne'],
  mr: ['ne'],
  sr: ['mk'],
  bg: ['mk'],
  he: ['yi'],
};

/** Returns the language that a text has the signs of, where eld can only name its neighbour. */
function unknownToEld(language: string, sample: string): string | undefined {
  // Its Malay is Malay and Indonesian; the database has a stemmer for the second.
  if (language === 'ms') return 'id';
  return ownSigns.find(([other, sign]) => neighbours[language]?.includes(other) && sign.test(sample))?.[0];
}

const latin = /\p{Script=Latin}/gu;
const notLatin: ReadonlySet<string> = new Set(
  'ar bg el fa he hi hy ja ko mk mr ne ru sr ta te th uk ur yi zh'.split(' '),
);

/**
 * Whether a text uses a language's script: a detector took an English table of names and numbers for Hindi. Serbian in
 * Latin letters is not recognised either; the loss is small.
 */
function isWrittenIn(sample: string, language: string): boolean {
  return !notLatin.has(language) || (sample.match(latin)?.length ?? 0) < (sample.match(/\p{L}/gu)?.length ?? 0) / 2;
}

/** Each script with its languages, the most common first. A single word in the script is enough. */
const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, ['ja']],
  [/\p{Script=Han}/gu, ['zh']],
  [/\p{Script=Hangul}/gu, ['ko']],
  [/\p{Script=Thai}/gu, ['th']],
  [/\p{Script=Greek}/gu, ['el']],
  [/\p{Script=Arabic}/gu, ['ar', 'fa', 'ur']],
  [/\p{Script=Hebrew}/gu, ['he', 'yi']],
  [/\p{Script=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr', 'mk']],
  [/\p{Script=Devanagari}/gu, ['hi', 'mr', 'ne']],
  [/\p{Script=Bengali}/gu, ['bn']],
  [/\p{Script=Armenian}/gu, ['hy']],
  [/\p{Script=Tamil}/gu, ['ta']],
  [/\p{Script=Telugu}/gu, ['te']],
];
const inLatinLetters = ['en', ...known.filter((language) => !notLatin.has(language) && language !== 'bn')];

/**
 * Letters of each language. English has the `shared` ones only in names ("Müller", "São Paulo") and the `own` ones
 * nowhere: each word with an `own` letter counts.
 */
const letters: Readonly<Record<string, { readonly shared?: RegExp; readonly own?: RegExp }>> = {
  de: { shared: /[äöü]/u, own: /ß/u },
  es: { shared: /[ñáíóú]/u, own: /[¿¡]/u },
  fr: { shared: /[çœèêëïôûùàâ]/u },
  it: { shared: /[àèìòù]/u },
  pl: { shared: /[ćńó]/u, own: /[ąęłśźż]/u },
  pt: { shared: /[ãõçâêô]/u },
  ro: { shared: /[âî]/u, own: /[ășşțţ]/u },
  sv: { shared: /[åäö]/u },
  tr: { shared: /[çöü]/u, own: /[ğış]/u },
  vi: { shared: /[âêôăđ]/u, own: /[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịĩọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]/u },
};
const weakWeight = 0.5;
const letterWeight = 0.5;
/** The score of one word that occurs in no name or loan. */
const sure = 1;
/**
 * The least evidence for which eld is consulted if no word is known. For a word or two without accents it returns
 * anything.
 */
const fewestWords = { plain: 4, accented: 2 };
const fewestLetters = 20;

/**
 * Returns the ISO 639-1 code of a question, which is too short for `detectLanguage`. Null if the question does not
 * reveal it: a name, a code, or a few words that several languages share. One word is enough to recognise a script. In
 * Latin letters, words that a language has and English lacks decide, and the reverse. eld chooses between languages with
 * equal scores, and is consulted if there are no such words.
 */
export function languageOfQuestion(question: string): string | null {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const written = scriptLanguage(question, words);
  if (written !== null) return written;
  const scores = Object.keys(otherWords).map((language) => scoresOf(language, words, question));
  const best = scores.reduce((left, right) => (right.own > left.own ? right : left));
  if (best.own >= sure && best.own > best.english)
    return likeliest(
      question,
      scores.filter(({ own }) => own === best.own).map(({ language }) => language),
    );
  if (scores.some(({ english }) => english > 0)) return 'en';
  return words.length >= (words.every((word) => /^[a-z]+$/.test(word)) ? fewestWords.plain : fewestWords.accented)
    ? byLetters(question)
    : null;
}

/** Returns the language of a question, or English if it is not recognised. */
export function detectQuestionLanguage(question: string): string {
  return languageOfQuestion(question) ?? 'en';
}

/**
 * Returns the language that the script indicates. Null if the question has only Latin letters, or is an English
 * question about a word in another script.
 */
function scriptLanguage(question: string, words: readonly string[]): string | null {
  const counts = scripts
    .map(([script, languages]) => ({ languages, count: question.match(script)?.length ?? 0 }))
    .filter(({ count }) => count > 0);
  const [first] = counts;
  if (!first || words.filter((word) => englishWords.has(word)).length > 1) return null;
  // A question with kana is Japanese, however many Han characters it has.
  const most =
    first.languages[0] === 'ja' ? first : counts.reduce((left, right) => (right.count > left.count ? right : left));
  return likeliest(question, most.languages);
}

interface Scores {
  readonly language: string;
  /** The weight of words and letters that this language has and English lacks. */
  readonly own: number;
  /** The number of English words that this language lacks. */
  readonly english: number;
}

const noWords = { strong: new Set<string>(), weak: new Set<string>() };

function scoresOf(language: string, words: readonly string[], question: string): Scores {
  const { strong, weak } = otherWords[language] ?? noWords;
  const weightOf = (word: string) => (strong.has(word) ? 1 : weak.has(word) ? weakWeight : 0);
  const said = words.filter((word) => !englishWords.has(word)).reduce((sum, word) => sum + weightOf(word), 0);
  return {
    language,
    own: said + lettersOf(language, words, question),
    english: words.filter((word) => englishWords.has(word) && weightOf(word) === 0).length,
  };
}

function lettersOf(language: string, words: readonly string[], question: string): number {
  const { shared, own } = letters[language] ?? {};
  const marked =
    own === undefined ? 0 : Math.max(words.filter((word) => own.test(word)).length, Number(own.test(question)));
  return letterWeight * (marked + Number(shared !== undefined && words.some((word) => shared.test(word))));
}

/** Over the language that stands first: "возврат денег" is Russian .825, Serbian .83. */
const leastLead = 0.02;

/** Returns the language that eld finds likeliest among some, or the first if it is not sure. */
function likeliest(question: string, languages: readonly string[]): string {
  const [first = 'en'] = languages;
  if (languages.length < 2) return first;
  const signed = ownSigns.find(([language, sign]) => languages.includes(language) && sign.test(question.toLowerCase()));
  if (signed) return signed[0];
  const scores = eld.detect(question).getScores();
  const scoreOf = (language: string) => scores[language] ?? 0;
  const best = languages.reduce((left, right) => (scoreOf(right) > scoreOf(left) ? right : left));
  return scoreOf(best) > scoreOf(first) + leastLead ? best : first;
}

function byLetters(question: string): string | null {
  if ((question.match(/\p{L}/gu)?.length ?? 0) < fewestLetters) return null;
  const found = eld.detect(question);
  return found.isReliable() && inLatinLetters.includes(found.language) ? found.language : null;
}

/** Returns the language of a BCP 47 tag without script and region, in lower case: "de" for "de-AT". */
export function primaryLanguage(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Words that mark a short question as English: function words and everyday words of questions. A word that another
 * language also has ("in", "do") is no evidence against that language.
 */
export const englishWords = words(
  [
    'a able about access account accounts add address admin after again age agree allowance allowed amount and answer any apply approve approves are aren arrive as ask at back battery be because been before being between bill billing',
    'book booking both bought box break bring broken budget business but buy by call can cancel cannot cant car change charge charged cheap check choose city close closed code color colour company connect copy cost costs could couldn',
    'count country create credit currency current customer customers daily damaged date day days deadline declined delete delivery desk did didn discount do does doesn dog doing don done door down download drill drive driver due each',
    'early edit else email employee employees enable end ever every everyone expense expire expires expiry fail failed fails file files find first fix flight food for found free from full get gets getting gift give go goes going goods',
    'got guest guide had hardware has have having he health help her here hers him hire his holiday holidays home hour hours how i if impact in instead interval into is isn it its itself join just keep key keys know label last late',
    'later lease leave length let letter limit link list log lost lunch m machine mail maximum may maybe meaning means meet meeting memory merge might minimum missing model money month monthly months move much my myself name names need',
    'needed needs neither never new news next night nobody none nor not nothing notice number of off office often old once only open opening or order orders other our ours out own owner page paid paper parental parking pay paying',
    'payment people phone photo plans please policy power price prices print printer product products property questions quickly quote rate rates read receipt refund refunds remove renew repair replace report request require required',
    'reset return returns review room rule rules run safety salary sale sales save seat seats security sell send service services settings share ship shipping shoes shop should shouldn sick sign since size slow so some someone something',
    'soon staff start still stock stolen stop storage store such supplier swap switch take tax taxes team tell terms than that thats the their them then there these they thing things this those through ticket tickets time times to today',
    'together tomorrow too tool tools track train training travel trial try turn twice type unit until up update upgrade upload upon use used user users uses using vacation value ve vendor visit wait want warehouse warranty wasn water',
    'week weekend weekly weeks weight were weren what whats when where whether which while who whom whose why will with within without won wont work working works world would wouldn write wrong year yearly years yes yesterday yet you',
    'your yours',
  ].join(' '),
);

/**
 * Words that mark a question as another language: function words, and words with which questions are asked. `weak`
 * words also occur in names and loans ("La Liga", "Der Spiegel", "à la carte") or in several languages; alone they
 * prove nothing.
 */
export const otherWords: Readonly<
  Record<string, { readonly strong: ReadonlySet<string>; readonly weak: ReadonlySet<string> }>
> = {
  de: {
    strong: words(
      'aber alle alles als auch aus beim bekomme bekommt bezahlen bin bitte brauche brauchen braucht danke dann darf dass dein deine dem denn dich diese diesem diesen dieser dieses dir dort dürfen ein eine einem einen einer eines er erhalte es euch finde findet für ganz gegen geht gibt gilt guten habe haben hallo hatte heute ich ihm ihn ihr ihre ihren immer ist jede jeder jetzt kann kannst kein keine keinen kommt kostet können könnte lange macht mehr mein meine meinem meinen meiner mich mir mit mitarbeiter muss muß müssen nach nicht nichts noch nur ob oder ohne schon sein seine sich sie sind soll sollte um uns unser unsere unter vergessen viel viele vor wann warum weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieviel wieviele wir wird wo woher wohin wurde wäre zahlen zu zur zwischen über',
    ),
    weak: words('am an auf bei bis das den der des die hat im in nun so und vom von war was will zum'),
  },
  es: {
    strong: words(
      'algo alguna alguno algún antes aquí así aunque bajo buenos cada como cual cuales cuando cuanta cuantas cuanto cuantos cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo debe debo desde después donde dónde ella ellos eres eso esta estan estas este esto estos estoy está están existe fue gracias ha había hace hacer han hay hola incluye mientras mis mucho muy más nada necesita necesito nos nosotros nuestra nuestro otra otro para pero podemos poder porque puede pueden puedo quien quienes quién qué según ser siempre sobre sus también tarda tengo tiene tienen todo todos tras tu una unas uno unos usted veces ya',
    ),
    weak: words('a al con de del el en era es hasta la las le les lo los me mi no o por que se si sin son soy su un y'),
  },
  fr: {
    strong: words(
      'alors après au aucun aucune aussi autre aux avant avec avez avoir avons beaucoup bien bonjour bonsoir ce ceci cela ces cet cette ceux chaque chez combien comment contre dans depuis dois doit donc elle elles entre est et eu faire fait faut ils je jusque leur leurs lors lui mais merci mes moi mois mon même ne nos notre nous où parce pendant peut peuvent peux pour pourquoi pouvez puis puis-je qu quand que quel quelle quelles quels qui quoi sans sera soit sommes sont sous suis toi tous tout toute toutes très tu une vers voici vos votre vous y à ça était été êtes être',
    ),
    weak: words(
      'a ai c d de des du en il j l la le les ma me n on ou par pas plus s sa se ses si son sur ta te tes ton un',
    ),
  },
  it: {
    strong: words(
      'abbiamo ad agli ai alla alle allo anche ancora avere buongiorno che chi ci ciao cioè ciò cosa così cui dagli dal dalla dalle dallo degli dei del della delle dello deve devo dopo dov dove essere fa fare gli grazie hai hanno lei loro lui mentre mia mie miei mio molto negli nel nella nelle nello nessun noi nostra nostro ogni oppure perché però piu più poi possiamo posso possono prima può qual quale quali quando quanta quante quanti quanto quella quelli quello questa queste questi questo qui sarà senza serve si siamo siete sono stato sua sui sul sulla suo tra tutti tutto una uno vi voi è',
    ),
    weak: words(
      'a al c come con da di due e ha ho i il in io la le lo ma mi ne nei no non o per se sei solo sta su un',
    ),
  },
  nl: {
    strong: words(
      'alle alleen als altijd bedankt bij dat deze doet door duurt een eens en er gaat geef geen geldt haar hallo hebben hebt heeft hem hen het hij hoe hoelang hoeveel hun ieder iemand iets ik ja je jij jou jouw jullie kan kon krijg krijgt kunnen kunt maar mag mee meer mij mijn moet moeten mogen na naar niemand niet niets nog nu omdat onder ons onze ook staat te tegen tijdens toch tot tussen u uit uw vaak vanaf veel vind vindt voor waar waarom wanneer wat weer wel welk welke werd wie wij wil word worden wordt zal ze zelf zich zij zijn zo zonder zou zullen',
    ),
    weak: words('aan al ben dan de den der die dit doe had heb in is me met of om op over van was we won'),
  },
  pl: {
    strong: words(
      'aby albo ale bardzo bez bo być był była było będzie chce chcę co czego czemu cześć czy dla dlaczego dobry dzień dziękuję gdy gdzie ich ile ilu ja jaka jaki jakie jakiego jakim jaką jego jej jest jeszcze jeśli już każdy kiedy kogo komu kto która które którego który którą ma mają mam mamy mnie moge mogę moim moja moje moją może możemy można musi muszę mój nad nam nas nasz nie niż od ona oni oraz ponieważ potrzebuję przed przez przy się skąd swoje są tak także tam te tego tej tylko tym w wszystkie za ze że żeby',
    ),
    weak: words('a do go i jak je my na no o on po pod sa ta ten to tu u we z'),
  },
  pt: {
    strong: words(
      'ainda algum alguma além aos apenas aqui assim até cada como dela dele depois desde deve devo ela ele eles entre era essa esse esta estas este estou está estão existe faz fazer foi há isso isto já lhe mais mas mesmo meu meus minha minhas muito nas nem nos nossa nosso numa nunca não obrigada obrigado olá onde ou para pela pelas pelo pelos pode podem podemos porque posso preciso quais qual quando quanta quantas quanto quantos quem quê sem sempre será seu seus sobre sua suas são também tem temos tenho ter toda todas todo todos tudo têm um uma umas uns você vocês à às é',
    ),
    weak: words('a ao as com da das de do dos e em eu me na no num o os per por que se ser sob'),
  },
  ro: {
    strong: words(
      'aceasta această acest acesta aceste acolo aici al asta atunci avea avem ați bine bună cand care cat cate cati cea cei cel cele cine cineva cui cum cumpăr când cât câte câtă câți daca dacă dar de-a despre dupa după ei ele este eu exista există fac face fie fost fără iar imi lor lui lângă mea mei meu mult multe mulțumesc mă nici nicio nimic noastră noi nostru nu numai ori pana pentru peste poate prin până sau spre sunt sunteți să său toate toată tot trebuie tu unde unei unor unui voi vom vor vă îmi în își îți și',
    ),
    weak: words('a ale alte am are au ca ce cu de din ea el era fi la le mai mele o or pe pot sa sale se si sub un va'),
  },
  sv: {
    strong: words(
      'aldrig alla bara bli blir dem denna dess det detta dina ditt du efter eller ett fick finns fråga från får för går gör hade har hej henne hittar hon honom hur här igen ingen inget inte jag kommer kostar kunde kunna mellan mer mig min mina mitt mycket måste nu när någon något några och också på samma sedan sig sin sina ska skall skulle som så tack tar upp ut utan vad vara varför vart vem vems vi vid vilka vilken vilket vill än är även över',
    ),
    weak: words('allt att av de den dig din där en fast ha han i in kan man med men mot ni om oss till under var'),
  },
  tr: {
    strong: words(
      'acaba ama ancak beni benim biri birkaç biz bize bizim bulabilirim bunu bunun böyle daha degil değil diye eğer gerek gerekiyor gibi hangi hangisi hem hiç icin ise için kac kadar kaç kaçıncı kez kim kime kimin merhaba midir mu mü müdür mı mıdır nasil nasıl neden nedir nelerdir nerede nereden nereye neyi niye niçin olan olarak oldu oldugu olduğu olmalı olur onu onun orada sadece sen sizin sonra teşekkürler tüm varsa ve veya yapabilir yapabilirim yapmak yapılır yok zaman çok çünkü şey şu',
    ),
    weak: words('bana ben bir bu da de en her ile mi ne o on var ya'),
  },
  vi: {
    strong: words(
      'bạn bằng bị chào chúng chỉ các cách cái có cùng cũng cần của giờ gì gói hoặc hãy hơn khi khong khác không là làm lâu lúc lại muốn mà mình mất mấy mỗi một ngày người nhiêu như nhưng những nào nên nếu phải rất sao sau sẽ thì thế thể trong trước tôi tại tất tới từ việc và vào vì vẫn vậy với xin đang đi đâu đã đó được đến để đổi ở',
    ),
    weak: words('ai bao cho hay ra theo'),
  },
};
