import type { NewId } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq } from 'drizzle-orm';
import type { CodeQuota } from '../domain/client-limits.ts';
import { noGuestCodes } from '../domain/guest-code.ts';
import type { GuestCodes } from '../domain/guest-code.ts';
import { guestVerified } from '../domain/history.ts';
import type { GuestCodeRepository } from '../ports.ts';
import { replaceSearch, searchTokensOf } from './detail-statements.ts';
import type { GuestColumns } from './guest-sealer.ts';
import { addHistory, historyValues } from './history-statements.ts';
import type { HistoryValues } from './history-statements.ts';
import type { GuestSealing } from './guest-sealing-repository.ts';

import { guestCodes, toReservation } from './schema.ts';
import type { ReservationRowAt } from './schema.ts';
import { lockReservation } from './update-reservation.ts';

/** No event, because events do not carry the guest. */
const writeGuest = namedStatement<GuestColumns & HistoryValues>(
  'write_guest',
  `WITH written AS (UPDATE reservations
      SET guest_email = $guestEmail, guest_name = $guestName, guest_phone = $guestPhone, guest_sealed = $guestSealed,
          guest_email_hash = $guestEmailHash, version = version + 1, updated_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id)
   ${addHistory('true')}`,
);

export function createGuestCodeRepository(
  db: Database,
  newId: NewId,
  guests: GuestSealing,
): GuestCodeRepository {
  return {
    async update(tenantId, id, decide, { quotas = [], author } = {}) {
      // Before the transaction, which must not wait for a second connection.
      const columnsOf = await guests.writer();
      return db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<ReservationRowAt>(lockReservation({ tenantId, id }));
        if (row === undefined) return undefined;
        const [current, counted] = await Promise.all([
          readCodes(tx, tenantId, id),
          lockSends(tx, tenantId, quotas),
        ]);
        const { codes, guestEmail, sends, answer } = decide(
          toReservation(row, guests.sealer),
          current,
          row.at,
          counted,
        );
        if (codes !== current) await writeCodes(tx, { tenantId, reservationId: id }, codes, row.at);
        for (const [index, { bucket }] of quotas.entries())
          if (sends?.[index] !== undefined)
            await tx.query(writeSends({ tenantId, bucket, sentAt: sends[index] }));
        if (guestEmail !== undefined) {
          const before = guests.sealer.open(row);
          const guest = columnsOf(row, { ...before, guestEmail });
          const deeds = [guestVerified(row.version + 1, before.guestEmail)];
          const history = historyValues({ tenantId, id }, deeds, { at: row.at, author, newId });
          const { createdAt, externalReference } = row;
          const searched = { ...before, guestEmail, externalReference };
          await Promise.all([
            tx.query(writeGuest({ ...guest, ...history })),
            before.guestEmail !== guestEmail &&
              replaceSearch(
                tx,
                { tenantId, id, createdAt },
                searchTokensOf(guests.sealer, tenantId, searched),
              ),
          ]);
        }
        return answer;
      });
    },
  };
}

/** One statement in the order of the buckets, so that two requests never lock crosswise. */
const lockBuckets = namedStatement<{ readonly tenantId: string; readonly buckets: readonly string[] }>(
  'lock_guest_code_sends',
  `INSERT INTO guest_code_sends AS s (tenant_id, bucket, sent_at, updated_at)
   SELECT $tenantId, bucket, '{}', clock_timestamp() FROM unnest($buckets::text[]) AS bucket ORDER BY bucket
   ON CONFLICT (tenant_id, bucket) DO UPDATE SET updated_at = excluded.updated_at
   RETURNING bucket, sent_at AS "sentAt"`,
);

const writeSends = namedStatement<{
  readonly tenantId: string;
  readonly bucket: string;
  readonly sentAt: readonly Temporal.Instant[];
}>(
  'write_guest_code_sends',
  'UPDATE guest_code_sends SET sent_at = $sentAt WHERE tenant_id = $tenantId AND bucket = $bucket',
);

async function lockSends(tx: Tx, tenantId: string, quotas: readonly CodeQuota[]) {
  if (quotas.length === 0) return [];
  const buckets = quotas.map(({ bucket }) => bucket);
  const rows = await tx.query<{ bucket: string; sentAt: Temporal.Instant[] }>(
    lockBuckets({ tenantId, buckets }),
  );
  const sentAt = new Map(rows.map((row) => [row.bucket, row.sentAt]));
  return buckets.map((bucket) => sentAt.get(bucket) ?? []);
}

async function readCodes(tx: Tx, tenantId: string, reservationId: string): Promise<GuestCodes> {
  const [row] = await tx.orm
    .select()
    .from(guestCodes)
    .where(and(eq(guestCodes.tenantId, tenantId), eq(guestCodes.reservationId, reservationId)));
  if (row === undefined) return noGuestCodes;
  const { digest, expiresAt, wrongTries: failures, used, sentAt, triedAt: verifiedAt } = row;
  const current = digest === null || expiresAt === null ? null : { digest, expiresAt, failures, used };
  return { current, sentAt, verifiedAt };
}

async function writeCodes(
  tx: Tx,
  key: { tenantId: string; reservationId: string },
  { current, sentAt, verifiedAt }: GuestCodes,
  at: Temporal.Instant,
): Promise<void> {
  const columns = {
    digest: current?.digest ?? null,
    expiresAt: current?.expiresAt ?? null,
    wrongTries: current?.failures ?? 0,
    used: current?.used ?? false,
    sentAt: [...sentAt],
    triedAt: [...verifiedAt],
    updatedAt: at,
  };
  await tx.orm
    .insert(guestCodes)
    .values({ ...key, ...columns })
    .onConflictDoUpdate({ target: [guestCodes.tenantId, guestCodes.reservationId], set: columns });
}
