export const MAIL_KINDS = [
  'booking_confirmed',
  'booking_changed',
  'booking_cancelled',
  'payment_due',
  'payment_received',
  'refund_sent',
  'stay_reminder',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

export const isMailKind = (text: string): text is MailKind =>
  (MAIL_KINDS as readonly string[]).includes(text);

export const isMailLanguage = (text: string): text is MailLanguage =>
  (MAIL_LANGUAGES as readonly string[]).includes(text);

/** `de` of `de-AT`. */
export function primarySubtag(tag: string): string {
  return tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
}

/** The language of a guest where the property writes it, else the first one of the property. */
export function languageOf(guestLanguage: string | null, languages: readonly MailLanguage[]): MailLanguage {
  const wanted = guestLanguage === null ? '' : primarySubtag(guestLanguage);
  return languages.find((language) => language === wanted) ?? languages[0] ?? 'en';
}
