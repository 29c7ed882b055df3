import { keysetValues } from '@lodging/kernel';
import type { Page } from '@lodging/kernel';
import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { HistoryEntry } from '../../domain/history/history.ts';
import { balanceStateOf } from '../../domain/money/scheduled-payment.ts';
import type { ExportedStay, ExportPart, StoredPart } from '../../ports/profiles.ts';
import { reservationHistory } from '../bookings/detail-schema.ts';
import { balanceOf, settlementOf, toCancellationRecord } from '../cancellation/settlement-schema.ts';
import type { GuestSealer } from '../guests/guest-sealer.ts';
import { reservationColumns } from '../schema.ts';
import { newestTerms, toReservation } from '../stay/reservation-rows.ts';
import type { ReservationRowWithTerms } from '../stay/reservation-rows.ts';

const KEPT_HOURS = 24;
const PURGE_BATCH = 500;

interface OfGuest {
  readonly tenantId: string;
  readonly guestId: string;
}

const listAgreed = namedStatement<
  OfGuest & { readonly afterCreatedAt: string; readonly afterId: string; readonly limit: number }
>(
  'list_exported_stays',
  `SELECT ${reservationColumns}, guest_verified_at IS NOT NULL AS "isVerified", clock_timestamp() AS at, ${newestTerms},
          ${settlementOf}, ${balanceOf}
     FROM reservations
    WHERE tenant_id = $tenantId AND guest_id = $guestId
      AND (created_at, id) > ($afterCreatedAt::timestamptz, $afterId::uuid)
    ORDER BY created_at, id LIMIT $limit`,
);

const historyColumns = selectList(reservationHistory, { except: ['tenantId', 'sourceEvent'] });

const listHistory = namedStatement<{ readonly tenantId: string; readonly ids: readonly string[] }>(
  'list_exported_history',
  `SELECT ${historyColumns} FROM reservation_history
    WHERE tenant_id = $tenantId AND reservation_id = ANY($ids::uuid[]) ORDER BY reservation_id, at, version, id`,
);

const insertParts = namedStatement<
  OfGuest & { readonly id: string; readonly contents: readonly string[]; readonly parts: number }
>(
  'insert_guest_export',
  `INSERT INTO guest_exports (tenant_id, id, guest_id, part, parts, content_sealed, expires_at)
   SELECT $tenantId::uuid, $id::uuid, $guestId::uuid, part - 1, $parts::integer, content,
          clock_timestamp() + interval '${KEPT_HOURS} hours'
     FROM unnest($contents::text[]) WITH ORDINALITY AS given (content, part)
    WHERE EXISTS (SELECT FROM guests WHERE tenant_id = $tenantId AND id = $guestId AND erased_at IS NULL)`,
);

const readPart = namedStatement<OfGuest & ExportPart>(
  'read_guest_export',
  `SELECT parts, content_sealed AS "contentSealed" FROM guest_exports
    WHERE tenant_id = $tenantId AND guest_id = $guestId AND id = $exportId AND part = $part
      AND expires_at > clock_timestamp()`,
);

const purge = namedStatement<object>(
  'purge_guest_exports',
  `DELETE FROM guest_exports AS e
    USING (SELECT tenant_id, id, part FROM guest_exports WHERE expires_at < clock_timestamp() LIMIT ${PURGE_BATCH}
             FOR UPDATE SKIP LOCKED) AS old
    WHERE e.tenant_id = old.tenant_id AND e.id = old.id AND e.part = old.part
   RETURNING 1`,
);

type AgreedRow = ReservationRowWithTerms & { readonly isVerified: boolean };
type EntryRow = HistoryEntry & { readonly reservationId: string };

export async function listExported(
  db: Database,
  sealer: GuestSealer,
  { tenantId, guestId }: OfGuest,
  { after, limit }: Page,
): Promise<ExportedStay[]> {
  const keys = keysetValues({ after, limit: limit - 1 });
  if (keys === undefined) return [];
  const rows = await db.readInTenant<AgreedRow>(tenantId, listAgreed({ tenantId, guestId, ...keys }));
  const ids = rows.map(({ id }) => id);
  const entries =
    ids.length === 0 ? [] : await db.readInTenant<EntryRow>(tenantId, listHistory({ tenantId, ids }));
  const histories = Map.groupBy(entries, ({ reservationId }) => reservationId);
  return rows.map((row) => {
    const reservation = toReservation(row, sealer);
    return {
      reservation,
      at: row.at,
      terms: row.terms,
      confirmedAt: row.confirmedAt,
      paidOffline: row.paidOffline === true,
      cancellation: toCancellationRecord(row.settlement),
      balanceState: balanceStateOf(row.balance, reservation.state),
      isVerified: row.isVerified,
      history: (histories.get(row.id) ?? []).map(({ reservationId: _reservationId, ...entry }) => entry),
      position: { createdAt: row.createdAt.toString({ smallestUnit: 'microsecond' }), id: row.id },
    };
  });
}

export async function storeExport(
  db: Database,
  { profiles }: GuestSealer,
  { tenantId, guestId }: OfGuest,
  { id, parts }: { readonly id: string; readonly parts: readonly string[] },
): Promise<void> {
  const contents = parts.map((content, part) => profiles.sealExport(tenantId, id, part, content));
  await db.writeInTenant(tenantId, insertParts({ tenantId, guestId, id, contents, parts: parts.length }));
}

export async function readExportPart(
  db: Database,
  { profiles }: GuestSealer,
  { tenantId, guestId }: OfGuest,
  { exportId, part }: ExportPart,
): Promise<StoredPart | undefined> {
  const [row] = await db.readInTenant<{ parts: number; contentSealed: string }>(
    tenantId,
    readPart({ tenantId, guestId, exportId, part }),
  );
  const content = row && profiles.openExport(tenantId, exportId, part, row.contentSealed);
  return row === undefined || content === undefined ? undefined : { parts: row.parts, content };
}

export async function purgeExports(db: Database): Promise<number> {
  return (await db.acrossTenants((tx) => tx.query(purge({})))).length;
}
