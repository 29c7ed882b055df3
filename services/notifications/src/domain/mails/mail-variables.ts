import { translatedText } from '@lodging/kernel';
import { formatsOf, localeOf } from './formats.ts';
import type { Formats } from './formats.ts';
import type { MailKind, MailLanguage } from './mail-kind.ts';
import { linkOf } from './manage-link.ts';
import type { MailSettings } from './mail-settings.ts';
import { phrasesOf } from './phrases/phrases-of.ts';
import type { Phrases } from './phrases/phrases.ts';
import type { StayFacts, StayTerms } from './stay-facts.ts';

export interface MailToWrite {
  readonly kind: MailKind;
  readonly fact: string;
  readonly language: MailLanguage;
  readonly livemode: boolean;
}

type Optional = string | null;

/** What a template may name. An absent value is null, which a template sees as false. */
export interface MailVariables {
  readonly property: Readonly<
    Record<
      'name' | 'address' | 'phone' | 'email' | 'website' | 'logoUrl' | 'accentColor' | 'accentTextColor',
      Optional
    >
  >;
  readonly guest: { readonly name: Optional };
  readonly booking: Readonly<
    Record<
      | 'reference'
      | 'state'
      | 'room'
      | 'arrival'
      | 'arrivalShort'
      | 'arrivalTime'
      | 'departure'
      | 'departureShort'
      | 'departureTime'
      | 'duration'
      | 'guests',
      Optional
    >
  > & {
    readonly nights: number;
    readonly quantity: number;
    readonly adults: number | null;
    readonly children: number;
  };
  readonly bill: {
    readonly accommodation: Optional;
    readonly lines: readonly {
      readonly name: string;
      readonly amount: string;
      readonly included: boolean;
      readonly atProperty: boolean;
    }[];
    readonly total: string;
    readonly dueAtProperty: Optional;
  };
  readonly payment: Readonly<Record<'amount' | 'paid' | 'refunded' | 'due', Optional>> & {
    readonly parts: readonly { readonly amount: string; readonly date: string }[];
  };
  readonly cancellation: {
    readonly terms: readonly string[];
    readonly fee: Optional;
    readonly refund: Optional;
    readonly due: Optional;
  };
  readonly manage: { readonly url: Optional };
  readonly mail: { readonly kind: MailKind; readonly language: MailLanguage; readonly isTest: boolean };
}

export function mailVariables(
  mail: MailToWrite,
  settings: MailSettings,
  facts: StayFacts,
  now: Temporal.Instant,
): MailVariables {
  const phrases = phrasesOf(mail.language);
  const locale = localeOf(mail.language, facts.guest.language);
  const formats = formatsOf(locale, facts.timeZone);
  const money = (minorUnits: bigint) => formats.amount(minorUnits, facts.currency);
  return {
    property: propertyOf(settings),
    guest: { name: oneLine(facts.guest.name) },
    booking: bookingOf(facts, locale, phrases, formats),
    bill: {
      accommodation: facts.bill && money(facts.bill.accommodationMinorUnits),
      lines: (facts.bill?.lines ?? []).map(
        ({ name, translations, amountMinorUnits, included, atProperty }) => ({
          name: oneLine(translatedText('name', name, translations, [locale])) ?? '',
          amount: money(amountMinorUnits),
          included,
          atProperty,
        }),
      ),
      total: money(facts.totalMinorUnits),
      dueAtProperty: facts.bill && positive(facts.bill.dueAtPropertyMinorUnits, money),
    },
    payment: paymentOf(mail, facts, { money, formats, now }),
    cancellation: {
      terms: facts.state === 'cancelled' ? [] : termSentences(facts.terms, phrases, formats, money),
      fee: facts.cancellation && money(facts.cancellation.penaltyMinorUnits),
      refund: facts.cancellation && positive(facts.cancellation.refundMinorUnits, money),
      due: facts.cancellation && positive(facts.cancellation.dueMinorUnits, money),
    },
    manage: { url: manageUrlOf(settings, facts) },
    mail: { kind: mail.kind, language: mail.language, isTest: !mail.livemode },
  };
}

function propertyOf(settings: MailSettings): MailVariables['property'] {
  const { propertyName, address, phone, website, logoUrl, replyTo: email } = settings;
  const accentColor = settings.accentColor ?? DEFAULT_ACCENT;
  const accentTextColor = isLight(accentColor) ? '#1c1c1c' : '#ffffff';
  const name = oneLine(propertyName);
  return { name, address, phone: oneLine(phone), email, website, logoUrl, accentColor, accentTextColor };
}

const DEFAULT_ACCENT = '#1f5f8b';

/** By the relative luminance of WCAG: dark text has more contrast on it than white text. */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

function bookingOf(
  facts: StayFacts,
  locale: string,
  phrases: Phrases,
  formats: Formats,
): MailVariables['booking'] {
  const { startsAt, endsAt, adults, children, quantity } = facts;
  const nights = facts.isLodging ? nightsOf(facts) : 0;
  const party = [
    ...(adults === null ? [] : [phrases.adults(adults)]),
    ...(children > 0 ? [phrases.children(children)] : []),
  ];
  return {
    reference: facts.reference,
    state: facts.state,
    room: roomOf(facts, locale),
    arrival: formats.date(startsAt),
    arrivalShort: formats.shortDate(startsAt),
    arrivalTime: formats.time(startsAt),
    departure: formats.date(endsAt),
    departureShort: formats.shortDate(endsAt),
    departureTime: formats.time(endsAt),
    duration: nights > 0 ? phrases.nights(nights) : null,
    guests: party.length > 0 ? party.join(', ') : null,
    nights,
    quantity,
    adults,
    children,
  };
}

function roomOf({ room, roomTranslations, quantity }: StayFacts, locale: string): string | null {
  const name = oneLine(room && translatedText('name', room, roomTranslations, [locale]));
  return name === null || quantity === 1 ? name : `${quantity} × ${name}`;
}

function nightsOf({ startsAt, endsAt, timeZone }: StayFacts): number {
  const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate();
  return dateOf(startsAt).until(dateOf(endsAt)).days;
}

type Money = (minorUnits: bigint) => string;

function paymentOf(
  { kind, fact }: MailToWrite,
  { money: sums, schedule, totalMinorUnits }: StayFacts,
  { money, formats, now }: { money: Money; formats: Formats; now: Temporal.Instant },
): MailVariables['payment'] {
  const net = sums.collectedMinorUnits - sums.returnedMinorUnits;
  const [open, parts] = [totalMinorUnits - net, [] as { amount: string; date: string }[]];
  for (const { amountMinorUnits, dueAt } of schedule) {
    const isLater = Temporal.Instant.compare(dueAt, now) > 0;
    const amount = amountMinorUnits < open ? amountMinorUnits : open;
    if (isLater && amount > 0n) parts.push({ amount: money(amount), date: formats.shortDate(dueAt) });
  }
  return {
    amount: money(reportedAmount(kind, fact, sums) ?? 0n),
    paid: money(sums.collectedMinorUnits),
    refunded: positive(sums.returnedMinorUnits, money),
    due: positive(sums.dueMinorUnits, money),
    parts,
  };
}

/** The payment or the refund that the mail reports; requested again, the last one. */
function reportedAmount(kind: MailKind, fact: string, sums: StayFacts['money']): bigint | undefined {
  if (kind === 'refund_sent')
    return (sums.refunds.find(({ id }) => id === fact) ?? sums.refunds.at(-1))?.amountMinorUnits;
  if (kind === 'payment_due') return sums.dueMinorUnits;
  const known = sums.payments.find(({ providerPaymentIntentId: id }) => id === fact && fact !== '');
  return (known ?? sums.payments.at(-1))?.amountMinorUnits;
}

function termSentences(
  terms: StayTerms | null,
  { terms: words }: Phrases,
  formats: Formats,
  money: Money,
): string[] {
  if (terms === null) return [words.withoutPolicy];
  const sentences = terms.timeline.map(({ until, penaltyMinorUnits: fee }, place) => {
    if (until !== null)
      return fee === 0n
        ? words.freeUntil(formats.dateTime(until))
        : words.feeUntil(money(fee), formats.dateTime(until));
    if (fee === 0n) return words.freeAfterwards;
    return place === 0 ? words.feeAlways(money(fee)) : words.feeAfterwards(money(fee));
  });
  const { noShowPenaltyMinorUnits: noShow } = terms;
  return noShow > 0n ? [...sentences, words.noShow(money(noShow))] : sentences;
}

function manageUrlOf(settings: MailSettings, { manageToken }: StayFacts): string | null {
  return manageToken === null ? null : (linkOf(settings, manageToken) ?? null);
}

function positive(minorUnits: bigint | null, money: Money): string | null {
  return minorUnits !== null && minorUnits > 0n ? money(minorUnits) : null;
}

/** Control characters, and those that turn the direction of text around, do not stand in one line. */
export function oneLine(text: string | null): string | null {
  if (text === null) return null;
  const line = text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim();
  return line === '' ? null : line;
}
