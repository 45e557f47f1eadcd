import type { AbstentionReason, ClarificationReason, NextStepKind } from '../../state/outcome.ts';

/** ISO 639-1: the languages of the measured sets and the largest of Europe. */
export type Language =
  | 'ar'
  | 'de'
  | 'el'
  | 'en'
  | 'es'
  | 'fr'
  | 'hi'
  | 'it'
  | 'ja'
  | 'nl'
  | 'pl'
  | 'pt'
  | 'ro'
  | 'ru'
  | 'sv'
  | 'th'
  | 'tr'
  | 'vi'
  | 'zh';

/**
 * One sentence or two of a message: every reason and step, and what is put beside it when more is known. `…_WHY`: why a
 * question is asked back.
 */
export type MessageKey =
  | AbstentionReason
  | 'AMBIGUOUS_ONE'
  | 'AMBIGUOUS_ONE_WHY'
  | 'NOT_ANSWERED'
  | 'NOT_MENTIONED'
  | 'OTHER_TIME'
  | 'UNKNOWN_WORDS'
  | 'OFF_TOPIC'
  | 'NEAREST'
  | 'NEAREST_UNSURE'
  | 'SUGGESTION'
  | 'SUGGESTION_PLACE'
  | 'OTHER_LANGUAGE'
  | NextStepKind
  | 'REPHRASE_NEARBY'
  | 'RELAX_FILTER_FIELD'
  | ClarificationReason
  | `${ClarificationReason}_WHY`
  | 'SMALL_TALK_THANKS'
  | 'ZERO_HITS_WORDS'
  | 'ZERO_HITS_OPTIONS';

/** What one language says. A placeholder such as `{words}` stands for what is known only then. */
export type Messages = Readonly<Record<MessageKey, string>>;
