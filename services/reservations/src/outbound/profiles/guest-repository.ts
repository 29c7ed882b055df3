import { keysetValues } from '@lodging/kernel';
import type { Page } from '@lodging/kernel';
import { isLockTimeout, namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { storedPrefix } from '../../domain/bookings/booking-search.ts';
import { resourceLocked } from '../../domain/creation/reservation-creation.ts';
import type { Guest, GuestProfile } from '../../domain/profiles/guest.ts';
import type { DecideProfile, GuestFilter, GuestRepository, ListedGuest } from '../../ports/profiles.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { eraseGuest, readErasure } from './erase-statements.ts';
import type { EraseDeps } from './erase-statements.ts';
import { listErasures } from './erasure-list.ts';
import { listExported, purgeExports, readExportPart, storeExport } from './export-statements.ts';
import { guestColumns, toGuest, withStays } from './guest-rows.ts';
import type { ReadableGuestRow } from './guest-rows.ts';
import { listGuestsStatement } from './guest-list-statement.ts';
import { guestTokens } from './link-statements.ts';
import { mergeGuests } from './merge-statements.ts';
import type { ProfileColumns } from './profile-sealer.ts';
import { listStays, readStays } from './stays-of-guest.ts';

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

const find = namedStatement<Key>(
  'find_guest',
  `WITH found AS (SELECT ${guestColumns} FROM guests WHERE tenant_id = $tenantId AND id = $id) ${withStays('found')}`,
);

const lock = namedStatement<Key>(
  'lock_guest',
  `WITH found AS MATERIALIZED (SELECT ${guestColumns} FROM guests WHERE tenant_id = $tenantId AND id = $id FOR UPDATE)
   ${withStays('found')}`,
);

const write = namedStatement<Key & ProfileColumns>(
  'write_guest_profile',
  `UPDATE guests
      SET email_sealed = $emailSealed, name_sealed = $nameSealed, phone_sealed = $phoneSealed,
          language_sealed = $languageSealed, details_sealed = $detailsSealed,
          updated_at = greatest(updated_at, date_trunc('milliseconds', clock_timestamp()))
    WHERE tenant_id = $tenantId AND id = $id
   RETURNING updated_at AS "updatedAt"`,
);

const deleteTokens = namedStatement<Key>(
  'delete_guest_search',
  'DELETE FROM guest_search WHERE tenant_id = $tenantId AND guest_id = $id',
);

const insertTokens = namedStatement<
  Key & { readonly createdAt: Temporal.Instant; readonly tokens: readonly string[] }
>(
  'replace_guest_search',
  `INSERT INTO guest_search (tenant_id, guest_id, token, created_at)
   SELECT $tenantId::uuid, $id::uuid, token, $createdAt::timestamptz FROM unnest($tokens::text[]) AS token`,
);

export function createGuestRepository(deps: EraseDeps): GuestRepository {
  const { db, newId, sealer } = deps;
  return {
    async find(tenantId, id) {
      const [row] = await db.readInTenant<ReadableGuestRow>(tenantId, find({ tenantId, id }));
      return row && toGuest(row, sealer);
    },
    list: (tenantId, filter, page) => list(db, sealer, tenantId, filter, page),
    listStays: (tenantId, guestId, page) => listStays(db, sealer, { tenantId, guestId }, page),
    async update(tenantId, id, decide) {
      try {
        return await db.inTenant(tenantId, (tx) => update(tx, sealer, { tenantId, id }, decide));
      } catch (error) {
        if (isLockTimeout(error)) return resourceLocked();
        throw error;
      }
    },
    readStays: (tenantId, guest, limit) => readStays(db, sealer, { ...guest, tenantId }, limit),
    findErasure: (tenantId, id) => readErasure(db, { tenantId, id }),
    listExported: (tenantId, guestId, page) => listExported(db, sealer, { tenantId, guestId }, page),
    storeExport: (tenantId, guestId, exported) => storeExport(db, sealer, { tenantId, guestId }, exported),
    readExportPart: (tenantId, guestId, part) => readExportPart(db, sealer, { tenantId, guestId }, part),
    purgeExports: () => purgeExports(db),
    listErasures: (page) => listErasures(db, page),
    async erase(tenantId, guest, checked, author) {
      try {
        return await eraseGuest(deps, { ...guest, tenantId }, checked, author);
      } catch (error) {
        if (isLockTimeout(error)) return resourceLocked();
        throw error;
      }
    },
    async merge(tenantId, { id, from }, author) {
      try {
        return await mergeGuests({ db, newId, sealer }, { tenantId, id, from }, author);
      } catch (error) {
        if (isLockTimeout(error)) return resourceLocked();
        throw error;
      }
    },
  };
}

async function list(
  db: Database,
  sealer: GuestSealer,
  tenantId: string,
  { email, query, verified, updatedSince }: GuestFilter,
  { after, limit }: Page,
): Promise<ListedGuest[]> {
  const keys = keysetValues({ after, limit: limit - 1 });
  if (keys === undefined) return [];
  const filter = {
    emailHashes: email === undefined ? undefined : sealer.emailHashes(tenantId, email),
    searchTokens: query === undefined ? undefined : sealer.searchTokens(tenantId, storedPrefix(query)),
    verified,
    updatedSince,
  };
  const rows = await db.readInTenant<ReadableGuestRow>(tenantId, listGuestsStatement(tenantId, filter, keys));
  return rows.map((row) => ({
    guest: toGuest(row, sealer),
    position: { createdAt: row.createdAt.toString({ smallestUnit: 'microsecond' }), id: row.id },
  }));
}

async function update(
  tx: Tx,
  sealer: GuestSealer,
  key: Key,
  decide: DecideProfile,
): ReturnType<GuestRepository['update']> {
  const [row] = await tx.query<ReadableGuestRow>(lock(key));
  if (row === undefined) return undefined;
  const guest = toGuest(row, sealer);
  const decided = decide(guest);
  if (!decided.ok) return decided;
  const profile = decided.value;
  if (isSame(guest, profile)) return { ok: true, value: guest };
  const [written] = await tx.query<{ updatedAt: Temporal.Instant }>(
    write({ ...key, ...sealer.profiles.seal(key.tenantId, profile) }),
  );
  if (guest.name !== profile.name) {
    tx.atCommit(deleteTokens(key));
    const tokens = guestTokens(sealer, key.tenantId, profile);
    if (tokens.length > 0) tx.atCommit(insertTokens({ ...key, tokens, createdAt: row.createdAt }));
  }
  return { ok: true, value: { ...guest, ...profile, updatedAt: written?.updatedAt ?? guest.updatedAt } };
}

function isSame(guest: Guest, profile: GuestProfile): boolean {
  const textOf = ({ email, name, phone, language, notes, metadata, consents }: GuestProfile) =>
    JSON.stringify([email, name, phone, language, notes, consents, Object.keys(metadata).length]);
  const metadata = new Map(Object.entries(guest.metadata));
  const hasMetadata = Object.entries(profile.metadata).every(([key, value]) => metadata.get(key) === value);
  return hasMetadata && textOf(guest) === textOf(profile);
}
