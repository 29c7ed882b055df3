import type { MailKind } from './mail-kind.ts';
import type { MailSettings } from './mail-settings.ts';
import type { StayFacts } from './stay-facts.ts';

export type Suppression =
  | 'disabled'
  | 'switched_off'
  | 'erased'
  | 'no_address'
  | 'no_test_mailbox'
  | 'address_limit'
  | 'in_confirmation'
  | 'not_current'
  | 'booking_not_found';

export interface MailSubject {
  readonly kind: MailKind;
  readonly fact: string;
  readonly livemode: boolean;
  /** An operator requested it. */
  readonly requested: boolean;
}

/** Of the settings alone. */
export function switchedOff(
  { kind, livemode, requested }: MailSubject,
  settings: MailSettings,
): Suppression | undefined {
  if (!settings.enabled) return 'disabled';
  if (!requested && !settings.mails[kind]) return 'switched_off';
  if (!livemode && settings.testMailbox === null) return 'no_test_mailbox';
  return undefined;
}

export function suppressionOf(
  mail: MailSubject,
  settings: MailSettings,
  facts: StayFacts,
  now: Temporal.Instant,
): Suppression | undefined {
  const off = switchedOff(mail, settings);
  if (off !== undefined) return off;
  if (facts.guest.erased) return 'erased';
  if (facts.guest.email === null) return 'no_address';
  if (isInConfirmation(mail, settings, facts)) return 'in_confirmation';
  return isCurrent(mail, facts, now) ? undefined : 'not_current';
}

/** The payment that confirmed the stay. */
function isInConfirmation(
  { kind, fact, requested }: MailSubject,
  { mails }: MailSettings,
  { money }: StayFacts,
): boolean {
  if (kind !== 'payment_received' || requested || !mails.booking_confirmed) return false;
  const reported = money.payments.find(({ providerPaymentIntentId }) => providerPaymentIntentId === fact);
  return reported?.purpose === 'stay' || reported?.purpose === 'deposit';
}

const ALIVE: readonly string[] = ['confirmed', 'checked_in'];

function isCurrent({ kind }: MailSubject, facts: StayFacts, now: Temporal.Instant): boolean {
  const { state, wasConfirmed, startsAt, money } = facts;
  switch (kind) {
    case 'booking_confirmed':
    case 'booking_changed':
      return ALIVE.includes(state) || state === 'checked_out';
    case 'booking_cancelled':
      return state === 'cancelled' && wasConfirmed;
    case 'payment_due':
      return money.dueMinorUnits > 0n;
    case 'payment_received':
      return money.collectedMinorUnits > 0n;
    case 'refund_sent':
      return money.returnedMinorUnits > 0n;
    case 'stay_reminder':
      return state === 'confirmed' && Temporal.Instant.compare(now, startsAt) < 0;
  }
}
