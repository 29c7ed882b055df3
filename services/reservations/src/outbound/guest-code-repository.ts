import type { NewId } from '@lodging/kernel';
import { insertLists, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { linkToOrigin } from '@lodging/kit-runtime';
import { searchPrefixes } from '../domain/booking-search.ts';
import type { CodeQuota } from '../domain/client-limits.ts';
import { noGuestCodes } from '../domain/guest-code.ts';
import type { GuestCodes } from '../domain/guest-code.ts';
import { guestVerified } from '../domain/history.ts';
import type { GuestCodeRepository } from '../ports/guests.ts';
import { addSearch, replaceSearch, searchTokensOf } from './detail-statements.ts';
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
        const [[row], [codeRow]] = await tx.queryAll<[ReservationRowAt, CodeRow]>([
          lockReservation({ tenantId, id }),
          findCodes({ tenantId, reservationId: id }),
        ]);
        if (row === undefined) return undefined;
        linkToOrigin(row.traceparent);
        const current = toGuestCodes(codeRow);
        const counted = await lockSends(tx, tenantId, quotas);
        const { codes, guestEmail, sends, answer } = decide(
          toReservation(row, guests.sealer),
          current,
          row.at,
          counted,
        );
        if (codes !== current)
          tx.atCommit(writeCodes(toCodeRow({ tenantId, reservationId: id }, codes, row.at)));
        for (const [index, { bucket }] of quotas.entries())
          if (sends?.[index] !== undefined)
            tx.atCommit(writeSends({ tenantId, bucket, sentAt: sends[index] }));
        if (guestEmail !== undefined) {
          const before = guests.sealer.open(row);
          const guest = columnsOf(row, { ...before, guestEmail });
          const deeds = [guestVerified(row.version + 1, before.guestEmail)];
          const history = historyValues({ tenantId, id }, deeds, { at: row.at, author, newId });
          const { createdAt, externalReference } = row;
          const searched = { ...before, guestEmail, externalReference };
          tx.atCommit(writeGuest({ ...guest, ...history }));
          // The guest is sealed with the current secret now, and what finds it has to be under the same one.
          if (before.guestEmail !== guestEmail || guests.sealer.keyIds.length > 1) {
            const wasFound = searchPrefixes({ ...before, externalReference }).length > 0;
            const write = wasFound ? replaceSearch : addSearch;
            write(tx, { tenantId, id, createdAt }, searchTokensOf(guests.sealer, tenantId, searched));
          }
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

type CodeRow = typeof guestCodes.$inferSelect;

const findCodes = namedStatement<Pick<CodeRow, 'tenantId' | 'reservationId'>>(
  'find_guest_codes',
  `SELECT ${selectList(guestCodes)} FROM guest_codes WHERE tenant_id = $tenantId AND reservation_id = $reservationId`,
);

const inserted = insertLists(guestCodes);

const writeCodes = namedStatement<CodeRow>(
  'write_guest_codes',
  `INSERT INTO guest_codes (${inserted.columns}) VALUES (${inserted.values})
   ON CONFLICT (tenant_id, reservation_id) DO UPDATE
     SET digest = excluded.digest, expires_at = excluded.expires_at, wrong_tries = excluded.wrong_tries,
         used = excluded.used, sent_at = excluded.sent_at, tried_at = excluded.tried_at, updated_at = excluded.updated_at`,
);

function toGuestCodes(row: CodeRow | undefined): GuestCodes {
  if (row === undefined) return noGuestCodes;
  const { digest, expiresAt, wrongTries: failures, used, sentAt, triedAt: verifiedAt } = row;
  const current = digest === null || expiresAt === null ? null : { digest, expiresAt, failures, used };
  return { current, sentAt, verifiedAt };
}

function toCodeRow(
  key: { readonly tenantId: string; readonly reservationId: string },
  { current, sentAt, verifiedAt }: GuestCodes,
  at: Temporal.Instant,
): CodeRow {
  return {
    ...key,
    digest: current?.digest ?? null,
    expiresAt: current?.expiresAt ?? null,
    wrongTries: current?.failures ?? 0,
    used: current?.used ?? false,
    sentAt: [...sentAt],
    triedAt: [...verifiedAt],
    updatedAt: at,
  };
}
