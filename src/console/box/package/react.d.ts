import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  CandorAsk,
  CandorAskAttributes,
  CandorFault,
  CandorOutcome,
  CandorQuestion,
  CandorRecall,
  CandorSource,
} from './candor-ask.js';

export {
  CandorAsk,
  type CandorAskAttributes,
  type CandorFault,
  type CandorOutcome,
  type CandorQuestion,
  type CandorRecall,
  type CandorSource,
} from './candor-ask.js';

interface BoxAttributes extends Omit<HTMLAttributes<CandorAsk>, keyof CandorAskAttributes>, CandorAskAttributes {
  /** React 19 listens to an event of a custom element by its name. */
  'oncandor-question'?: ((event: CustomEvent<CandorQuestion>) => void) | undefined;
  'oncandor-fault'?: ((event: CustomEvent<CandorFault>) => void) | undefined;
  'oncandor-recalled'?: ((event: CustomEvent<CandorRecall>) => void) | undefined;
  'oncandor-source'?: ((event: CustomEvent<CandorSource>) => void) | undefined;
  'oncandor-outcome'?: ((event: CustomEvent<CandorOutcome>) => void) | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'candor-ask': DetailedHTMLProps<BoxAttributes, CandorAsk>;
    }
  }
}
