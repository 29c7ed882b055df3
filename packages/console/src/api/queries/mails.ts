import type { components } from '@lodging/client';
import { queryOptions } from '@tanstack/react-query';
import { lodging } from '../lodging.ts';
import { RARELY_CHANGED_MS } from './resources.ts';

export type MailKind = components['schemas']['MailKind'];
export type MailLanguage = components['schemas']['MailLanguage'];
export type MailSettingsRecord = components['schemas']['MailSettings'];

/** A kind or a language that is missing here is a type error. */
const KINDS: Readonly<Record<MailKind, true>> = {
  booking_confirmed: true,
  booking_changed: true,
  booking_cancelled: true,
  payment_due: true,
  payment_received: true,
  refund_sent: true,
  stay_reminder: true,
};
const LANGUAGES: Readonly<Record<MailLanguage, true>> = { en: true, de: true, fr: true, es: true };

export const MAIL_KINDS = Object.keys(KINDS) as MailKind[];
export const MAIL_LANGUAGES = Object.keys(LANGUAGES) as MailLanguage[];

export const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: ({ signal }) => lodging.mailSettings.get({ signal }),
  staleTime: RARELY_CHANGED_MS,
});

export function mailTemplateQuery(kind: MailKind, language: MailLanguage) {
  return queryOptions({
    queryKey: ['mail-templates', kind, language],
    queryFn: ({ signal }) => lodging.mailTemplates.get(kind, language, { signal }),
    staleTime: RARELY_CHANGED_MS,
  });
}
