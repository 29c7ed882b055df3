import { randomUUID } from 'node:crypto';
import { pageOf } from '@lodging/kernel';
import { lockLimitedRows, namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { SentMail, GuestMailRepository, LeasedMail, MailResult, NewMail } from '../../ports/mails.ts';
import { guestMailColumns, guestMailFrom } from '../mail-schema.ts';
import type { GuestMailRow } from '../mail-schema.ts';
import { createMailAdmission } from './admit-mail.ts';
import type { HashAddress } from './admit-mail.ts';
import { leaseMails } from './lease-mails.ts';
import { purgeMails } from './purge-mails.ts';

interface List {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly createdAt: string;
  readonly id: string;
  readonly limit: number;
}
/** Before every row. */
const START = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const list = namedStatement<List>(
  'guest_mails_list',
  `SELECT ${guestMailColumns} FROM guest_mails
   WHERE tenant_id = $tenantId AND reservation_id = $reservationId
     AND (created_at, id) > ($createdAt::timestamptz, $id::uuid)
   ORDER BY created_at, id LIMIT $limit`,
);

const listSent = namedStatement<{ readonly tenantId: string; readonly reservationIds: readonly string[] }>(
  'guest_mails_sent',
  `SELECT reservation_id AS "reservationId", kind, ended_at AS "sentAt" FROM guest_mails
   WHERE tenant_id = $tenantId AND reservation_id = ANY($reservationIds::uuid[]) AND state = 'sent'
   ORDER BY ended_at`,
);

type Added = NewMail & { readonly tenantId: string };
const insert = namedStatement<Added>(
  'guest_mail_insert',
  `INSERT INTO guest_mails
     (tenant_id, id, livemode, reservation_id, kind, fact, version, requested, state, reason, next_attempt_at, created_at, ended_at)
   SELECT $tenantId, $id, $livemode, $reservationId, $kind, $fact, $version, $requested,
     CASE WHEN $suppression::text IS NULL THEN 'queued' ELSE 'suppressed' END, $suppression::text,
     CASE WHEN $suppression::text IS NULL THEN $createdAt::timestamptz END, $createdAt::timestamptz,
     CASE WHEN $suppression::text IS NOT NULL THEN $createdAt::timestamptz END
   ON CONFLICT DO NOTHING RETURNING ${guestMailColumns}`,
);
const countRequested = namedStatement<{ tenantId: string; reservationId: string; now: Temporal.Instant }>(
  'guest_mails_requested',
  `SELECT count(*)::int AS count FROM guest_mails
   WHERE tenant_id = $tenantId AND reservation_id = $reservationId AND requested
     AND created_at > $now::timestamptz - interval '1 hour'`,
);

interface Recorded {
  readonly tenantId: string;
  readonly id: string;
  readonly lease: bigint;
  readonly state: MailResult['state'];
  readonly reason: string | null;
  readonly nextAttemptAt: Temporal.Instant | null;
  readonly unconfirmed: number;
  readonly endedAt: Temporal.Instant | null;
}
const record = namedStatement<Recorded>(
  'guest_mail_record',
  `UPDATE guest_mails SET state = $state, reason = $reason, next_attempt_at = $nextAttemptAt,
     unconfirmed = unconfirmed + $unconfirmed, ended_at = $endedAt
   WHERE tenant_id = $tenantId AND id = $id AND lease = $lease AND state = 'queued'`,
);

export function createGuestMailRepository(db: Database, hashAddress: HashAddress): GuestMailRepository {
  return {
    async list(tenantId, reservationId, { limit, after }) {
      const statement = list({ tenantId, reservationId, ...(after ?? START), limit: limit + 1 });
      const rows = await db.readInTenant<GuestMailRow>(tenantId, statement);
      return pageOf(rows.map(guestMailFrom), limit);
    },
    listSent: (tenantId, reservationIds) =>
      db.readInTenant<SentMail>(tenantId, listSent({ tenantId, reservationIds })),
    request: (tenantId, mail, mostPerHour) =>
      db.inTenant(tenantId, async (tx) => {
        const { reservationId, createdAt: now } = mail;
        await lockLimitedRows(tx, `requested mails ${tenantId} ${reservationId}`);
        const [counted] = await tx.query<{ count: number }>(countRequested({ tenantId, reservationId, now }));
        if ((counted?.count ?? 0) >= mostPerHour) return undefined;
        const [row] = await tx.query<GuestMailRow>(insert({ ...mail, tenantId }));
        return row && guestMailFrom(row);
      }),
    add: (tenantId, mails) =>
      db.inTenant(tenantId, async (tx) => {
        for (const mail of mails) await tx.query(insert({ ...mail, tenantId }));
      }),
    lease: (now) => leaseMails(db, { now, from: randomUUID() }),
    admit: createMailAdmission(db, hashAddress),
    async record(mail, result, now) {
      await db.writeInTenant(mail.tenantId, record(recorded(mail, result, now)));
    },
    purge: (now) => purgeMails(db, now),
  };
}

function recorded({ tenantId, id, lease }: LeasedMail, result: MailResult, now: Temporal.Instant): Recorded {
  const isOpen = result.state === 'queued';
  return {
    tenantId,
    id,
    lease,
    state: result.state,
    reason: result.state === 'sent' ? null : result.reason,
    nextAttemptAt: isOpen ? result.nextAttemptAt : null,
    unconfirmed: isOpen && result.unconfirmed ? 1 : 0,
    endedAt: isOpen ? null : now,
  };
}
