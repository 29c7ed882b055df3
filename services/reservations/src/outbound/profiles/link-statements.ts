import type { NewId } from '@lodging/kernel';
import { composedStatement, namedStatement } from '@lodging/kit-postgres';
import type { Part, ReadStatement } from '@lodging/kit-postgres';
import { searchPrefixes } from '../../domain/bookings/booking-search.ts';
import type { BookedGuest } from '../../domain/profiles/guest.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import type { BookedColumns } from './profile-sealer.ts';

interface LinkValues extends BookedColumns {
  readonly tenantId: string;
  readonly guestId: string;
  readonly livemode: boolean;
  readonly emailHash: string;
  readonly isVerified: boolean;
}

/**
 * Makes the guest of an address, or finds it and fills its empty fields. The row is locked until the commit: an erasure and a
 * merge come before or after, and of two bookings at once the second finds what the first has made.
 */
function upsertGuest(condition: string): string {
  return `INSERT INTO guests AS g (tenant_id, id, livemode, email_hash, email_sealed, name_sealed, phone_sealed,
                               language_sealed, verified_at, created_at, updated_at)
   SELECT $tenantId::uuid, $guestId::uuid, $livemode::boolean, $emailHash::text, $emailSealed::text, $nameSealed::text,
          $phoneSealed::text, $languageSealed::text, CASE WHEN $isVerified::boolean THEN at END, at, at
     FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock WHERE ${condition}
   ON CONFLICT (tenant_id, email_hash) WHERE email_hash IS NOT NULL DO UPDATE
     SET name_sealed = coalesce(g.name_sealed, excluded.name_sealed),
         phone_sealed = coalesce(g.phone_sealed, excluded.phone_sealed),
         language_sealed = coalesce(g.language_sealed, excluded.language_sealed),
         verified_at = coalesce(excluded.verified_at, g.verified_at),
         updated_at = greatest(g.updated_at, excluded.updated_at)
   RETURNING id, email_sealed, name_sealed, created_at`;
}

const upsert = namedStatement<LinkValues>('upsert_guest', upsertGuest('true'));

const upsertOfCreation = namedStatement<LinkValues & { readonly id: string; readonly attempt: number }>(
  'upsert_guest_of_creation',
  upsertGuest(`EXISTS (
     SELECT FROM reservations WHERE tenant_id = $tenantId AND id = $id AND state = 'pending' AND attempt = $attempt)`),
);

/** Only of a new guest, and of a name that was filled in: sealing a text twice never gives the same. */
const insertTokens = namedStatement<
  Pick<LinkValues, 'tenantId' | 'emailSealed' | 'nameSealed'> & {
    readonly emailTokens: readonly string[];
    readonly nameTokens: readonly string[];
  }
>(
  'insert_guest_search',
  `INSERT INTO guest_search (tenant_id, guest_id, token, created_at)
   SELECT $tenantId::uuid, profile.id, added.token, profile.created_at
     FROM profile CROSS JOIN LATERAL (
       SELECT unnest($emailTokens::text[]) AS token WHERE profile.email_sealed = $emailSealed::text
       UNION SELECT unnest($nameTokens::text[]) WHERE profile.name_sealed = $nameSealed::text) AS added
   ON CONFLICT DO NOTHING`,
);

export interface GuestToLink {
  readonly tenantId: string;
  /** Of the guest, where the address has none yet. */
  readonly newGuestId: string;
  readonly livemode: boolean;
  readonly isVerified: boolean;
  readonly guest: BookedGuest;
}

function valuesOf(sealer: GuestSealer, { guest, newGuestId, ...link }: GuestToLink): LinkValues {
  return {
    ...link,
    ...sealer.profiles.sealBooked(link.tenantId, guest),
    guestId: newGuestId,
    emailHash: sealer.emailHash(link.tenantId, guest.email),
  };
}

function searchOf(sealer: GuestSealer, { guest: { email, name } }: GuestToLink, values: LinkValues): Part {
  const { tenantId, emailSealed, nameSealed } = values;
  const tokensOf = (guestEmail: string | null, guestName: string | null) =>
    guestTokens(sealer, tenantId, { email: guestEmail, name: guestName });
  return [
    'profile_search',
    insertTokens({
      tenantId,
      emailSealed,
      nameSealed,
      emailTokens: tokensOf(email, null),
      nameTokens: tokensOf(null, name),
    }),
  ];
}

/** The keyed hashes by which a guest is found. */
export function guestTokens(
  sealer: GuestSealer,
  tenantId: string,
  { email, name }: { readonly email: string | null; readonly name: string | null },
): string[] {
  const searched = { guestEmail: email, guestName: name, externalReference: null };
  return searchPrefixes(searched).map((prefix) => sealer.searchToken(tenantId, prefix));
}

/** Parts of a statement; a later one reads the id as `(SELECT id FROM profile)`. */
export function linkGuest(sealer: GuestSealer, link: GuestToLink): Part[] {
  const values = valuesOf(sealer, link);
  return [['profile', upsert(values)], searchOf(sealer, link, values)];
}

/** The same where the attempt still is the one that creates the reservation. */
export function linkGuestOfCreation(
  sealer: GuestSealer,
  link: GuestToLink,
  creation: { readonly id: string; readonly attempt: number },
): Part[] {
  const values = valuesOf(sealer, link);
  return [['profile', upsertOfCreation({ ...values, ...creation })], searchOf(sealer, link, values)];
}

const setGuest = namedStatement<{ readonly tenantId: string; readonly id: string }>(
  'set_guest',
  'UPDATE reservations SET guest_id = (SELECT id FROM profile) WHERE tenant_id = $tenantId AND id = $id',
);

/** The new address is not verified. */
const replaceGuest = namedStatement<{ readonly tenantId: string; readonly id: string }>(
  'replace_guest',
  `UPDATE reservations SET guest_id = (SELECT id FROM profile), guest_verified_at = NULL
    WHERE tenant_id = $tenantId AND id = $id RETURNING guest_id AS "guestId"`,
);

/** The guest of the new address of a booking, found or made. The last statement returns the id. */
export function guestOfNewAddress(
  sealer: GuestSealer,
  { tenantId, id, livemode }: Omit<ChangedBooking, 'guestId'>,
  { guest, newId }: { readonly guest: BookedGuest; readonly newId: NewId },
): ReadStatement[] {
  const link = { tenantId, newGuestId: newId(), livemode, isVerified: false, guest };
  return [
    ...rekeyAddress(sealer, tenantId, guest.email),
    composedStatement('replace_guest_of_booking', linkGuest(sealer, link), replaceGuest({ tenantId, id })),
  ];
}

/** The fields are sealed for the address, so a guest of another address, to whom the booking was merged, gets none. */
const fillGuest = namedStatement<
  Omit<BookedColumns, 'emailSealed'> & {
    readonly tenantId: string;
    readonly guestId: string;
    readonly emailHashes: readonly string[];
  }
>(
  'fill_guest',
  `UPDATE guests
      SET name_sealed = coalesce(name_sealed, $nameSealed::text), phone_sealed = coalesce(phone_sealed, $phoneSealed::text),
          language_sealed = coalesce(language_sealed, $languageSealed::text),
          updated_at = greatest(updated_at, date_trunc('milliseconds', clock_timestamp()))
    WHERE tenant_id = $tenantId AND id = $guestId AND email_hash = ANY($emailHashes::text[])
      AND (name_sealed IS NULL AND $nameSealed::text IS NOT NULL OR phone_sealed IS NULL AND $phoneSealed::text IS NOT NULL
           OR language_sealed IS NULL AND $languageSealed::text IS NOT NULL)
   RETURNING id, email_sealed, name_sealed, created_at`,
);

interface ChangedBooking {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly guestId: string | null;
}

/**
 * With a change of the details of a booking: empty fields of its guest are filled, and a booking that was made before guests
 * had profiles gets its guest.
 */
export function guestOfChangedBooking(
  sealer: GuestSealer,
  { tenantId, id, livemode, guestId }: ChangedBooking,
  { guest, newId }: { readonly guest: BookedGuest; readonly newId: NewId },
): ReadStatement[] {
  const link = { tenantId, newGuestId: newId(), livemode, isVerified: false, guest };
  if (guestId === null)
    return [
      ...rekeyAddress(sealer, tenantId, guest.email),
      composedStatement('link_booking', linkGuest(sealer, link), setGuest({ tenantId, id })),
    ];
  const values = valuesOf(sealer, link);
  const emailHashes = sealer.emailHashes(tenantId, guest.email);
  const [, search] = searchOf(sealer, link, values);
  return [
    composedStatement('fill_guest', [['profile', fillGuest({ ...values, guestId, emailHashes })]], search),
  ];
}

const lockAddress = namedStatement<{ readonly lockOn: string }>(
  'lock_address',
  'SELECT pg_advisory_xact_lock(hashtextextended($lockOn, 0))',
);

const rekeyGuest = namedStatement<{
  readonly tenantId: string;
  readonly current: string;
  readonly earlier: readonly string[];
}>(
  'rekey_guest',
  `UPDATE guests SET email_hash = $current
    WHERE tenant_id = $tenantId AND email_hash = ANY($earlier::text[])
      AND NOT EXISTS (SELECT FROM guests AS known WHERE known.tenant_id = $tenantId AND known.email_hash = $current)`,
);

/**
 * Before a guest is linked while GUEST_DATA_SECRET is replaced: its hash may be of another secret of the ring, in which
 * processes have them in different orders. None otherwise.
 */
export function rekeyAddress(sealer: GuestSealer, tenantId: string, email: string): ReadStatement[] {
  const [current, ...earlier] = sealer.emailHashes(tenantId, email);
  if (earlier.length === 0) return [];
  const [lockOn = current] = [current, ...earlier].toSorted();
  return [lockAddress({ lockOn }), rekeyGuest({ tenantId, current, earlier })];
}
