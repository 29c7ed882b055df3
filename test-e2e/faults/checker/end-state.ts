import type { Fields } from '../history/entries.ts';

/** What there is when the product is quiet again after the last fault. */
export interface EndState {
  /** Null: it was not quiet in time. */
  readonly quietAfterMs: number | null;
  /** What was left to do when the time was over. */
  readonly unfinished: readonly string[];
  /** What was done last. */
  readonly lastLeft: readonly string[];
  /** That the database ended in the time of this seed. */
  readonly deadlocks: number;
  readonly tenants: Readonly<Record<string, TenantState>>;
  readonly database: DatabaseState;
}

export interface TenantState {
  readonly bookings: readonly Booking[];
  /** Of the bookings that have ended. */
  readonly sums: readonly BookingSums[];
  readonly events: readonly LoggedEvent[];
  readonly deliveries: Readonly<Record<string, readonly Delivery[]>>;
  /** By resource. */
  readonly calendars: Readonly<Record<string, readonly Day[]>>;
  readonly settings: Readonly<Record<string, { plan: string; restriction: string | null }>>;
  readonly intents: readonly ProviderIntent[];
  readonly refunds: readonly ProviderRefund[];
}

export interface Booking {
  readonly id: string;
  readonly resourceId: string;
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly quantity: number;
  readonly totalMinorUnits: string;
  readonly holdExpiresAt: string | null;
  readonly source: string;
  readonly guestEmail: string | null;
}

/** The sums of `GET /v1/bookings/{id}/payments`. */
export interface BookingSums {
  readonly reservationId: string;
  readonly collectedMinorUnits: string;
  readonly returnedMinorUnits: string;
  readonly retainedMinorUnits: string;
  readonly owedMinorUnits: string;
  readonly undecidedMinorUnits: string;
  readonly penaltyMinorUnits: string | null;
}

export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly object: Fields };
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly status: 'pending' | 'succeeded' | 'dead';
}

export interface Day {
  readonly date: string;
  readonly reasons: readonly string[];
}

export interface ProviderIntent {
  readonly id: string;
  readonly status: string;
  readonly amountReceived: number;
  readonly reservationId: string;
  readonly paymentId: string;
  readonly charges: number;
}

export interface ProviderRefund {
  readonly id: string;
  readonly intentId: string;
  readonly amount: number;
  readonly status: string;
  readonly reservationId: string;
  readonly refundId: string;
}

export interface DatabaseState {
  readonly reservations: readonly ReservationRow[];
  readonly claims: readonly ClaimRow[];
  readonly changes: readonly ChangeRow[];
  readonly blocks: readonly BlockRow[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly outbox: readonly OutboxRow[];
  readonly inbox: readonly InboxRow[];
  readonly deadLetters: readonly { readonly consumer: string; readonly error: string }[];
}

export interface ReservationRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly state: string;
  readonly version: number;
  readonly resource_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly quantity: number;
  readonly idempotency_key: string | null;
}

export interface ClaimRow {
  readonly tenant_id: string;
  readonly claim_id: string;
  readonly resource_id: string;
  readonly kind: 'reservation' | 'external_block';
  readonly state: 'held' | 'confirmed';
  readonly starts_at: string;
  readonly ends_at: string;
  readonly units: number;
  readonly left_at: string | null;
  /** The block of the tenant that it belongs to. */
  readonly block_id: string | null;
}

/** A change of a stay. */
export interface ChangeRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly reservation_id: string;
  readonly state: string;
}

export interface BlockRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly resource_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly units: number;
}

export interface PaymentRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly reservation_id: string;
  readonly state: string;
  readonly amount_minor_units: string;
  readonly provider_intent_id: string | null;
  /** The change of the stay that it pays; null: it pays the stay. */
  readonly change_id: string | null;
}

export interface RefundRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly reservation_id: string;
  readonly state: string;
  readonly reason: string;
  readonly amount_minor_units: string;
  readonly provider_refund_id: string | null;
}

export interface OutboxRow {
  readonly service: string;
  readonly tenant_id: string;
  readonly id: string;
  readonly type: string;
  readonly aggregate_id: string;
  readonly aggregate_version: string;
  readonly position: string;
  readonly published: boolean;
  /** The stream has a message with this event where its acknowledgement says. Null: not looked up. */
  readonly in_stream: boolean | null;
}

export interface InboxRow {
  /** The consuming service. */
  readonly service: string;
  readonly event_id: string;
}
