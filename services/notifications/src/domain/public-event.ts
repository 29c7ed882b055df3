export interface PublicEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly occurredAt: string;
  readonly reservationId: string;
  readonly object: Readonly<Record<string, unknown>>;
}

interface Heard {
  readonly id: string;
  /** `evt.<context>.v<n>.<aggregate>.<past-verb>` */
  readonly type: string;
  readonly livemode: boolean;
  readonly occurredAt: string;
}

/** Never leaves the house, whoever publishes it. */
const KEPT_BACK = new Set(['guestEmail', 'guestName', 'guestPhone', 'clientSecret']);

/** The last two words of the internal type are the public one: `reservation.confirmed`. */
export function publicType(type: string): string {
  return type.split('.').slice(-2).join('.');
}

export function toPublicEvent(
  heard: Heard,
  reservationId: string,
  object: Readonly<Record<string, unknown>>,
): PublicEvent {
  return {
    id: heard.id,
    type: publicType(heard.type),
    livemode: heard.livemode,
    occurredAt: heard.occurredAt,
    reservationId,
    object: Object.fromEntries(Object.entries(object).filter(([name]) => !KEPT_BACK.has(name))),
  };
}
