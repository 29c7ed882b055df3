import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises';
import type { Seal } from '@lodging/kit-messaging';
import { namedStatement, probeSealed } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { searchTokensOf } from '../bookings/detail-statements.ts';
import { resealProfiles } from '../profiles/reseal-profiles.ts';
import type { EarlierGuestKeys } from './earlier-guest-keys.ts';
import type { GuestColumns, GuestSealer } from './guest-sealer.ts';

const GUESTS = { table: 'reservations', column: 'guest_sealed', isLarge: true };
const PROFILES = { table: 'guests', column: 'email_sealed', isLarge: true };
/** Rows that one statement reads, and at most that many are resealed in one transaction. */
const WINDOW = 1_000;
const BATCH = 100;
/** After so many rows the thread serves other requests; pauses limit the load of the database. */
const ROWS_PER_YIELD = 10;
const PAUSE_MS = 50;
/** A row that a change of its booking or guest has locked is left out; the next round finds it. */
const ROUNDS = 5;
const ROUND_PAUSE_MS = 500;
const FIRST: Position = {
  tenantId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

interface Position {
  readonly tenantId: string;
  readonly id: string;
}

/** Bookings without guest data are resealed if they have an external reference, whose search tokens depend on the key. */
const readWindow = namedStatement<Position>(
  'read_guests_to_reseal',
  `SELECT tenant_id AS "tenantId", id, guest_sealed AS "guestSealed", external_reference IS NOT NULL AS "hasReference"
     FROM reservations WHERE (tenant_id, id) > ($tenantId::uuid, $id::uuid) ORDER BY tenant_id, id LIMIT ${WINDOW}`,
);

interface WindowRow extends Position {
  readonly guestSealed: string | null;
  readonly hasReference: boolean;
}

/** The row locks are the lease: another process takes other rows, and a change of the booking comes before or after. */
const lockRows = namedStatement<{ readonly tenantIds: readonly string[]; readonly ids: readonly string[] }>(
  'lock_guests_to_reseal',
  `SELECT r.tenant_id AS "tenantId", r.id, guest_sealed AS "guestSealed", external_reference AS "externalReference",
          ARRAY(SELECT token FROM reservation_search AS s WHERE s.tenant_id = r.tenant_id AND s.reservation_id = r.id) AS tokens
     FROM unnest($tenantIds::uuid[], $ids::uuid[]) AS given (tenant_id, id)
     JOIN reservations AS r ON r.tenant_id = given.tenant_id AND r.id = given.id
    ORDER BY r.tenant_id, r.id FOR UPDATE OF r SKIP LOCKED`,
);

interface LockedRow extends Position, Pick<GuestColumns, 'guestSealed'> {
  readonly externalReference: string | null;
  readonly tokens: readonly string[];
}

const writeGuests = namedStatement<{
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
  readonly sealed: readonly (string | null)[];
  readonly hashes: readonly (string | null)[];
}>(
  'write_resealed_guests',
  `UPDATE reservations AS r SET guest_sealed = s.sealed, guest_email_hash = s.hash
     FROM unnest($tenantIds::uuid[], $ids::uuid[], $sealed::text[], $hashes::text[]) AS s (tenant_id, id, sealed, hash)
    WHERE r.tenant_id = s.tenant_id AND r.id = s.id`,
);

const deleteTokens = namedStatement<{
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
}>(
  'delete_search_of_guests',
  `DELETE FROM reservation_search AS s USING unnest($tenantIds::uuid[], $ids::uuid[]) AS given (tenant_id, id)
    WHERE s.tenant_id = given.tenant_id AND s.reservation_id = given.id`,
);

const insertTokens = namedStatement<{
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
  readonly tokens: readonly string[];
}>(
  'insert_search_of_guests',
  `INSERT INTO reservation_search (tenant_id, reservation_id, token, created_at)
   SELECT r.tenant_id, r.id, added.token, r.created_at
     FROM unnest($tenantIds::uuid[], $ids::uuid[], $tokens::text[]) AS added (tenant_id, id, token)
     JOIN reservations AS r ON r.tenant_id = added.tenant_id AND r.id = added.id`,
);

interface Guests {
  readonly sealer: GuestSealer;
  readonly keys: EarlierGuestKeys;
}

export function sealOfGuests(db: Database, { sealer, keys }: Guests, secrets: readonly string[]): Seal {
  const [keyId] = sealer.keyIds;
  return {
    setting: 'GUEST_DATA_SECRET',
    what: 'the guests that are stored',
    keyId,
    secrets,
    async probe() {
      const filled = await keys.load();
      if (filled.some((one) => !sealer.keyIds.includes(one))) return 'none';
      const isKnown = ({ sealed }: { readonly sealed: string }) =>
        sealer.keyIds.includes(sealer.keyIdOf(sealed) ?? '');
      const [ofStays, ofProfiles] = [
        await probeSealed(db, GUESTS, isKnown),
        await probeSealed(db, PROFILES, isKnown),
      ];
      return ofStays === 'all' ? ofProfiles : ofStays;
    },
    async reseal(signal) {
      await keys.store();
      let written = 0;
      for (let round = 1; signal?.aborted !== true; round += 1) {
        const profiles = await resealProfiles(db, sealer, signal);
        const stays = await walk(db, sealer, keys, signal);
        const found = profiles.written + stays.written;
        const isDone = profiles.isComplete && stays.isComplete && found === 0;
        // Another process may write meanwhile, so only a run without a finding is the last one.
        if (isDone && written === 0) await keys.recordEmptied();
        written += found;
        if (isDone || round === ROUNDS) break;
        await pause(ROUND_PAUSE_MS);
      }
      return written;
    },
  };
}

/** `isComplete`: all bookings were looked at, and none was left to another process. */
async function walk(db: Database, sealer: GuestSealer, keys: EarlierGuestKeys, signal?: AbortSignal) {
  const [keyId] = sealer.keyIds;
  let [after, written, isComplete] = [FIRST, 0, true];
  while (signal?.aborted !== true) {
    const rows = await db.acrossTenants((tx) => tx.query<WindowRow>(readWindow(after)));
    const found = rows.flatMap((row) => sealer.keyIdOf(row.guestSealed ?? '') ?? []);
    const others = [...new Set(found)].filter((one) => one !== keyId);
    if (others.length > 0) await keys.recordFilled(others);
    const due = rows.filter(({ guestSealed, hasReference }) =>
      guestSealed === null ? hasReference : sealer.keyIdOf(guestSealed) !== keyId,
    );
    for (let from = 0; from < due.length && !signal?.aborted; from += BATCH) {
      const batch = due.slice(from, from + BATCH);
      const done = await db.acrossTenants((tx) => sealBatch(tx, sealer, batch));
      written += done.written;
      isComplete &&= done.isComplete;
      await pause(PAUSE_MS);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return { written, isComplete };
    after = last;
    await pause(PAUSE_MS);
  }
  return { written, isComplete: false };
}

async function sealBatch(tx: Tx, sealer: GuestSealer, batch: readonly Position[]) {
  const rows = await tx.query<LockedRow>(lockRows(keysOf(batch)));
  const changed: { row: LockedRow; guest: GuestColumns; tokens: string[] }[] = [];
  let unreadable = 0;
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_PER_YIELD === 0) await yieldToEventLoop();
    const resealed = resealRow(sealer, row);
    if (resealed === 'unreadable') unreadable += 1;
    else if (resealed !== 'current') changed.push({ row, ...resealed });
  }
  if (changed.length > 0) {
    const keys = keysOf(changed.map(({ row }) => row));
    const added = changed.flatMap(({ row, tokens }) => tokens.map((token) => ({ ...row, token })));
    await tx.queryAll([
      writeGuests({
        ...keys,
        sealed: changed.map(({ guest }) => guest.guestSealed),
        hashes: changed.map(({ guest }) => guest.guestEmailHash),
      }),
      deleteTokens(keys),
      insertTokens({ ...keysOf(added), tokens: added.map(({ token }) => token) }),
    ]);
  }
  return { written: changed.length, isComplete: rows.length === batch.length && unreadable === 0 };
}

function resealRow(sealer: GuestSealer, { externalReference, tokens: stored, ...row }: LockedRow) {
  const [keyId] = sealer.keyIds;
  const isCurrent = row.guestSealed === null || sealer.keyIdOf(row.guestSealed) === keyId;
  if (!isCurrent && !sealer.keyIds.includes(sealer.keyIdOf(row.guestSealed ?? '') ?? '')) return 'unreadable';
  const { tenantId } = row;
  const opened = sealer.open(row);
  const tokens = searchTokensOf(sealer, tenantId, { ...opened, externalReference });
  if (isCurrent && tokens.every((token) => stored.includes(token))) return 'current';
  return { guest: sealer.seal(row, opened), tokens };
}

function keysOf(rows: readonly Position[]) {
  return { tenantIds: rows.map(({ tenantId }) => tenantId), ids: rows.map(({ id }) => id) };
}
