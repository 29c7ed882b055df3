import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { GuestSealingRepository } from '../ports/guests.ts';
import type { GuestColumns, GuestData, GuestSealer } from './guest-sealer.ts';
import { noGuest } from './guest-sealer.ts';

/** A booking is locked for as long as a batch takes, some tenths of a second. */
const BATCH = 500;
/** Then requests have their turn on this thread. */
const ROWS_A_TURN = 10;
/** After a full batch, of the time that it took: the database has others to serve. */
const REST = 0.25;
const IS_CLEAR = 'guest_email IS NOT NULL OR guest_name IS NOT NULL OR guest_phone IS NOT NULL';

const readProgress = namedStatement<object>(
  'read_guest_sealing',
  `SELECT clear_until <= clock_timestamp() AS "isSealing", finished_at IS NOT NULL AS "isFinished" FROM guest_sealing`,
);

/** The row locks are the lease: another process takes other rows, and a crash releases them. */
const lockClear = namedStatement<object>(
  'lock_clear_guests',
  `SELECT tenant_id AS "tenantId", id, guest_email AS "guestEmail", guest_name AS "guestName",
          guest_phone AS "guestPhone", guest_sealed AS "guestSealed", fingerprint
     FROM reservations WHERE ${IS_CLEAR} ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
);

const writeSealed = namedStatement<{
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
  readonly sealed: readonly (string | null)[];
  readonly hashes: readonly (string | null)[];
  readonly fingerprints: readonly (string | null)[];
}>(
  'write_sealed_guests',
  `UPDATE reservations AS r
      SET guest_sealed = s.sealed, guest_email_hash = s.hash, guest_email = NULL, guest_name = NULL, guest_phone = NULL,
          fingerprint = s.fingerprint
     FROM unnest($tenantIds::uuid[], $ids::uuid[], $sealed::text[], $hashes::text[], $fingerprints::text[])
            AS s (tenant_id, id, sealed, hash, fingerprint)
    WHERE r.tenant_id = s.tenant_id AND r.id = s.id`,
);

const finish = namedStatement<object>(
  'finish_guest_sealing',
  `UPDATE guest_sealing SET finished_at = clock_timestamp()
    WHERE finished_at IS NULL AND NOT EXISTS (SELECT FROM reservations WHERE ${IS_CLEAR})`,
);

interface Progress {
  /** No process of the version before runs any more: guests are written sealed, and clear rows are sealed. */
  readonly isSealing: boolean;
  /** No row is clear. */
  readonly isFinished: boolean;
}

export interface GuestSealing extends GuestSealingRepository {
  readonly sealer: GuestSealer;
  progress(): Promise<Progress>;
  /** Gives the columns to write for a guest: clear while the version before may read them. */
  writer(): Promise<GuestWriter>;
  columnsOf(...of: Parameters<GuestWriter>): Promise<GuestColumns>;
}

type GuestWriter = (
  key: { readonly tenantId: string; readonly id: string },
  guest: GuestData,
) => GuestColumns;

interface ClearRow extends Omit<GuestColumns, 'guestEmailHash'> {
  readonly tenantId: string;
  readonly id: string;
  readonly fingerprint: string | null;
}

export function createGuestSealing(db: Database, sealer: GuestSealer): GuestSealing {
  let known: Progress | undefined;
  // Asked of the database until it is finished, which it stays: nothing else changes the answer.
  const progress = async (): Promise<Progress> => {
    if (known?.isFinished === true) return known;
    const [row] = await db.acrossTenants((tx) => tx.query<Progress>(readProgress({})));
    known = row ?? { isSealing: true, isFinished: false };
    return known;
  };
  const writer = async (): Promise<GuestWriter> => {
    const { isSealing } = await progress();
    return isSealing
      ? sealer.seal
      : (_key, { guestEmail, guestName, guestPhone }) => ({ ...noGuest, guestEmail, guestName, guestPhone });
  };
  return {
    sealer,
    progress,
    writer,
    columnsOf: async (key, guest) => (hasData(guest) ? (await writer())(key, guest) : noGuest),
    async sealBatch() {
      if (!(await progress()).isSealing) return false;
      const from = performance.now();
      const count = await db.acrossTenants((tx) => sealLocked(tx, sealer));
      if (count === BATCH) await pause(REST * (performance.now() - from));
      if (count === 0 && known?.isFinished !== true) await db.acrossTenants((tx) => tx.query(finish({})));
      return count === BATCH;
    },
  };
}

function hasData({ guestEmail, guestName, guestPhone }: GuestData): boolean {
  return guestEmail !== null || guestName !== null || guestPhone !== null;
}

async function sealLocked(tx: Tx, sealer: GuestSealer): Promise<number> {
  const rows = await tx.query<ClearRow>(lockClear({}));
  if (rows.length === 0) return 0;
  const columns: GuestColumns[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_A_TURN === 0) await endOfTurn();
    columns.push(sealer.seal(row, sealer.open(row)));
  }
  await tx.query(
    writeSealed({
      tenantIds: rows.map(({ tenantId }) => tenantId),
      ids: rows.map(({ id }) => id),
      sealed: columns.map(({ guestSealed }) => guestSealed),
      hashes: columns.map(({ guestEmailHash }) => guestEmailHash),
      fingerprints: rows.map(({ fingerprint }) => fingerprint && sealer.sealFingerprint(fingerprint)),
    }),
  );
  return rows.length;
}
