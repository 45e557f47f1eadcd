export type Comparator = 'EXACT' | 'AT_LEAST' | 'MORE_THAN' | 'AT_MOST' | 'LESS_THAN' | 'ABOUT';

const before: Readonly<Record<Exclude<Comparator, 'EXACT'>, string>> = {
  AT_LEAST:
    'at least|no less than|no smaller than|not smaller than|no shorter than|no lower than|not lower than|not less than|no fewer than|not fewer than|a minimum of|minimum of|the minimum of|minimum|min|min .|no earlier than|not earlier than|not under|not below|not before|starting at|starting from|> =|≥|mindestens|au moins|al menos|como mínimo|wenigstens|no younger than',
  MORE_THAN:
    'more than|over|above|greater than|exceeding|exceeds|exceed|exceeded|longer than|higher than|older than|larger than|bigger than|heavier than|beyond|in excess of|upwards of|later than|>|mehr als|über|plus de|más de',
  AT_MOST:
    "at most|at the most|up to|no bigger than|not bigger than|no heavier than|not heavier than|as many as|as much as|as long as|no more than|not more than|no greater than|not greater than|no longer than|not longer than|no later than|not later than|no higher than|not higher than|no larger than|not larger than|not exceeding|not exceed|cannot exceed|never exceed|not exceed a|a maximum of|the maximum of|maximum of|maximum|max|max .|a limit of|limited to|capped at|not over|not above|never more than|< =|≤|within|höchstens|maximal|bis zu|au plus|au maximum|jusqu'à|como máximo|hasta|a lo sumo|never over|no older than",
  LESS_THAN:
    'less than|fewer than|under|below|smaller than|shorter than|younger than|lower than|lighter than|just under|earlier than|<|weniger als|unter|moins de|menos de',
  ABOUT:
    'about|around|approximately|approx|approx .|roughly|circa|ca|ca .|some|nearly|almost|an estimated|estimated|close to|~|≈|etwa|ungefähr|environ|aproximadamente|unos|rund',
};

const behind: Readonly<Record<Exclude<Comparator, 'EXACT'>, string>> = {
  AT_LEAST:
    'or more|or above|or over|or longer|or older|or newer|or higher|or later|or greater|or larger|or up|and above|and over|and up|and more|and older|and newer|or better|upwards|minimum|min .|at least|at the least|+|oder mehr|ou plus|o más',
  MORE_THAN: '',
  AT_MOST:
    'or less|and less|or fewer|or under|or below|or younger|or shorter|or earlier|or lower|or smaller|and under|and below|and younger|at most|at the most|maximum|max .|at the latest|oder weniger|ou moins|o menos',
  LESS_THAN: '',
  ABOUT: 'or so|approximately|approx .',
};

const longest = 4;
const index = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([comparator, phrases]) =>
      phrases
        .split('|')
        .filter((phrase) => phrase !== '')
        .map((phrase) => [phrase, comparator as Comparator] as const),
    ),
  );
const beforeIndex = index(before);
const behindIndex = index(behind);
/** The words next to the amount, which decide at once for nearly all of them. */
const lastWords = new Set([...beforeIndex.keys()].map((phrase) => phrase.slice(phrase.lastIndexOf(' ') + 1)));
const firstWords = new Set([...behindIndex.keys()].map((phrase) => phrase.split(' ')[0]));

export interface FoundComparator {
  readonly comparator: Comparator;
  /** As it stands there, in lower case, signs apart; '' for none. */
  readonly marker: string;
}

export const exactly: FoundComparator = { comparator: 'EXACT', marker: '' };

/** @param words the lower-case tokens before an amount, nearest last */
export function comparatorBefore(words: readonly string[]): FoundComparator {
  return !lastWords.has(words.at(-1) ?? '') ? exactly : longestOf(beforeIndex, (length) => words.slice(-length));
}

/** @param words the lower-case tokens behind an amount, nearest first */
export function comparatorBehind(words: readonly string[]): FoundComparator {
  return !firstWords.has(words[0]) ? exactly : longestOf(behindIndex, (length) => words.slice(0, length));
}

function longestOf(
  phrases: ReadonlyMap<string, Comparator>,
  take: (length: number) => readonly string[],
): FoundComparator {
  for (let length = longest; length > 0; length -= 1) {
    const marker = take(length).join(' ');
    const comparator = phrases.get(marker);
    if (comparator) return { comparator, marker };
  }
  return exactly;
}
