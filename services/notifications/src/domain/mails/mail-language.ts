/** The languages that mails are written in; the first one is that of a guest who reads none of them. */
export const MAIL_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** A regional tag counts by its primary subtag. */
export function mailLanguageOf(wanted: readonly string[]): MailLanguage {
  const primary = wanted.map((tag) => tag.split('-')[0]?.toLowerCase());
  const known = primary.flatMap((tag) => MAIL_LANGUAGES.filter((language) => language === tag));
  return known[0] ?? 'en';
}
