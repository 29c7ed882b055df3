import type { ListPosition, Page, Refusal, Result } from '@lodging/kernel';
import type { Author, HistoryEntry } from '../domain/history/history.ts';
import type { Guest, GuestProfile } from '../domain/profiles/guest.ts';
import type { ElsewhereKnown, Erasure } from '../domain/profiles/erasure.ts';
import type { ListedReservation } from './bookings.ts';
import type { AgreedReservation, ReservationSnapshot } from './stay.ts';

/** A merge, an export and an erasure handle no more bookings. */
export const MAX_STAYS_OF_GUEST = 10_000;

export interface GuestFilter {
  readonly email?: string | undefined;
  /** The beginning of the address or of a word of the name. */
  readonly query?: string | undefined;
  readonly verified?: boolean | undefined;
  readonly updatedSince?: Temporal.Instant | undefined;
}

export interface ListedGuest {
  readonly guest: Guest;
  readonly position: ListPosition;
}

export interface ListedStay extends ListedReservation {
  /** The guest has proved that the address of the booking is theirs. */
  readonly isVerified: boolean;
}

/** Synchronous, so that no remote call fits inside a transaction. */
export type DecideProfile = (
  guest: Guest,
) => Result<GuestProfile & { readonly email: string }, Refusal<'validation_failed' | 'guest_erased'>>;

export interface StayToErase extends ReservationSnapshot {
  /** Money is to go back, or a settlement is decided, and payments has not recorded it yet. */
  readonly isSettling: boolean;
}

/** The bookings whose states and money allow an erasure. */
export interface CheckedStays {
  readonly ids: readonly string[];
  readonly elsewhere: readonly ElsewhereKnown[];
}

/** `replayed`: the guest was erased before. */
export interface ErasedGuest {
  readonly erasure: Erasure;
  readonly replayed: boolean;
}

export type EraseOutcome = Result<ErasedGuest, Refusal> | 'changed';

/** A booking with what was agreed, and its history. */
export interface ExportedStay extends Omit<AgreedReservation, 'openChange'> {
  readonly isVerified: boolean;
  readonly history: readonly HistoryEntry[];
  readonly position: ListPosition;
}

export interface ExportPart {
  readonly exportId: string;
  readonly part: number;
}

export interface StoredPart {
  readonly parts: number;
  readonly content: string;
}

export interface ErasuresPage {
  readonly since: Temporal.Instant;
  readonly after: { readonly erasedAt: string; readonly id: string } | null;
  readonly limit: number;
}

export interface ListedErasure {
  readonly tenantId: string;
  readonly guestId: string;
  readonly livemode: boolean;
  readonly erasedAt: Temporal.Instant;
}

export interface GuestRepository {
  find(tenantId: string, id: string): Promise<Guest | undefined>;
  /** Oldest first, without erased guests. For a search the result holds all that match and may hold others. */
  list(tenantId: string, filter: GuestFilter, page: Page): Promise<ListedGuest[]>;
  /** Oldest first. */
  listStays(tenantId: string, guestId: string, page: Page): Promise<ListedStay[]>;
  /** The row is locked while `decide` runs. Undefined: there is no such guest. */
  update(tenantId: string, id: string, decide: DecideProfile): Promise<Result<Guest, Refusal> | undefined>;
  /** All bookings of the guest, and those of the address that were made before guests had profiles; at most `limit`. */
  readStays(tenantId: string, guest: Guest, limit: number): Promise<StayToErase[]>;
  findErasure(tenantId: string, id: string): Promise<Erasure | undefined>;
  /**
   * Erases the profile and the guest data of its bookings in one commit. `changed`: the guest has other bookings than were
   * checked, or one of them is open.
   */
  erase(tenantId: string, guest: Guest, checked: CheckedStays, author: Author): Promise<EraseOutcome>;
  /** Oldest first, with all that is known of each. */
  listExported(tenantId: string, guestId: string, page: Page): Promise<ExportedStay[]>;
  /** For a day. */
  storeExport(
    tenantId: string,
    guestId: string,
    exported: { readonly id: string; readonly parts: readonly string[] },
  ): Promise<void>;
  /** Undefined where there is no such part of an export, or it is a day old. */
  readExportPart(tenantId: string, guestId: string, part: ExportPart): Promise<StoredPart | undefined>;
  /** Deletes a batch of those that are a day old. Returns their number. */
  purgeExports(): Promise<number>;
  /** Of all tenants, oldest first. */
  listErasures(page: ErasuresPage): Promise<ListedErasure[]>;
  /** Moves the bookings of `from` in one commit and deletes it. */
  merge(
    tenantId: string,
    guests: { readonly id: string; readonly from: string },
    author: Author,
  ): Promise<Result<Guest, Refusal>>;
}
