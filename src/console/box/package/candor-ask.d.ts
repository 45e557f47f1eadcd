/** The attributes of `<candor-ask>`. The texts are read when the element comes into the page, the others at each question. */
export interface CandorAskAttributes {
  /** The address of Candor. Default: the origin of `candor-ask.js`, which a bundler moves: set it. */
  server?: string | undefined;
  /** The key that is sent. Everybody can read it: use a public one. */
  'api-key'?: string | undefined;
  heading?: string | undefined;
  placeholder?: string | undefined;
  /** The text of the button. */
  button?: string | undefined;
  /** The language to answer in, as two letters, and of the box's own texts. Default: the question's; for the texts, the page's. */
  language?: string | undefined;
  /** Whose words the answer has: `quoted` or `written`. Default: the workspace's setting. */
  wording?: 'quoted' | 'written' | undefined;
  /**
   * The page's own link to a source, such as `/help/{key}#:~:text={quote}`: `{key}` is the document's key, `{url}` its
   * address, `{quote}` the words, `{start}` and `{end}` their place in its text. Default: the document's address.
   */
  'source-link'?: string | undefined;
}

interface Named {
  readonly title: string;
  readonly url: string | null;
}

/** The fields that every outcome has. */
interface Outcome {
  /** The id of the run. */
  readonly id: string;
  readonly tier: 'CONFIDENT' | 'UNCERTAIN' | 'NO_MATCH' | 'VERIFICATION_FAILED';
  readonly question: string;
  /** How the question was understood, if that is not as it was asked. */
  readonly askedAs: string | null;
  /** Null if the run could not be recorded. */
  readonly run: { readonly question: string } | null;
  /** 0 to 100. */
  readonly confidence: { readonly display: number };
  /** By number, which stands in the text as `[1]`. */
  readonly citations: readonly (Named & {
    readonly number: number;
    readonly quote: string | null;
    readonly documentKey: string;
    /** Where the quote stands in the version's text, in UTF-16 units. */
    readonly sourceSpan: { readonly start: number; readonly end: number };
    /** Null if it was deleted. */
    readonly document: Named | null;
  })[];
  /** Where the answer may stand instead. */
  readonly alternatives: readonly Alternative[];
}

/** A place where the answer may stand. */
interface Alternative {
  readonly sentence: string;
  readonly passage: Named & { readonly document: Named | null };
}

/** An answer, a question back, or a refusal. */
export type CandorOutcome = Outcome &
  (
    | { readonly __typename: 'Answer'; readonly text: string }
    | {
        readonly __typename: 'Clarification';
        readonly text: string;
        readonly options: readonly { readonly text: string }[];
      }
    | {
        readonly __typename: 'Abstention';
        /** Its first line is the suggestion, if there is one. */
        readonly message: string;
        /** The first of the alternatives, if it may well be the answer. It is no answer. */
        readonly suggestion: Alternative | null;
        readonly nextSteps: readonly { readonly text: string }[];
      }
  );

/** A question that is being asked. */
export interface CandorQuestion {
  readonly question: string;
}

/** Why a question was not answered. Visitors see none of it. */
export interface CandorFault extends CandorQuestion {
  /** Of the server's codes, or UNREACHABLE. */
  readonly code: string;
  readonly message: string;
  /** What whoever put the box on the page can do. */
  readonly remedy: string;
}

/** An answer that is still shown, or an earlier one of the conversation, no longer holds. */
export interface CandorRecall extends CandorQuestion {
  /** The id of the run. */
  readonly id: string;
  /** Whether its source says something else now, or nothing of it any more. */
  readonly verdict: 'CHANGED' | 'GONE';
  /** What stands in its place; null where nothing does, or none that the key may read. */
  readonly now: string | null;
}

/** A visitor opens a source. `preventDefault()`: the page shows it itself. */
export type CandorSource = Pick<
  CandorOutcome['citations'][number],
  'number' | 'title' | 'url' | 'quote' | 'documentKey' | 'sourceSpan'
> & {
  /** The id of the run. */
  readonly id: string;
};

/** `<candor-ask>`, which importing this module defines. */
export declare class CandorAsk extends HTMLElement {
  /** Asks a question as if it were typed. Never throws: a fault is shown. */
  ask(question: string): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    'candor-ask': CandorAsk;
  }
  // Dispatched when a question is asked, finished, or failed, when its answer is called back or a source of it opened; each bubbles.
  interface HTMLElementEventMap {
    'candor-question': CustomEvent<CandorQuestion>;
    'candor-outcome': CustomEvent<CandorOutcome>;
    'candor-fault': CustomEvent<CandorFault>;
    'candor-recalled': CustomEvent<CandorRecall>;
    'candor-source': CustomEvent<CandorSource>;
  }
  interface DocumentEventMap {
    'candor-question': CustomEvent<CandorQuestion>;
    'candor-outcome': CustomEvent<CandorOutcome>;
    'candor-fault': CustomEvent<CandorFault>;
    'candor-recalled': CustomEvent<CandorRecall>;
    'candor-source': CustomEvent<CandorSource>;
  }
}
