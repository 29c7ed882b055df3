import { selectList } from '@lodging/kit-postgres';
import type { Guest, StaysOfGuest } from '../../domain/profiles/guest.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { guests } from './profile-schema.ts';
import type { GuestRow } from './profile-schema.ts';

/** Read by no list; the erasure is read by itself. */
const UNSHOWN = ['emailHash', 'erasure'] as const;

export type ReadableGuestRow = Omit<GuestRow, (typeof UNSHOWN)[number]> & StaysOfGuest;

export const guestColumns = selectList(guests, { except: UNSHOWN });

/** Of a query whose rows have `tenantId` and `id`, by the index of the bookings of a guest alone. */
export function withStays(source: string): string {
  return `SELECT ${source}.*, stays.* FROM ${source} CROSS JOIN LATERAL (
     SELECT count(*)::integer AS "staysCount", min(starts_at) AS "firstStayAt", max(starts_at) AS "lastStayAt"
       FROM reservations WHERE tenant_id = $tenantId AND guest_id = ${source}.id) AS stays`;
}

export function toGuest(row: ReadableGuestRow, { profiles }: Pick<GuestSealer, 'profiles'>): Guest {
  return {
    ...profiles.open(row),
    tenantId: row.tenantId,
    id: row.id,
    livemode: row.livemode,
    verifiedAt: row.verifiedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    erasedAt: row.erasedAt,
    staysCount: row.staysCount,
    firstStayAt: row.firstStayAt,
    lastStayAt: row.lastStayAt,
  };
}
