import { setTimeout as pause } from 'node:timers/promises';
import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { guestTokens } from './link-statements.ts';
import { guests } from './profile-schema.ts';
import type { GuestRow } from './profile-schema.ts';

/** Rows that one statement reads, and at most that many are resealed in one transaction. */
const WINDOW = 1_000;
const BATCH = 50;
const PAUSE_MS = 50;
const NIL = '00000000-0000-0000-0000-000000000000';

interface Position {
  readonly tenantId: string;
  readonly id: string;
}

const readWindow = namedStatement<Position>(
  'read_profiles_to_reseal',
  `SELECT tenant_id AS "tenantId", id, email_sealed AS "emailSealed" FROM guests
    WHERE (tenant_id, id) > ($tenantId::uuid, $id::uuid) ORDER BY tenant_id, id LIMIT ${WINDOW}`,
);

/** The row locks are the lease: another process takes other rows, and a change of the guest comes before or after. */
const lockRows = namedStatement<{ readonly tenantIds: readonly string[]; readonly ids: readonly string[] }>(
  'lock_profiles_to_reseal',
  `SELECT ${selectList(guests, { alias: 'g' })}
     FROM unnest($tenantIds::uuid[], $ids::uuid[]) AS given (tenant_id, id)
     JOIN guests AS g ON g.tenant_id = given.tenant_id AND g.id = given.id
    ORDER BY g.tenant_id, g.id FOR UPDATE OF g SKIP LOCKED`,
);

const writeRow = namedStatement<
  Pick<
    GuestRow,
    | 'tenantId'
    | 'id'
    | 'emailHash'
    | 'emailSealed'
    | 'nameSealed'
    | 'phoneSealed'
    | 'languageSealed'
    | 'detailsSealed'
  >
>(
  'write_resealed_profile',
  `UPDATE guests SET email_hash = $emailHash, email_sealed = $emailSealed, name_sealed = $nameSealed,
          phone_sealed = $phoneSealed, language_sealed = $languageSealed, details_sealed = $detailsSealed
    WHERE tenant_id = $tenantId AND id = $id`,
);

const deleteTokens = namedStatement<Position>(
  'delete_tokens_of_profile',
  'DELETE FROM guest_search WHERE tenant_id = $tenantId AND guest_id = $id',
);

const insertTokens = namedStatement<
  Position & { readonly createdAt: Temporal.Instant; readonly tokens: readonly string[] }
>(
  'insert_tokens_of_profile',
  `INSERT INTO guest_search (tenant_id, guest_id, token, created_at)
   SELECT $tenantId::uuid, $id::uuid, token, $createdAt::timestamptz FROM unnest($tokens::text[]) AS token`,
);

/** Seals with the current secret what an earlier one has sealed. `isComplete`: no profile was left to another process. */
export async function resealProfiles(
  db: Database,
  sealer: GuestSealer,
  signal?: AbortSignal,
): Promise<{ readonly written: number; readonly isComplete: boolean }> {
  let [after, written, isComplete] = [{ tenantId: NIL, id: NIL }, 0, true];
  while (signal?.aborted !== true) {
    const rows = await db.acrossTenants((tx) =>
      tx.query<Position & Pick<GuestRow, 'emailSealed'>>(readWindow(after)),
    );
    const due = rows.filter(({ emailSealed }) => isEarlier(sealer, emailSealed));
    for (let from = 0; from < due.length && !signal?.aborted; from += BATCH) {
      const batch = due.slice(from, from + BATCH);
      const done = await db.acrossTenants((tx) => resealBatch(tx, sealer, batch));
      written += done;
      isComplete &&= done === batch.length;
      await pause(PAUSE_MS);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return { written, isComplete };
    after = last;
  }
  return { written, isComplete: false };
}

function isEarlier(sealer: GuestSealer, sealed: string | null): boolean {
  return sealed !== null && sealer.profiles.keyIdOf(sealed) !== sealer.keyIds[0];
}

async function resealBatch(tx: Tx, sealer: GuestSealer, batch: readonly Position[]): Promise<number> {
  const rows = await tx.query<GuestRow>(
    lockRows({ tenantIds: batch.map(({ tenantId }) => tenantId), ids: batch.map(({ id }) => id) }),
  );
  let written = 0;
  for (const row of rows) {
    const profile = sealer.profiles.open(row);
    const { email } = profile;
    // Erased, or resealed by another process.
    if (email !== null && isEarlier(sealer, row.emailSealed)) {
      const emailHash = sealer.emailHash(row.tenantId, email);
      const columns = sealer.profiles.seal(row.tenantId, { ...profile, email });
      await tx.queryAll([
        writeRow({ ...row, ...columns, emailHash }),
        deleteTokens(row),
        insertTokens({ ...row, tokens: guestTokens(sealer, row.tenantId, profile) }),
      ]);
    }
    written += 1;
  }
  return written;
}
