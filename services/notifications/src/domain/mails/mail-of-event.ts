import type { MailKind } from './mail-kind.ts';

/** A mail that an event causes. With booking, kind and version, `fact` makes it one mail. */
export interface MailOfEvent {
  readonly kind: MailKind;
  /** The payment or the refund that it reports; '' where the booking itself is reported. */
  readonly fact: string;
}

/** With the version of the stay, the payment or the refund after the event. */
export interface VersionedMail extends MailOfEvent {
  readonly version: number;
}

interface PublishedFact {
  /** `reservation.confirmed` */
  readonly type: string;
  readonly version: number;
  readonly object: Readonly<Record<string, unknown>>;
  readonly changes?: readonly string[] | undefined;
}

/** Changed fields that a guest sees in the mail. */
const REPORTED: ReadonlySet<string> = new Set([
  'from',
  'to',
  'startsAt',
  'endsAt',
  'resourceId',
  'ratePlanId',
  'quantity',
  'partySize',
  'occupancyAdults',
  'occupancyChildren',
  'totalMinorUnits',
]);

/** Undefined where the guest is reported nothing. */
export function mailOfEvent({ version, ...fact }: PublishedFact): VersionedMail | undefined {
  const mail = reported(fact);
  return mail && { ...mail, version };
}

function reported({ type, object, changes = [] }: Omit<PublishedFact, 'version'>): MailOfEvent | undefined {
  switch (type) {
    case 'reservation.confirmed':
      return { kind: 'booking_confirmed', fact: '' };
    case 'reservation.changed':
      return { kind: 'booking_changed', fact: '' };
    case 'reservation.updated':
      return changes.some((name) => REPORTED.has(name)) ? { kind: 'booking_changed', fact: '' } : undefined;
    case 'reservation.cancelled':
      // A hold that is cancelled was never confirmed to the guest.
      return object['holdExpiresAt'] === null ? { kind: 'booking_cancelled', fact: '' } : undefined;
    case 'payment.due':
      return { kind: 'payment_due', fact: '' };
    case 'payment.succeeded':
      return { kind: 'payment_received', fact: textOf(object['providerPaymentIntentId']) };
    case 'refund.created':
      return { kind: 'refund_sent', fact: textOf(object['id']) };
    default:
      return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
