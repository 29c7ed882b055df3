import type { RequestContext } from '@lodging/kit-runtime';
import type { NewReservation, ReservationCreation } from '../domain/creation/reservation-creation.ts';
import type { LimitedBy } from '../domain/guests/client-limits.ts';
import type { Author } from '../domain/history/history.ts';
import type { BookedGuest } from '../domain/profiles/guest.ts';
import type { PendingReservation, Stay } from '../domain/stay/reservation.ts';
import type { StateChange } from '../domain/stay/transitions.ts';

export type CreateOutcome =
  | { readonly kind: 'created'; readonly reservation: PendingReservation }
  /** The key or the quote has a reservation already; that of the key comes first. */
  | { readonly kind: 'exists'; readonly existing: ReservationCreation }
  /** The key or the quote had a reservation that was discarded since. */
  | { readonly kind: 'discarded' }
  /** Another booking has its external reference. */
  | { readonly kind: 'reference_taken'; readonly reservationId: string }
  | { readonly kind: 'expired' }
  /** Its client, or all clients of its key, hold as much as they may. */
  | { readonly kind: 'limited'; readonly by: LimitedBy; readonly retryAfterSeconds: number };

/** A reservation from its insert as `pending` to its first event, and on to the payment handle of a booking. */
export interface ReservationCreationRepository {
  create(tenantId: string, reservation: NewReservation): Promise<CreateOutcome>;
  /** True if `create` would have another outcome than `created` now. */
  wouldRefuse(tenantId: string, reservation: NewReservation): Promise<boolean>;
  findByKey(tenantId: string, idempotencyKey: string): Promise<ReservationCreation | undefined>;
  /** Takes over a pending reservation whose attempt has expired. Undefined where another caller took it over first. */
  takeOver(tenantId: string, id: string, expiredAttempt: number): Promise<PendingReservation | undefined>;
  /** Ends an attempt: row, events and history in one commit. False where another attempt took over: nothing is written. */
  complete(pending: PendingReservation, change: StateChange, author?: Author): Promise<boolean>;
  /** The same for a reservation that was created with a guest: its profile is made or found in the commit. */
  completeWithGuest(
    pending: PendingReservation,
    change: StateChange,
    guest: BookedGuest,
    author?: Author,
  ): Promise<{ readonly guestId: string } | undefined>;
  /** Takes over the payment setup of an expired attempt; gives the number of the new attempt to one of several callers. */
  takeOverPaymentSetup(tenantId: string, id: string, expiredAttempt: number): Promise<number | undefined>;
  /** The creator has received the payment handle. */
  completePaymentSetup(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Expires the attempt, so that the next request can take over at once. */
  endAttempt(tenantId: string, id: string, attempt: number): Promise<void>;
  /** Deletes a pending reservation, unless another attempt took over. */
  discard(tenantId: string, id: string, attempt: number): Promise<void>;
}

export interface RefusedRequest {
  readonly tenantId: string;
  readonly reservationId: string;
  /** `confirm-hold` */
  readonly operation: string;
  readonly code: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
}

/** Requests that were refused alike, the last of which is recorded. */
export interface RefusedTimes {
  readonly times: number;
  readonly firstAgoMs: number;
  readonly lastAgoMs: number;
}

/** A refusal changes no reservation: only this record shows it in the timeline. */
export interface RefusedRequestRepository {
  record(refused: RefusedRequest, seen: RefusedTimes): Promise<void>;
  /** Deletes a batch of those that were last met 30 days ago. Returns their number. */
  purge(): Promise<number>;
}

/** Refusals that are to be recorded, in memory. */
export interface RefusalQueue {
  add(refused: RefusedRequest): void;
  /** `wake` is called when a refusal was added. */
  onAdded(wake: () => void): void;
  /** Records the refusals in the queue. */
  write(): Promise<void>;
  /** The same within 2 seconds; the rest is lost, and logged. */
  drain(): Promise<void>;
}

/** Stays that this process refused recently. It says where a refusal is likely; the refusal itself needs a read. */
export interface SoldOutCache {
  isLikely(tenantId: string, stay: Stay): boolean;
  add(tenantId: string, stay: Stay): void;
  forget(tenantId: string, stay: Stay): void;
}

/** The number of units that each tenant sells, updated within a minute. */
export interface UnitsForSale {
  /** Has the figure of the tenant read, without a wait, and kept up to date for a while. */
  prepare(ctx: Pick<RequestContext, 'tenantId' | 'livemode'>): void;
  /** A promise only where this process has not known the tenant lately. 0 where inventory does not answer. */
  of(ctx: Pick<RequestContext, 'tenantId' | 'livemode'>): number | Promise<number>;
  /** Reads the figures of the tenants in use again. */
  refresh(): Promise<void>;
}
