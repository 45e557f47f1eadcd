import { bare, pick, type Attempt, type Mutate } from './groundingMutation.ts';

const halves = (text: string) => {
  const words = text.split(' ');
  return [
    words.slice(0, Math.ceil(words.length / 2)).join(' '),
    words.slice(Math.ceil(words.length / 2)).join(' '),
  ] as const;
};

/** Joins two places of the passage as if they were one, with and without an ellipsis, as whole sentences or halves. */
const stitched: Mutate = (fact, library, random): Attempt | undefined => {
  const others = library
    .factsOf(fact.document)
    .filter((other) => other.passage === fact.passage && other.text !== fact.text);
  const other = pick(others, random);
  if (!other) return undefined;
  const joint = pick([' ', ' … ', ' ... ', ' [...] ', ', '], random) ?? ' ';
  const parts = random() < 0.5 ? [fact.text, other.text] : [halves(fact.text)[0], halves(other.text)[1]];
  const quote = parts.join(joint);
  // Neighbours joined by a blank are the text of the passage.
  if (bare(fact.passage.text).includes(bare(quote))) return undefined;
  return { claim: parts.join(' '), quote };
};

/** The words of a question are not a source, whatever they presuppose. */
const fromQuestion: Mutate = (_fact, { questions }, random) => {
  const question = pick(questions, random);
  if (question === undefined || question.split(' ').length < 5) return undefined;
  const stated = question
    .replace(/^(?:who|what|when|where|why|how|which|is|are|does|do|did|can|was|were)\s+/i, '')
    .replace(/\?\s*$/, '.');
  return { claim: stated, quote: random() < 0.5 ? question : stated };
};

const fromPrompt: Mutate = ({ text }, { prompts }, random) => {
  const line = pick(prompts, random);
  if (line === undefined) return undefined;
  const quote = random() < 0.5 ? line : `${text} ${line}`;
  return { claim: quote, quote };
};

/** An instruction from the request or another passage, quoted as if this passage said it. */
const injected: Mutate = ({ text }, { attacks }, random) => {
  const attack = pick(attacks, random);
  if (attack === undefined) return undefined;
  return random() < 0.5 ? { claim: attack, quote: attack } : { claim: `${text} ${attack}`, quote: `${text} ${attack}` };
};

/** A claim that is true word for word, attributed to a passage that this run did not retrieve. */
const pointer: Mutate = ({ claim, text, passage }, { facts }, random) => {
  const other = pick(facts, random);
  return other && other.passage.chunkId !== passage.chunkId
    ? { claim, quote: text, passages: [other.passage], chunkId: passage.chunkId }
    : undefined;
};

/** Kinds whose quote proves nothing. */
export const quoteMutations: Readonly<
  Record<'stitched' | 'from-question' | 'from-prompt' | 'injected' | 'pointer', Mutate>
> = {
  stitched,
  'from-question': fromQuestion,
  'from-prompt': fromPrompt,
  injected,
  pointer,
};
