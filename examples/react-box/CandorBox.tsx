import type { ComponentProps } from 'react';
import 'candor-box/react';
import type { CandorOutcome } from 'candor-box/react';

interface Props extends Omit<ComponentProps<'candor-ask'>, 'api-key' | 'oncandor-outcome'> {
  /** The address of Candor. */
  readonly server: string;
  /** A public key: everybody can read it. */
  readonly apiKey?: string;
  readonly onOutcome?: (outcome: CandorOutcome) => void;
}

/** The answer box, for React 19. A `ref` is the element, whose `ask` asks a question. */
export function CandorBox({ apiKey, onOutcome, ...attributes }: Props) {
  return <candor-ask {...attributes} api-key={apiKey} oncandor-outcome={({ detail }) => onOutcome?.(detail)} />;
}
