import { en, type Words } from './en.ts';

/** The words of the console in the person's language, as far as it is known. */
export const words: Words = en;

const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' });

export const dayOf = (iso: string): string => day.format(new Date(iso));
export const momentOf = (iso: string): string => moment.format(new Date(iso));
/** 0.964 as 96. */
export const percentOf = (share: number): number => Math.round(share * 100);

/** A format or flag that is newer than these words is shown by its name in the schema. */
const named = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;
export const typeName = (type: string): string => named(words.documents.types, type);
export const flagText = (flag: string): string => named(words.flags, flag);
