import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { countedSince, refusingQuotas } from '../../domain/guests/code-limits.ts';
import type { CodeQuota } from '../../domain/guests/code-limits.ts';
import type { GuestLinkRepository } from '../../ports/manage.ts';

interface Key {
  readonly tenantId: string;
  readonly reservationId: string;
}

const findGeneration = namedStatement<Key>(
  'find_link_generation',
  'SELECT generation FROM guest_links WHERE tenant_id = $tenantId AND reservation_id = $reservationId',
);

/** None for a reservation that is unknown, or whose units are not claimed yet. */
export const raiseGeneration = namedStatement<Key>(
  'raise_link_generation',
  `INSERT INTO guest_links AS links (tenant_id, reservation_id, generation)
   SELECT tenant_id, id, 1 FROM reservations
    WHERE tenant_id = $tenantId AND id = $reservationId AND state <> 'pending'
   ON CONFLICT (tenant_id, reservation_id)
     DO UPDATE SET generation = links.generation + 1, updated_at = clock_timestamp()
   RETURNING generation`,
);

const findByReference = namedStatement<{ readonly tenantId: string; readonly reference: string }>(
  'find_by_reference',
  `SELECT id FROM reservations WHERE tenant_id = $tenantId AND reference = $reference AND state <> 'pending'`,
);

interface Bucket {
  readonly tenantId: string;
  readonly bucket: string;
}

interface SendsRow {
  readonly sentAt: readonly Temporal.Instant[];
  readonly at: Temporal.Instant;
}

/** The row is locked until the commit. */
const lockBucket = namedStatement<Bucket>(
  'lock_link_sends',
  `INSERT INTO guest_code_sends AS sends (tenant_id, bucket, sent_at, updated_at)
   VALUES ($tenantId, $bucket, '{}', clock_timestamp())
   ON CONFLICT (tenant_id, bucket) DO UPDATE SET updated_at = clock_timestamp()
   RETURNING sent_at AS "sentAt", clock_timestamp() AS at`,
);

const writeSends = namedStatement<Bucket & { readonly sentAt: readonly Temporal.Instant[] }>(
  'write_link_sends',
  `UPDATE guest_code_sends SET sent_at = $sentAt::timestamptz[]
    WHERE tenant_id = $tenantId AND bucket = $bucket`,
);

export function createGuestLinkRepository(db: Database): GuestLinkRepository {
  return {
    async generation(tenantId, reservationId) {
      const [row] = await db.readInTenant<{ generation: number }>(
        tenantId,
        findGeneration({ tenantId, reservationId }),
      );
      return row?.generation ?? 0;
    },
    async raiseGeneration(tenantId, reservationId) {
      const rows = await db.inTenant(tenantId, (tx) =>
        tx.query(raiseGeneration({ tenantId, reservationId })),
      );
      return rows.length > 0;
    },
    async findByReference(tenantId, reference) {
      const [row] = await db.readInTenant<{ id: string }>(tenantId, findByReference({ tenantId, reference }));
      return row?.id;
    },
    countMail: (tenantId, quotas) => countMail(db, tenantId, quotas),
  };
}

/** In the order of the buckets, so that two requests never lock crosswise. */
function countMail(db: Database, tenantId: string, quotas: readonly CodeQuota[]): Promise<boolean> {
  const ordered = quotas.toSorted((one, other) => (one.bucket < other.bucket ? -1 : 1));
  return db.inTenant(tenantId, async (tx) => {
    const rows: SendsRow[] = [];
    for (const { bucket } of ordered)
      rows.push(...(await tx.query<SendsRow>(lockBucket({ tenantId, bucket }))));
    const at = rows.at(-1)?.at;
    if (at === undefined) return true;
    const sends = rows.map(({ sentAt }) => sentAt);
    if (refusingQuotas(ordered, sends, at).length > 0) return false;
    for (const [place, quota] of ordered.entries()) {
      const since = countedSince(quota, at);
      const counted = (sends[place] ?? []).filter((time) => Temporal.Instant.compare(time, since) > 0);
      await tx.query(writeSends({ tenantId, bucket: quota.bucket, sentAt: [...counted, at] }));
    }
    return true;
  });
}
