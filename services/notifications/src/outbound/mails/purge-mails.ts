import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';

const BATCH = 2_000;

const purgeSends = namedStatement<{ now: Temporal.Instant }>(
  'mail_sends_purge',
  `DELETE FROM mail_sends WHERE (tenant_id, mail_id) IN
     (SELECT tenant_id, mail_id FROM mail_sends WHERE sent_at < $now::timestamptz - interval '1 day' LIMIT ${BATCH})
   RETURNING mail_id`,
);

export async function purgeMails(db: Database, now: Temporal.Instant): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH;) {
    deleted = (await db.acrossTenants((tx) => tx.query(purgeSends({ now })))).length;
  }
}
