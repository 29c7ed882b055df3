import type { MailKind, MailLanguage } from './mail-kind.ts';
import { mailVariables } from './mail-variables.ts';
import type { MailVariables } from './mail-variables.ts';
import { NO_MAIL_SETTINGS } from './mail-settings.ts';
import type { MailSettings } from './mail-settings.ts';
import type { StayFacts } from './stay-facts.ts';

const at = (text: string) => Temporal.Instant.from(text);
const ENDED: readonly MailKind[] = ['booking_cancelled', 'refund_sent'];

export const SAMPLE_FACT = 'sample';
/** Of the link in a preview, which opens nothing: a preview is for those who may read. */
export const SAMPLE_TOKEN = 'sample';
/** Before the arrival of the stay, and before the rest is due. */
export const SAMPLE_NOW = at('2027-05-03T09:00:00Z');

/** The settings of a property that has filled in all of them, for what the tenant has not. */
export function sampleSettings(settings: MailSettings): MailSettings {
  return { ...settings, propertyName: settings.propertyName ?? 'Hotel Seeblick' };
}

const SAMPLE_BILL: StayFacts['bill'] = {
  accommodationMinorUnits: 24_000n,
  dueAtPropertyMinorUnits: 600n,
  lines: [
    { name: 'VAT 10 %', amountMinorUnits: 2_182n, included: true, atProperty: false },
    { name: 'Cleaning', amountMinorUnits: 1_500n, included: false, atProperty: false },
    { name: 'Visitor’s tax', amountMinorUnits: 600n, included: false, atProperty: true },
  ],
};

const SAMPLE_TERMS: StayFacts['terms'] = {
  timeline: [
    { until: at('2027-06-03T13:00:00Z'), penaltyMinorUnits: 0n },
    { until: null, penaltyMinorUnits: 12_000n },
  ],
  noShowPenaltyMinorUnits: 25_500n,
};

/** A stay that is made up, for previews and for checking templates. */
export function sampleStay(kind: MailKind, language: string): StayFacts {
  const isEnded = ENDED.includes(kind);
  const isDue = kind === 'payment_due';
  return {
    reservationId: '0197a205-3c4d-7a5e-8f60-718293a4b5c6',
    reference: '7K3Q9ALP',
    state: isEnded ? 'cancelled' : 'confirmed',
    version: 2,
    wasConfirmed: true,
    guest: { email: 'ada@example.com', name: 'Ada Lovelace', language, erased: false },
    room: 'Room 12',
    isLodging: true,
    startsAt: at('2027-06-10T13:00:00Z'),
    endsAt: at('2027-06-12T09:00:00Z'),
    timeZone: 'Europe/Vienna',
    quantity: 1,
    adults: 2,
    children: 1,
    currency: 'EUR',
    totalMinorUnits: 25_500n,
    bill: SAMPLE_BILL,
    schedule: [
      { amountMinorUnits: 7_650n, dueAt: at('2027-05-03T08:00:00Z') },
      { amountMinorUnits: 17_850n, dueAt: at(isDue ? '2027-05-03T08:30:00Z' : '2027-05-26T22:00:00Z') },
    ],
    money: {
      collectedMinorUnits: 7_650n,
      returnedMinorUnits: isEnded ? 7_650n : 0n,
      dueMinorUnits: isDue ? 17_850n : 0n,
      payments: [{ providerPaymentIntentId: SAMPLE_FACT, purpose: 'deposit', amountMinorUnits: 7_650n }],
      refunds: isEnded ? [{ id: SAMPLE_FACT, amountMinorUnits: 7_650n }] : [],
    },
    terms: isEnded ? null : SAMPLE_TERMS,
    cancellation: isEnded ? { penaltyMinorUnits: 0n, refundMinorUnits: 7_650n, dueMinorUnits: 0n } : null,
    manageToken: SAMPLE_TOKEN,
  };
}

/** The least that a stay may have. */
export function barestStay(kind: MailKind): StayFacts {
  return {
    ...sampleStay(kind, 'en'),
    reference: null,
    guest: { email: 'ada@example.com', name: null, language: null, erased: false },
    room: null,
    isLodging: false,
    adults: null,
    children: 0,
    bill: null,
    schedule: [],
    money: { collectedMinorUnits: 0n, returnedMinorUnits: 0n, dueMinorUnits: 0n, payments: [], refunds: [] },
    terms: null,
    cancellation: null,
    manageToken: null,
  };
}

/** Settings with and without what is optional; for checking templates. */
export const FULL_SETTINGS: MailSettings = {
  ...NO_MAIL_SETTINGS,
  enabled: true,
  propertyName: 'Hotel Seeblick',
  address: 'Seestraße 1\n6900 Bregenz',
  phone: '+43 5574 0000',
  replyTo: 'desk@seeblick.example',
  website: 'https://seeblick.example',
  logoUrl: 'https://seeblick.example/logo.png',
  accentColor: '#1f6f8b',
  manageUrl: 'https://seeblick.example/manage',
};

/** Of a stay that has everything, and of one that has the least. */
export function sampleVariables(kind: MailKind, language: MailLanguage): MailVariables[] {
  const mail = { kind, language, fact: SAMPLE_FACT, livemode: true };
  const barest = { ...NO_MAIL_SETTINGS, propertyName: FULL_SETTINGS.propertyName };
  return [
    mailVariables(mail, FULL_SETTINGS, sampleStay(kind, language), SAMPLE_NOW),
    mailVariables(mail, barest, barestStay(kind), SAMPLE_NOW),
  ];
}
