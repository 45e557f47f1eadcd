import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CandorAsk, CandorAskAttributes, CandorOutcome } from './candor-ask.js';

export { CandorAsk, type CandorAskAttributes, type CandorOutcome } from './candor-ask.js';

interface BoxAttributes extends Omit<HTMLAttributes<CandorAsk>, keyof CandorAskAttributes>, CandorAskAttributes {
  /** React 19 listens to an event of a custom element by its name. */
  'oncandor-outcome'?: ((event: CustomEvent<CandorOutcome>) => void) | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'candor-ask': DetailedHTMLProps<BoxAttributes, CandorAsk>;
    }
  }
}
