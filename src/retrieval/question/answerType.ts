import { onceFor, type Question } from './question.ts';

/** What kind of thing a question asks for, as far as its words tell. */
export type AnswerType = 'DATE' | 'NUMBER' | 'PERSON' | 'PLACE' | 'ANY';

const asked: readonly (readonly [AnswerType, RegExp])[] = [
  [
    'NUMBER',
    /\bhow (?:many|much|long|often|far|old|large|big|tall|high|deep|fast|heavy|soon|late|quickly)\b|\bwhat (?:percent|percentage|share|number|amount|price|fee|limit|rate|size|population|age)\b|\b(?:costs?|prices?|fees?|percentage|period|duration|deadline|minimum|maximum|limit)\b/i,
  ],
  [
    'DATE',
    /^\s*when\b|\bwhat time\b|\bhow late\b|\b(?:latest|earliest) time\b|\b(?:what|which|in what|in which) (?:year|month|day|date|century|decade)\b|\bwhen (?:did|was|were|is|are|does|do|will|can)\b|\bsince when\b|\buntil when\b|\bby when\b/i,
  ],
  [
    'PERSON',
    /^\s*who(?:m|se)?\b|\b(?:by|to|with|for|of) whom\b|\bwhich (?:person|president|king|queen|author|scientist|player|actor|leader)\b/i,
  ],
  [
    'PLACE',
    /^\s*where\b|\b(?:what|which|in what|in which) (?:city|country|state|place|town|region|continent|river|street)\b/i,
  ],
];

const shapes: Readonly<Record<Exclude<AnswerType, 'ANY'>, RegExp>> = {
  NUMBER:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|twice|once|double|several|unlimited|free|daily|weekly|monthly|yearly)\b/i,
  DATE: /\b(?:1\d{3}|20\d{2})s?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|spring|summer|autumn|winter|today|tomorrow|annually|weekdays?|month|year|week|day|night|noon|midnight)s?\b|\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.|o['’]clock)|\b(?:at|from|until|till|by|before|after) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! \p{L}+s\b)|\b(?:morning|afternoon|evening)s?\b|\b\d+ (?:minutes|hours|days|weeks|months|years)\b/iu,
  PERSON: /(?<!^)(?<![.!?] )\b\p{Lu}\p{L}+|^\p{Lu}\p{L}+ \p{Lu}/u,
  // A capital inside the sentence; prepositions stand in nearly every sentence and would tell nothing.
  PLACE: /(?<!^)(?<![.!?] )\b\p{Lu}\p{L}+/u,
};

/** The type a question asks for; ANY when its words do not tell, or it is not English. */
export const expectedType = onceFor(({ own, text }): AnswerType => typeIn(own) ?? typeIn(text) ?? 'ANY');

function typeIn(text: string): AnswerType | undefined {
  const wanted = wantedIn(text);
  return asked.find(([, pattern]) => pattern.test(wanted))?.[0];
}

/** "Which item cost 1,450?" gives the price and asks for the item. */
const given =
  /\b(?:costs?|prices?|fees?|rates?|charges?)\s+(?:(?:of|is|are|was|were|about|exactly|only|just|over|under)\s+){0,2}(?:\p{Sc}|\p{Lu}{3}\s?)?\s?\d[\d.,]*/giu;
const wantedIn = (text: string): string => text.replaceAll(given, ' ');

/** Whether a text holds something of a type. A shape, not a proof: absent is telling, present is not. */
export function holdsType(text: string, type: AnswerType): boolean {
  return type === 'ANY' || shapes[type].test(text);
}

const numeral = String.raw`(?:\d[\d.,]*|no|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|billion|several|unlimited)`;
const duration =
  /\b(?:\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|few)[ -](?:\p{L}+ )?(?:second|minute|hour|day|night|week|month|year|decade|centur)\p{L}*\b|\b(?:hourly|daily|weekly|monthly|yearly|annually|forever|permanently|immediately)\b/iu;
const money =
  /\p{Sc}\s?\d|\b(?:EUR|USD|GBP|CHF|JPY|INR|CNY|PLN|SEK|NOK|DKK|CAD|AUD|TRY|BRL|CZK) ?\d|\d\s?(?:[\p{Sc}%]|percent|euros?|dollars?|pounds?|cents?|pence|francs?|yen|rupees?|yuan|roubles?|rubles?|z[lł]oty|crowns?|kron[aeou]r?|lira|reais|pesos?|shillings?|guilders?|(?:eur|usd|gbp|chf|jpy|inr|cny|pln|sek|nok|dkk|cad|aud|try|brl|czk|kr)\b|million|billion)|\bfree\b/iu;
/** Money of a certain currency, where the question names it: a price in euros is no answer in dollars. */
const currencies: readonly (readonly [asked: RegExp, stated: RegExp])[] = [
  [/\$|\b(?:us[d ]|dollars?)\b/i, /\$\s?\d|\d\s?(?:\$|us ?d\b|(?:us )?dollars?\b)/i],
  [/€|\beuros?\b|\beur\b/i, /€\s?\d|\d\s?(?:€|eur\b|euros?\b|cents?\b)/i],
  [/£|\b(?:gbp|sterling|pounds)\b/i, /£\s?\d|\d\s?(?:£|gbp\b|pounds?\b)/i],
  [/\b(?:chf|francs?)\b/i, /\d\s?(?:chf|francs?)\b|\bchf\s?\d/i],
  [/¥|\b(?:yen|jpy)\b/i, /[¥]\s?\d|\d\s?(?:¥|yen\b|jpy\b)/i],
];
const speed =
  /\d[\d.,]*\s?(?:\p{L}+ )?(?:per|an?|\/) ?(?:second|minute|hour|s|min|h)\b|\d\s?(?:mph|km\/h|[kmg]?bit\/s|[kmg]b\/s|mm\/s|m\/s)|\b(?:fast|faster|fastest|speed|speeds|slow|quick|quickly|instantly)\b/iu;
const weight = /\d\s?(?:kg|g|mg|lbs?|oz|kilos?|kilograms?|grams?|pounds?|ounces?|tons?|tonnes?)\b/i;
const distance =
  /\d\s?(?:km|m|cm|mm|kilomet\p{L}+|met(?:re|er)s?|centimet\p{L}+|millimet\p{L}+|miles?|feet|foot|ft|inch\p{L}*|yards?)(?!\p{L})/iu;
/** Words that mean money where they are asked for, and more elsewhere: "When do I get the deposit back?" */
const asksForPay =
  /\bwhat(?:['’]?s| is| are| was)\s+(?:the|our|my|your)\s+(?:[\p{L}-]+ ){0,3}(?:rents?|deposits?|fares?|tariffs?|salary|wages?|fines?|tolls?|(?:hourly|daily|nightly|weekly|monthly|yearly|annual|day|weekend) rates?)\b/iu;
const percentage = /\d\s?(?:%|percent\b)/i;

/** What is counted: the words behind "how many", up to a verb or preposition; the last of them is the noun. */
const counted = /\bhow many (?<words>(?:\p{L}[\p{L}-]*[ ?]*){1,4})/iu;
const verb =
  /^(?:do|does|did|can|are|is|was|were|have|has|had|will|may|must|should|could|would|in|of|at|to|for|on|the|there|from|by|with|per|a)$/i;

/**
 * Whether a text answers a question for a quantity with one of its kind: a number of what is counted, a stretch of
 * time, an amount of money, a share. That it does is far more telling than that a number stands there: of the answers
 * with such a quantity 85 in 100 were right on golden and 73 on squad2, of all others 90 and 56. English.
 * @returns NONE when no quantity is asked for
 */
export function quantityMatch(question: Question, texts: readonly string[]): 'HOLDS' | 'MISSING' | 'NONE' {
  const shape = quantityShape(question);
  if (shape === null) return 'NONE';
  return texts.some((text) => shape.test(text)) ? 'HOLDS' : 'MISSING';
}

const quantityShape = onceFor(({ own, text }): RegExp | null => shapeIn(wantedIn(own)) ?? shapeIn(wantedIn(text)));

function shapeIn(question: string): RegExp | null {
  const { words } = counted.exec(question)?.groups ?? {};
  if (words !== undefined) return countOf(words.replaceAll('?', '').trim().split(/\s+/));
  if (/\bhow (?:long|soon|quickly|often|late|old)\b/i.test(question)) return duration;
  if (/\b(?:what|which) (?:percent|percentage|share)\b/i.test(question)) return percentage;
  if (/\bhow fast\b/i.test(question)) return speed;
  if (
    /\bhow heavy\b|\bheaviest\b|\b(?:max(?:imum)?|most|least|min(?:imum)?) weight\b|\bhow much .{1,60}\bweigh\b/i.test(
      question,
    )
  )
    return weight;
  if (/\bhow (?:far|tall|wide|thick|deep)\b/i.test(question)) return distance;
  return /\bhow much\b|\b(?:price|cost|costs|fee|fees|surcharge)\b/i.test(question) || asksForPay.test(question)
    ? moneyShape(question)
    : null;
}

function moneyShape(question: string): RegExp {
  return currencies.find(([asked]) => asked.test(question))?.[1] ?? money;
}

/** "10 images", "10 product images", "Images per product: 10". */
function countOf(words: readonly string[]): RegExp | null {
  const end = words.findIndex((word) => verb.test(word));
  const noun = (end === -1 ? words : words.slice(0, end)).at(-1);
  if (noun === undefined) return null;
  const stem = noun.toLowerCase().replace(/(?:ies|es|s)$/, '');
  return new RegExp(
    String.raw`\b${numeral}\b(?:[ -][\p{L}-]+){0,3}[ -]${stem}|\b${stem}\p{L}*(?: \p{L}+){0,2}:? (?:is |are |of |up to )?${numeral}\b`,
    'iu',
  );
}

/** "How do I …", "how to …", "steps to …"; and what is asked without asking for a value: "forgot my password". */
const asksHow = /\bhow (?:do|does|did|can|could|should|would|to)\b|\bsteps?\b/iu;
const auxiliary = 'is|are|am|was|were|do|does|did|can|could|may|must|should|will|would|has|have';
const asksElse = new RegExp(
  String.raw`^\W*(?:(?:at|by|for|from|in|of|on|since|to|until|with) )?(?:what|which|who|whom|whose|when|where|why|how \p{L}+ (?:is|are|was|were)|${auxiliary})\b`,
  'iu',
);
const yesOrNoFirst = new RegExp(String.raw`^\W*(?:${auxiliary})\b`, 'iu');
/** Behind what leads up to it: "I moved house, is my parcel lost then?" The subject distinguishes it from "…, do press OK". */
const yesOrNoLast = new RegExp(
  String.raw`[,;:.!?–—-]\s+(?:(?:and|but|so|or)\s+)?(?:${auxiliary})\s+(?:i|you|we|he|she|it|they|there|my|your|our|his|her|its|their|the|this|that|these|those|an?|any|all)\b[^.!?]*[?.!]*\s*$`,
  'iu',
);
/** Whether a question is answered by yes or no. English. */
export const asksYesOrNo = onceFor(({ text }) => yesOrNoFirst.test(text) || yesOrNoLast.test(text));

/** Whether a question is answered by what to do, and not by a value, nor by yes or no. English. */
export const asksForProcedure = onceFor(
  (question) =>
    expectedType(question) === 'ANY' &&
    (asksHow.test(question.text) || !(asksElse.test(question.text) || yesOrNoLast.test(question.text))),
);

const severalAsked =
  /\b(?:what|which)\s+(?:are\b|(?:kinds?|sorts?|types?)\b|[\p{L}-]+[^siu\W]s\W*$|(?:[\p{L}\d-]+\s+){0,2}[\p{L}-]+[^siu\W]s\s+(?:are|were|do|does|did|can|could|may|must|should|will|would|have|exist|apply|work|count|there)\b)|\blist (?:of|the|all)\b|\bwhat(?:['’]?s| is| isn['’]?t)\s+(?:not\s+)?(?:covered|included|excluded|allowed|permitted|forbidden|prohibited|banned|supported|required|needed)\b/iu;
/** Whether it asks which things there are: "which formats do you take", "what are the roles", "what is not covered"; not "what happens to …". English. */
export const asksForSeveral = onceFor(({ text }) => severalAsked.test(text));
