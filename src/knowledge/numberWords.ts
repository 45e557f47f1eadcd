/** Zero to nineteen, each at its own place. English. */
export const unitWords: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );

/** Twenty to ninety, by tens. English. */
export const tensWords: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
