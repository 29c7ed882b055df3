import type { VersionedMail } from '../mails/mail-of-event.ts';

export interface PublicEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly occurredAt: string;
  readonly reservationId: string;
  readonly object: Readonly<Record<string, unknown>>;
  /** Its sequence is 0. */
  readonly hasNoSeries?: boolean;
  /** Fields beside the object. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** The mail to the guest, where the tenant sends such mails. It is in no body. */
  readonly mail?: VersionedMail | undefined;
}

interface InternalEvent {
  readonly id: string;
  /** `evt.<context>.v<n>.<aggregate>.<past-verb>` */
  readonly type: string;
  readonly livemode: boolean;
  readonly occurredAt: string;
}

/** Personal data and secrets never leave in a webhook, whatever a publisher sends. */
const WITHHELD = new Set(['guestEmail', 'guestName', 'guestPhone', 'guestLanguage', 'notes', 'clientSecret']);

/** The last two words of the internal type are the public one: `reservation.checked-in` is `reservation.checked_in`. */
export function publicType(type: string): string {
  return type.split('.').slice(-2).join('.').replaceAll('-', '_');
}

export function toPublicEvent(
  event: InternalEvent,
  reservationId: string,
  object: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): PublicEvent {
  return {
    id: event.id,
    type: publicType(event.type),
    livemode: event.livemode,
    occurredAt: event.occurredAt,
    reservationId,
    object: Object.fromEntries(Object.entries(object).filter(([name]) => !WITHHELD.has(name))),
    ...(Object.keys(more).length > 0 && { more }),
  };
}
