import type {
  guestMail,
  mailSettings,
  mailTemplate,
  MailReason,
  readGuestSettings,
  sendCodeMail,
  sendGuestLink,
} from '@lodging/contract-notifications';
import type { MailFacts } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import type { ListPosition, RowPage } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { GuestMail } from '../domain/mails/guest-mail.ts';
import type { MailSettings } from '../domain/mails/mail-settings.ts';
import type { StayFacts } from '../domain/mails/stay-facts.ts';
import type { ReadTemplate } from '../use-cases/mails/read-mail-template.ts';
import type { SendCodeMail } from '../use-cases/mails/send-code-mail.ts';
import type { SendGuestLink } from '../use-cases/mails/send-guest-link.ts';

export function sendCodeMailFromWire({
  to,
  code,
  expiresAt,
  languages = [],
  property,
  stay,
}: RequestOf<typeof sendCodeMail>): SendCodeMail {
  return {
    to,
    code,
    expiresAt: Temporal.Instant.from(expiresAt),
    languages,
    property: property ?? null,
    stay:
      stay === undefined
        ? null
        : {
            resourceName: stay.resourceName,
            from: Temporal.PlainDate.from(stay.from),
            to: Temporal.PlainDate.from(stay.to),
          },
  };
}

export function mailSettingsToWire(settings: MailSettings): z.input<typeof mailSettings> {
  return { ...settings, languages: [...settings.languages] };
}

export function mailTemplateToWire({
  kind,
  language,
  template,
  updatedAt,
}: ReadTemplate): z.input<typeof mailTemplate> {
  const custom = updatedAt !== null;
  return { type: kind, language, ...template, custom, updatedAt: instantTextOrNull(updatedAt) };
}

export function guestMailToWire({
  reason,
  createdAt,
  sentAt,
  ...mail
}: GuestMail): z.input<typeof guestMail> {
  return {
    ...mail,
    // Written by this service alone.
    reason: reason as MailReason | null,
    createdAt: instantText(createdAt),
    sentAt: instantTextOrNull(sentAt),
  };
}

export function guestMailPageToWire(page: RowPage<GuestMail>) {
  const { items, last } = endPage(page, guestMailToWire);
  return { mails: items, nextAfter: last === undefined ? null : positionToWire(last) };
}

/** With microseconds, as the order of the list has them. */
function positionToWire({ id, createdAt }: GuestMail): ListPosition {
  return { createdAt: createdAt.toString({ smallestUnit: 'microsecond' }), id };
}

const instant = (text: string) => Temporal.Instant.from(text);
const amountOrNull = (text: string | null) => (text === null ? null : BigInt(text));

export function stayFactsFromWire(facts: MailFacts): StayFacts {
  const { startsAt, endsAt, totalMinorUnits, bill, schedule, money, terms, cancellation, ...rest } = facts;
  return {
    ...rest,
    startsAt: instant(startsAt),
    endsAt: instant(endsAt),
    totalMinorUnits: BigInt(totalMinorUnits),
    bill: bill && billFrom(bill),
    schedule: schedule.map(({ amountMinorUnits, dueAt }) => ({
      amountMinorUnits: BigInt(amountMinorUnits),
      dueAt: instant(dueAt),
    })),
    money: moneyFrom(money),
    terms: terms && {
      timeline: terms.timeline.map(({ until, penaltyMinorUnits }) => ({
        until: until === null ? null : instant(until),
        penaltyMinorUnits: BigInt(penaltyMinorUnits),
      })),
      noShowPenaltyMinorUnits: BigInt(terms.noShowPenaltyMinorUnits),
    },
    cancellation: cancellation && {
      penaltyMinorUnits: BigInt(cancellation.penaltyMinorUnits),
      refundMinorUnits: amountOrNull(cancellation.refundMinorUnits),
      dueMinorUnits: amountOrNull(cancellation.dueMinorUnits),
    },
  };
}

function billFrom(bill: NonNullable<MailFacts['bill']>): StayFacts['bill'] {
  return {
    accommodationMinorUnits: BigInt(bill.accommodationMinorUnits),
    dueAtPropertyMinorUnits: BigInt(bill.dueAtPropertyMinorUnits),
    lines: bill.lines.map(({ name, translations, amountMinorUnits, inclusive, collect }) => ({
      name,
      translations,
      amountMinorUnits: BigInt(amountMinorUnits),
      included: inclusive,
      atProperty: collect === 'property',
    })),
  };
}

function moneyFrom({ payments, refunds, ...sums }: MailFacts['money']): StayFacts['money'] {
  return {
    collectedMinorUnits: BigInt(sums.collectedMinorUnits),
    returnedMinorUnits: BigInt(sums.returnedMinorUnits),
    dueMinorUnits: BigInt(sums.dueMinorUnits),
    payments: payments.map((payment) => ({ ...payment, amountMinorUnits: BigInt(payment.amountMinorUnits) })),
    refunds: refunds.map((refund) => ({ ...refund, amountMinorUnits: BigInt(refund.amountMinorUnits) })),
  };
}

export function guestSettingsToWire(settings: MailSettings): ResponseOf<typeof readGuestSettings> {
  const { propertyName, address, phone, website, logoUrl, accentColor, manageUrl, guestMay } = settings;
  return {
    propertyName,
    address,
    phone,
    website,
    logoUrl,
    accentColor,
    manageUrl,
    guestMay: { ...guestMay },
  };
}

export function sendGuestLinkFromWire(request: RequestOf<typeof sendGuestLink>): SendGuestLink {
  const { to, language, token, reference, room, startsAt, endsAt, timeZone } = request;
  const [from, until] = [Temporal.Instant.from(startsAt), Temporal.Instant.from(endsAt)];
  return { to, language, token, stay: { reference, room, startsAt: from, endsAt: until, timeZone } };
}
