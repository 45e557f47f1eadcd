/** Every text of the answer box; an attribute of the element replaces the first three. */
export const words = {
  heading: 'Ask a question',
  placeholder: 'What would you like to know?',
  submit: 'Ask',
  reading: 'Reading the question…',
  found: (n: number) => (n === 0 ? 'Looking…' : `Reading ${n} passages…`),
  sources: 'Sources',
  source: (n: number) => `Source ${n}`,
  tiers: {
    CONFIDENT: 'Confident',
    UNCERTAIN: 'Uncertain: read the source before you rely on it',
    NO_MATCH: 'No answer found',
    VERIFICATION_FAILED: 'Not proven',
  },
  disagree: 'The sources disagree:',
  nearest: 'These may be related:',
  failed: 'The question could not be answered now. Please try again.',
};
