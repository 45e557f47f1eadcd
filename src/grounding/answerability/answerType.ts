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
export function expectedType(question: string): AnswerType {
  return asked.find(([, pattern]) => pattern.test(question))?.[0] ?? 'ANY';
}

/** Whether a text holds something of a type. A shape, not a proof: absent is telling, present is not. */
export function holdsType(text: string, type: AnswerType): boolean {
  return type === 'ANY' || shapes[type].test(text);
}
