import { detectQuestionLanguage, primaryLanguage } from '../../knowledge/language/language.ts';
import { contentRootsOf, contentStems } from '../../knowledge/language/stems.ts';
import { type Stretch, stretchesIn } from '../../knowledge/values/calendar.ts';
import { type Amount, amountsOf } from '../../knowledge/values/amounts.ts';
import { timeSpansOf, type TimeSpan } from '../../knowledge/values/timeSpan.ts';
import { type Price, pricesOf, valuesOf, type WrittenValue } from '../../knowledge/values/values.ts';
import { listFacts, type NamedFacts, namedFacts } from './namedFacts.ts';

/**
 * 100,000 terms take 7 s in Postgres' parser, and nested input overflows its stack. The query is therefore cut first.
 */
export const maxQueryLength = 2_000;

/**
 * Four or more dashes without a word between them: websearch_to_tsquery nests a negation for each and overflows its
 * stack at a few hundred.
 */
const dashes = /(?:-[^\p{L}\p{N}"-]*){4,}/gu;

/** Between a question and the earlier one that it stands behind. */
export const betweenTurns = ' / ';

/** What is known of a question besides its words. */
interface Asked {
  /** BCP 47 tag of the language that the request states; null: none. */
  readonly language?: string | null;
}

/**
 * What somebody asks, in one wording. Whatever is read off its words is read once: the properties here, and each
 * analysis of `onceFor` elsewhere. Other wordings of one run (made standalone, a part, an alias) come from `worded`.
 */
export class Question {
  readonly text: string;
  /** Of a question that stands behind an earlier one, what is asked now; otherwise its text. */
  readonly own: string;
  /** As it was first asked; itself if this is that wording. */
  readonly asked: Question;
  /** BCP 47 tag that the request states; null: none. */
  readonly #stated: string | null;
  readonly #wordings: Map<string, Question>;

  private constructor(text: string, own: string, stated: string | null, first?: Question) {
    this.text = text;
    this.own = own;
    this.asked = first ?? this;
    this.#stated = stated;
    this.#wordings = first ? first.#wordings : new Map<string, Question>();
    this.#wordings.set(text, this);
  }

  static read(text: string, { language = null }: Asked): Question {
    return new Question(text, text, language);
  }

  /** The same question in other words, or a part of it: one object for each text, so that each is analysed once. */
  worded(text: string): Question {
    return this.#worded(text, this.own !== this.text && text.endsWith(this.own) ? this.own : text);
  }

  /**
   * The question behind an earlier one that it needs: "how long are clips kept / and with plus?". Both are searched and
   * read; values, names and days are those of the question itself, if it has any.
   */
  behind(earlier: string): Question {
    return this.#worded(`${earlier}${betweenTurns}${this.text}`, this.text);
  }

  #worded(text: string, own: string): Question {
    return this.#wordings.get(text) ?? new Question(text, own, this.#stated, this.asked);
  }

  /**
   * A text that Postgres accepts: bounded in length, without NUL or lone surrogates. A person's question is checked when it
   * comes in, but a chat model's own queries are not.
   */
  get searchable(): string {
    return searchable(this);
  }

  /** BCP 47 tags of the languages that it may be in, likeliest first: the stated one, and the one that its words look like. */
  get languages(): readonly string[] {
    return this.#stated === null ? [this.writtenIn] : [this.#stated, this.writtenIn];
  }

  /** The likeliest of its languages. */
  get language(): string {
    return this.#stated ?? this.writtenIn;
  }

  /** BCP 47 tag of the language that its words look like. */
  get writtenIn(): string {
    return writtenIn(this);
  }

  /** Roots of its content words, without duplicates. */
  get roots(): readonly string[] {
    return roots(this);
  }

  /** Its content words, cut to five letters. */
  get stems(): ReadonlySet<string> {
    return stems(this);
  }

  /** The days and stretches of days that it names. */
  get days(): readonly Stretch[] {
    return days(this);
  }

  /** The times that it names in words or figures. English. */
  get spans(): readonly TimeSpan[] {
    return spans(this);
  }

  /** Every value that it writes, with its keys in the index. */
  get values(): readonly WrittenValue[] {
    return values(this);
  }

  /** Its times of day and numbers, each with the currency beside it. */
  get figures(): readonly Price[] {
    return figures(this);
  }

  /** Its numbers with their units and limits. */
  get amounts(): readonly Amount[] {
    return amounts(this);
  }

  /** The names, codes, numbers and dates that it has. */
  get facts(): NamedFacts {
    return facts(this);
  }
}

/**
 * The one way to a question: what comes in becomes one here, and other wordings of it by `worded`.
 * @param text as a person or a program asks it
 */
export function readQuestion(text: string, asked: Asked = {}): Question {
  return Question.read(text, asked);
}

/** An analysis of a question that is made when it is first needed, and kept for as long as the question is. */
export function onceFor<Result>(analyse: (question: Question) => Result): (question: Question) => Result {
  const made = new WeakMap<Question, { readonly result: Result }>();
  return (question) => {
    const known = made.get(question);
    if (known) return known.result;
    const result = analyse(question);
    made.set(question, { result });
    return result;
  };
}

const searchable = onceFor(({ text }) =>
  text.slice(0, maxQueryLength).toWellFormed().replaceAll('\u0000', ' ').replaceAll(dashes, ' '),
);
const writtenIn = onceFor(({ text }) => detectQuestionLanguage(text));
const roots = onceFor(({ text }): readonly string[] => contentRootsOf(text));
const stems = onceFor(({ text }): ReadonlySet<string> => contentStems(text));
/** What the question itself has; behind an earlier question, both, if it has none. */
function ownFirst<Item>(read: (text: string, language: string) => readonly Item[]) {
  return onceFor(({ own, text, language }): readonly Item[] => {
    const found = read(own, primaryLanguage(language));
    return found.length > 0 || own === text ? found : read(text, primaryLanguage(language));
  });
}

const days = ownFirst(stretchesIn);
const spans = ownFirst((text) => timeSpansOf(text));
const figures = ownFirst(pricesOf);
const values = ownFirst(valuesOf);
const amounts = ownFirst((text) => amountsOf(text));
const facts = onceFor(({ own, text, language }): NamedFacts => {
  const found = namedFacts(own, primaryLanguage(language));
  return own === text || listFacts(found).length > 0 ? found : namedFacts(text, primaryLanguage(language));
});
