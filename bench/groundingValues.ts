import { likeCase, pick, replaceOne, type Attempt, type Mutate, type Random } from './groundingMutation.ts';

const numberWords = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const spelled = String.raw`(?:${numberWords.slice(2).join('|')}|one(?=\s(?:second|minute|hour|day|week|month|year|business|free)))`;
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const month = `(?:${monthNames.join('|')})`;
/** A separate number: not part of a code, a date, a time of day or a longer number. */
const digits = String.raw`(?<![\p{L}\d.,:/_#@-]|${month}\s)\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d\p{L}])|(?<![\p{L}\d.,:/_#@-]|${month}\s)\d+(?:\.\d+)?(?![\d.,:/_-]*\d|\p{L}|-\p{L}|\s${month})`;
export const numberShape = new RegExp(
  String.raw`${digits}|(?<!\b(?:the|these|those|other|his|her|their|No|of)\s)\b${spelled}\b(?!\s(?:of|thousand|hundred|million)\b)`,
  'gu',
);
const yearShape =
  /(?<![\p{L}\d.,:/_#@€$£-])(?:1[5-9]|20)\d{2}(?![\d\p{L}]|[.,:/_-]\d|\s(?:px|pixels|kg|km|m|people|words|units|%))/gu;

const isYear = (text: string) => /^(?:1[5-9]|20)\d{2}$/.test(text);
export const numberValue = (text: string) =>
  numberWords.includes(text.toLowerCase()) ? numberWords.indexOf(text.toLowerCase()) : Number(text.replaceAll(',', ''));

/** Returns a number that could be confused with another: one more or less, double, its digits reversed. */
function otherNumber(text: string, taken: ReadonlySet<number>, random: Random): string | undefined {
  const value = numberValue(text);
  const decimals = text.split('.')[1]?.length ?? 0;
  const step = 10 ** -decimals;
  const turned = Number(
    Array.from(String(Math.round(value)))
      .toReversed()
      .join(''),
  );
  const options = [
    value + step,
    value - step,
    value * 2,
    value + 10,
    Math.round((value * 1.5) / step) * step,
    decimals === 0 ? turned : value * 3,
  ];
  const next = pick(
    options.filter(
      (option) =>
        option > 0 &&
        Math.abs(option - value) > step / 2 &&
        ![...taken].some((other) => Math.abs(other - option) < step / 2),
    ),
    random,
  );
  return next === undefined ? undefined : spell(next, text, decimals, random);
}

function spell(next: number, like: string, decimals: number, random: Random): string {
  const isSmall = decimals === 0 && next > 1 && next <= 12;
  if (isSmall && (numberWords.includes(like.toLowerCase()) ? random() < 0.8 : random() < 0.15))
    return likeCase(like, numberWords[Math.round(next)] ?? '');
  return like.includes(',') ? next.toLocaleString('en', { minimumFractionDigits: decimals }) : next.toFixed(decimals);
}

const numbersIn = (text: string) => new Set([...text.matchAll(numberShape)].map(([found]) => numberValue(found)));

/** In half of the cases uses a number from elsewhere in the passage, if there is one. */
const number: Mutate = ({ claim, text, passage }, _library, random) => {
  const taken = numbersIn(`${claim} ${text}`);
  // Nobody makes a slip such as "€four" or "four%".
  const isMarked = (match: RegExpExecArray) =>
    /[€$£]\s?$/.test(claim.slice(0, match.index)) || /^\s?%/.test(claim.slice(match.index + match[0].length));
  const elsewhere = [...passage.text.matchAll(numberShape)]
    .map(([found]) => found)
    .filter(
      (found) => !taken.has(numberValue(found)) && !isYear(found) && numberValue(found) > 0 && !/^0\d/.test(found),
    );
  return attempt(
    replaceOne(claim, numberShape, random, (match) => {
      const [found] = match;
      if (isYear(found)) return undefined;
      const other = (random() < 0.5 ? pick(elsewhere, random) : undefined) ?? otherNumber(found, taken, random);
      return other !== undefined && isMarked(match) && /\p{L}/u.test(other) ? undefined : other;
    }),
  );
};

const unitGroups = [
  ['second', 'minute', 'hour', 'business day', 'day', 'week', 'month', 'quarter', 'year', 'decade', 'century'],
  ['KB', 'MB', 'GB', 'TB'],
  ['mg', 'g', 'kg', 'tonne'],
  ['gram', 'kilogram'],
  ['mm', 'cm', 'km', 'mile'],
  ['metre', 'kilometre', 'centimetre'],
  ['meter', 'kilometer', 'foot', 'inch'],
  ['ml', 'litre'],
  ['kW', 'MW', 'GW'],
  ['Hz', 'kHz', 'MHz', 'GHz'],
  ['acre', 'hectare'],
  ['square miles', 'square kilometres'],
];
const unitWords = unitGroups.flat().toSorted((left, right) => right.length - left.length);
const unitShape = new RegExp(
  String.raw`(?<=(?:\d|\b${spelled}[\s-]|\b(?:per|a|an|each|every|few|several)[\s-])\s?)(?<!the\s)(${unitWords.join('|')})(s?)(?![\p{L}\d])`,
  'gu',
);

const unit: Mutate = ({ claim }, _library, random) =>
  attempt(
    withArticle(
      replaceOne(claim, unitShape, random, ([found, word = '', plural = '']) => {
        const group = unitGroups.find((members) => members.includes(word)) ?? [];
        // Only neighbouring units: nobody confuses seconds with centuries.
        const at = group.indexOf(word);
        const other = pick(
          group.filter((member, index) => member !== word && Math.abs(index - at) <= 2),
          random,
        );
        if (!other || found === 'second') return undefined;
        return `${other}${plural && /^[a-z]{4}|day|mile/.test(other) ? 's' : ''}`
          .replace(/foots$/, 'feet')
          .replace(/inchs$/, 'inches')
          .replace(/centurys$/, 'centuries')
          .replace(/ss$/, 's');
      }),
    ),
  );

const withArticle = (text: string | undefined) =>
  text
    ?.replaceAll(/\ban (?=(?:second|minute|business|day|week|month|quarter|year|decade|century)\b)/g, 'a ')
    .replaceAll(/\ba (?=hour\b)/g, 'an ');

const scaleWords = ['hundred', 'thousand', 'million', 'billion', 'trillion'];
const magnitude: Mutate = ({ claim }, _library, random) => {
  const byWord = replaceOne(
    claim,
    /(?<=(?:\d|\p{L})\s)(?:hundred|thousand|million|billion|trillion)(?=s?\b)/gu,
    random,
    ([found]) =>
      pick(
        scaleWords.filter((word) => word !== found),
        random,
      ),
  );
  if (byWord) return attempt(byWord);
  return attempt(
    replaceOne(claim, new RegExp(digits, 'gu'), random, ([found]) => {
      const value = numberValue(found);
      if (isYear(found) || value === 0 || (value < 10 && !found.includes('.'))) return undefined;
      const next = random() < 0.5 || value % 10 !== 0 ? value * 10 : value / 10;
      return found.includes(',') || next >= 10_000 ? next.toLocaleString('en') : String(Number(next.toFixed(4)));
    }),
  );
};

const signs = ['€', '$', '£'];
const currencyWords = [
  ['euro', 'dollar', 'pound'],
  ['euros', 'dollars', 'pounds'],
  ['EUR', 'USD', 'GBP'],
];
const currency: Mutate = ({ claim }, _library, random) =>
  attempt(
    replaceOne(
      claim,
      /[€$£](?=\s?\d)|\b(?:euros?|dollars?|pounds?)\b(?! sterling)|\b(?:EUR|USD|GBP)\b/gu,
      random,
      ([found]) => {
        const group = signs.includes(found) ? signs : (currencyWords.find((words) => words.includes(found)) ?? []);
        return pick(
          group.filter((other) => other !== found),
          random,
        );
      },
    ),
  );

const rangeShape =
  /(?<![\p{L}\d.,:/_#@-])((?:from |between |From |Between )?)([€$£]?)(\d+(?:,\d{3})*(?:\.\d+)?|\d{2}:\d{2})(\s?(?:to|and|-|–|—)\s?)([€$£]?)(\d+(?:,\d{3})*(?:\.\d+)?|\d{2}:\d{2})(?![\d\p{L}]|[.,:/_-]\d)/gu;
const range: Mutate = ({ claim }, _library, random) =>
  attempt(
    replaceOne(
      claim,
      rangeShape,
      random,
      ([found, before = '', sign = '', low = '', link = '', sign2 = '', high = '']) => {
        if (
          (link.trim() === 'and' && !/between/i.test(before)) ||
          low.includes(':') !== high.includes(':') ||
          (/^\d+$/.test(low) && Number(low) >= Number(high.replaceAll(',', '')))
        )
          return undefined;
        const taken = new Set([numberValue(low), numberValue(high)]);
        const way = random();
        if (way < 0.25 && before === '' && link.trim() === 'to' && !isYear(low) && !low.includes(':'))
          return way < 0.12 ? `${sign}${low}` : `${sign2}${high}`;
        if (low.includes(':'))
          return way < 0.5
            ? `${before}${shiftTime(low, random, high)}${link}${high}`
            : `${before}${low}${link}${shiftTime(high, random, low)}`;
        const end = way < 0.6 ? low : high;
        const changed = isYear(end)
          ? String(
              Number(end) +
                (pick(
                  [-3, -2, -1, 1, 2, 3].filter((by) => !taken.has(Number(end) + by)),
                  random,
                ) ?? 4),
            )
          : otherNumber(end, taken, random);
        if (changed === undefined || /[a-z]/.test(changed)) return undefined;
        return way < 0.6 ? found.replace(low, changed) : `${before}${sign}${low}${link}${sign2}${changed}`;
      },
    ),
  );

const shiftTime = (time: string, random: Random, not = '') => {
  const hours = [1, 2, 3, 22, 23].map(
    (by) => `${String((Number(time.slice(0, 2)) + by) % 24).padStart(2, '0')}${time.slice(2)}`,
  );
  return (
    pick(
      hours.filter((other) => other !== not),
      random,
    ) ?? time
  );
};

const year: Mutate = ({ claim, text, passage }, _library, random) => {
  const taken = new Set([...`${claim} ${text}`.matchAll(yearShape)].map(([found]) => found));
  const elsewhere = [...passage.text.matchAll(yearShape)].map(([found]) => found).filter((found) => !taken.has(found));
  return attempt(
    replaceOne(claim, yearShape, random, ([found]) => {
      const shifted = pick(
        [-10, -2, -1, 1, 2, 3, 10].map((by) => String(Number(found) + by)).filter((other) => !taken.has(other)),
        random,
      );
      return (random() < 0.4 ? pick(elsewhere, random) : undefined) ?? shifted;
    }),
  );
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dateShapes: readonly [RegExp, (match: RegExpExecArray, random: Random) => string | undefined][] = [
  [
    new RegExp(String.raw`(?<![\d-])\b(\d{1,2})((?:st|nd|rd|th)?\s)(${month})\b`, 'gu'),
    ([, day = '', gap = '', name = ''], random) =>
      dayOf(day, name, random, (d, m) => `${d}${d === day ? gap : ' '}${m}`),
  ],
  [
    new RegExp(String.raw`\b(${month})(\s)(\d{1,2})(?!\d)`, 'gu'),
    ([, name = '', , day = ''], random) => dayOf(day, name, random, (d, m) => `${m} ${d}`),
  ],
  [
    new RegExp(String.raw`\b(${month})(?=,?\s\d{4}\b)|(?<=\b[Ii]n\s)(${month})\b`, 'gu'),
    ([found], random) =>
      pick(
        monthNames.filter((name) => name !== found),
        random,
      ),
  ],
  [
    /\b(\d{4}-\d{2}-)(\d{2})\b/g,
    ([, before = '', day = ''], random) =>
      `${before}${String(((Number(day) + Math.floor(random() * 20)) % 28) + 1).padStart(2, '0')}`,
  ],
  [
    /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
    ([found], random) =>
      pick(
        weekdays.filter((day) => day !== found),
        random,
      ),
  ],
  [/(?<![\d:])\d{2}:\d{2}(?![\d:])/g, ([found], random) => shiftTime(found, random)],
];

function dayOf(
  day: string,
  name: string,
  random: Random,
  write: (day: string, month: string) => string,
): string | undefined {
  if (Number(day) > 31) return undefined;
  return random() < 0.5
    ? write(String(((Number(day) + Math.floor(random() * 20)) % 28) + 1), name)
    : write(
        day,
        pick(
          monthNames.filter((other) => other !== name),
          random,
        ) ?? name,
      );
}

const date: Mutate = ({ claim, text }, _library, random) => {
  const standing = `${claim} ${text}`;
  return attempt(
    pick(
      dateShapes.flatMap(([shape, change]) => {
        const changed = replaceOne(claim, shape, random, (match) => {
          const other = change(match, random);
          return other !== undefined && !standing.includes(other) ? other : undefined;
        });
        return changed === undefined ? [] : [changed];
      }),
      random,
    ),
  );
};

const amount = String.raw`(?=\s[€$£]?(?:\d|\b${spelled}))(?!\s\d+[\s-](?:second|minute|hour|day|week|month|year|century|decade))`;
const atDate = String.raw`(?=\s(?:the\s)?(?:\d|${month}))`;
const comparators: readonly [RegExp, readonly string[]][] = [
  [/\bat least\b(?= [\d€])/giu, ['at most', 'exactly', 'less than']],
  [/\bat least\b(?! [\d€])/giu, ['at most']],
  [/\bat most\b(?= [\d€])/giu, ['at least', 'exactly', 'more than']],
  [/\bat most\b(?! [\d€])/giu, ['at least']],
  [/\bup to(?=\s[€$£]?\d)/giu, ['at least', 'more than', 'exactly']],
  [/\b(?<!no )(?:more|greater|larger) than\b/giu, ['less than', 'at most']],
  [/\b(?<!no )(?:less|fewer|smaller) than\b/giu, ['more than', 'at least']],
  [new RegExp(String.raw`\b(?:above|over|exceeding)${amount}`, 'giu'), ['below', 'under']],
  [new RegExp(String.raw`\b(?:below|under)${amount}`, 'giu'), ['above', 'over']],
  [/\bwithin(?=\s\d)/giu, ['after', 'no earlier than']],
  [/\bor more\b/giu, ['or fewer']],
  [/\bor (?:less|fewer)\b/giu, ['or more']],
  [/\bor (?:newer|later|higher|above)\b/giu, ['or older', 'or lower']],
  [/\bminimum\b/giu, ['maximum']],
  [/\bmaximum\b/giu, ['minimum']],
  [/\blargest\b/giu, ['smallest']],
  [/\bsmallest\b/giu, ['largest']],
  [/\blongest\b/giu, ['shortest']],
  [/\bheaviest\b/giu, ['lightest']],
  [/\bhighest\b/giu, ['lowest']],
  [/\blowest\b/giu, ['highest']],
  [new RegExp(String.raw`\bbefore${atDate}`, 'giu'), ['after']],
  [new RegExp(String.raw`\b(?:after|since)${atDate}`, 'giu'), ['before']],
  [new RegExp(String.raw`\buntil${atDate}`, 'giu'), ['from', 'after']],
  [/\bhigher than\b/giu, ['lower than']],
  [/\blower than\b/giu, ['higher than']],
  [/\b(?:longer|older) than\b/giu, ['shorter than', 'younger than']],
  [/\bearlier than\b/giu, ['later than']],
  [/\blater than\b/giu, ['earlier than']],
  [new RegExp(String.raw`\b(?:almost|nearly)${amount}`, 'giu'), ['more than', 'over']],
];

const comparator: Mutate = ({ claim }, _library, random) =>
  attempt(
    pick(
      comparators.flatMap(([shape, others]) => {
        const changed = replaceOne(claim, shape, random, ([found]) => likeCase(found, pick(others, random) ?? found));
        return changed === undefined ? [] : [changed];
      }),
      random,
    ),
  );

const attempt = (claim: string | undefined): Attempt | undefined => (claim === undefined ? undefined : { claim });

/** Kinds that change one value of the claim. */
export const valueMutations: Readonly<
  Record<'number' | 'unit' | 'magnitude' | 'currency' | 'range' | 'year' | 'date' | 'comparator', Mutate>
> = {
  number,
  unit,
  magnitude,
  currency,
  range,
  year,
  date,
  comparator,
};
