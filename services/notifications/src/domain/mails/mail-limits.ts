/** How many mails of a tenant one address gets, whatever causes them. Null: no limit. */
export interface MailLimits {
  readonly mailsPerAddressHour: number | null;
  readonly mailsPerAddressDay: number | null;
}

export const DEFAULT_MAIL_LIMITS: MailLimits = { mailsPerAddressHour: 10, mailsPerAddressDay: 20 };

/** A limit that is absent stays. */
export type MailLimitChanges = { readonly [Name in keyof MailLimits]?: MailLimits[Name] | undefined };
