import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { ErasuresPage, ListedErasure } from '../../ports/profiles.ts';

const list = namedStatement<{
  readonly since: Temporal.Instant;
  readonly afterErasedAt: string;
  readonly afterId: string;
  readonly limit: number;
}>(
  'list_erasures',
  `SELECT tenant_id AS "tenantId", id AS "guestId", livemode, erased_at AS "erasedAt" FROM guests
    WHERE erased_at IS NOT NULL AND erased_at >= $since::timestamptz
      AND (erased_at, id) > ($afterErasedAt::timestamptz, $afterId::uuid)
    ORDER BY erased_at, id LIMIT $limit`,
);

const FIRST = { erasedAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

export function listErasures(db: Database, { since, after, limit }: ErasuresPage): Promise<ListedErasure[]> {
  const { erasedAt: afterErasedAt, id: afterId } = after ?? FIRST;
  return db.acrossTenants((tx) => tx.query<ListedErasure>(list({ since, afterErasedAt, afterId, limit })));
}
