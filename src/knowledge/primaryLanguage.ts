/** The language of a BCP 47 tag without script and region, in lower case: "de-AT" is "de". */
export function primaryLanguage(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}
