import type {
  GuestErasure,
  GuestExport,
  GuestRecord,
  listErasures,
  listGuests,
  listGuestStays,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import type { RowPage } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { Guest } from '../domain/profiles/guest.ts';
import type { ErasuresPage, ListedErasure, ListedGuest, ListedStay } from '../ports/profiles.ts';
import type { ListGuests } from '../use-cases/profiles/list-guests.ts';
import type { ListGuestStays } from '../use-cases/profiles/list-guest-stays.ts';
import type { Erasure } from '../domain/profiles/erasure.ts';
import type { ExportedBooking, ExportedGuest } from '../use-cases/profiles/export-guest.ts';
import { asListed } from '../domain/bookings/listed-booking.ts';
import { bookingWithTermsToWire, listedBookingToWire } from './bookings.ts';
import { historyEntryToWire } from './history.ts';
import { bookingPaymentsToWire } from './money.ts';

export function listGuestsFromWire(request: RequestOf<typeof listGuests>): ListGuests {
  const { limit, after, email, q: query, verified, updatedSince } = request;
  const since = updatedSince === undefined ? undefined : Temporal.Instant.from(updatedSince);
  return { filter: { email, query, verified, updatedSince: since }, page: { limit, after } };
}

export function guestToWire(guest: Guest): GuestRecord {
  const { id, email, name, phone, language, notes, metadata, consents, staysCount } = guest;
  return {
    id,
    email,
    verifiedAt: instantTextOrNull(guest.verifiedAt),
    name,
    phone,
    language,
    notes,
    metadata,
    consents: [...consents],
    staysCount,
    firstStayAt: instantTextOrNull(guest.firstStayAt),
    lastStayAt: instantTextOrNull(guest.lastStayAt),
    createdAt: instantText(guest.createdAt),
    updatedAt: instantText(guest.updatedAt),
    erasedAt: instantTextOrNull(guest.erasedAt),
  };
}

export function guestPageToWire(page: RowPage<ListedGuest>): ResponseOf<typeof listGuests> {
  const { items, last } = endPage(page, ({ guest }) => guestToWire(guest));
  return { guests: items, nextAfter: last?.position ?? null };
}

export function listGuestStaysFromWire({
  guestId,
  ...page
}: RequestOf<typeof listGuestStays>): ListGuestStays {
  return { guestId, page };
}

export function guestStayPageToWire(page: RowPage<ListedStay>): ResponseOf<typeof listGuestStays> {
  const { items, last } = endPage(page, ({ isVerified: verified, ...stay }) => ({
    ...listedBookingToWire(asListed(stay)),
    verified,
  }));
  return { bookings: items, nextAfter: last?.position ?? null };
}

export function erasureToWire({ id, erasedAt, erased, remains, elsewhere }: Erasure): GuestErasure {
  return {
    id,
    erasedAt: instantText(erasedAt),
    erased: [...erased],
    remains: [...remains],
    elsewhere: elsewhere.map(({ paymentIntentIds, ...known }) => ({
      ...known,
      paymentIntentIds: [...paymentIntentIds],
    })),
  };
}

export function exportedGuestToWire({ at, guest, stays }: ExportedGuest): GuestExport {
  return {
    exportedAt: instantText(at),
    guest: guestToWire(guest),
    stays: stays.map(exportedStayToWire),
  };
}

function exportedStayToWire(stay: ExportedBooking): GuestExport['stays'][number] {
  return {
    booking: { ...bookingWithTermsToWire(stay), verified: stay.isVerified },
    payments: bookingPaymentsToWire(stay),
    history: stay.history.map(historyEntryToWire),
    mails: stay.mails.map(({ kind, sentAt }) => ({ kind, sentAt })),
  };
}

export function listErasuresFromWire({ since, ...page }: RequestOf<typeof listErasures>): ErasuresPage {
  return { ...page, since: Temporal.Instant.from(since) };
}

export function erasurePageToWire({
  rows,
  hasMore,
}: RowPage<ListedErasure>): ResponseOf<typeof listErasures> {
  const last = rows.at(-1);
  return {
    erasures: rows.map((row) => ({ ...row, erasedAt: instantText(row.erasedAt) })),
    nextAfter:
      hasMore && last !== undefined
        ? { erasedAt: last.erasedAt.toString({ smallestUnit: 'microsecond' }), id: last.guestId }
        : null,
  };
}
