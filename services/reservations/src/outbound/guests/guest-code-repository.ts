import type { NewId } from '@lodging/kernel';
import { composedStatement, insertLists, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, Part, ReadStatement, Tx } from '@lodging/kit-postgres';
import { linkToOrigin } from '@lodging/kit-runtime';
import { searchPrefixes } from '../../domain/bookings/booking-search.ts';
import { countedSince } from '../../domain/guests/code-limits.ts';
import type { CodeQuota } from '../../domain/guests/code-limits.ts';
import { noGuestCodes } from '../../domain/guests/guest-code.ts';
import type { GuestCodes } from '../../domain/guests/guest-code.ts';
import { guestVerified } from '../../domain/history/history.ts';
import type { Author } from '../../domain/history/history.ts';
import type { BookingDetails } from '../../domain/stay/reservation.ts';
import type { GuestCodeRepository, VerifiedGuestDetails } from '../../ports/guests.ts';
import { insertSearch, replaceSearch, searchTokensOf } from '../bookings/detail-statements.ts';
import type { GuestColumns, GuestSealer } from './guest-sealer.ts';
import { addHistory, historyValues } from '../history/history-statements.ts';
import type { HistoryValues } from '../history/history-statements.ts';

import { guestCodes, NO_TENANT } from './guest-code-schema.ts';
import { linkGuest, rekeyAddress } from '../profiles/link-statements.ts';
import { toReservation } from '../stay/reservation-rows.ts';
import type { ReservationRowAt } from '../stay/reservation-rows.ts';
import { lockReservation } from '../stay/update-reservation.ts';

/** No event, because events do not carry the guest. A hold whose guest verifies another address becomes another guest's. */
const writeGuest = namedStatement<
  GuestColumns & Pick<HistoryValues, 'tenantId' | 'id'> & Pick<BookingDetails, 'guestLanguage'>
>(
  'write_guest',
  `UPDATE reservations
      SET guest_sealed = $guestSealed, guest_email_hash = $guestEmailHash, guest_language = $guestLanguage,
          guest_verified_at = clock_timestamp(), guest_id = (SELECT id FROM profile),
          version = version + 1, updated_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id`,
);

const addEntries = namedStatement<HistoryValues>('add_history', addHistory('true'));

export function createGuestCodeRepository(
  db: Database,
  newId: NewId,
  sealer: GuestSealer,
): GuestCodeRepository {
  return {
    async update(tenantId, id, decide, { quotas = [], author } = {}) {
      return db.inTenant(tenantId, async (tx) => {
        const [[row], [codeRow], sends = []] = await tx.queryAll<[ReservationRowAt, CodeRow, ...SendsRow[]]>([
          lockReservation({ tenantId, id }),
          findCodes({ tenantId, reservationId: id }),
          ...(quotas.length === 0 ? [] : [lockBuckets({ tenantId, id, ...bucketsOf(tenantId, quotas) })]),
        ]);
        if (row === undefined) return undefined;
        linkToOrigin(row.traceparent);
        const current = toGuestCodes(codeRow);
        const { codes, verified, isIssued, withdrawnAt, answer } = decide(
          toReservation(row, sealer),
          current,
          row.at,
          sentAtOf(quotas, sends),
        );
        const parts: Part[] = [];
        // A used code is as old as before: the update touches no index.
        const at = (verified && codeRow?.updatedAt) ?? row.at;
        if (codes !== current)
          parts.push(['codes', writeCodes(toCodeRow({ tenantId, reservationId: id }, codes, at))]);
        if (isIssued === true) parts.push(...countSend({ tenantId, quotas, at: row.at }));
        else for (const statement of uncountSend({ tenantId, quotas, withdrawnAt })) tx.atCommit(statement);
        if (verified !== undefined)
          parts.push(...verifyGuest({ newId, sealer }, tx, row, { verified, author }));
        const last = parts.at(-1);
        if (last !== undefined) {
          const name = parts.map(([alias]) => alias).join('_');
          tx.atCommit(composedStatement(`write_${name}`, parts.slice(0, -1), last[1]));
        }
        return answer;
      });
    },
  };
}

interface VerifiedGuest {
  readonly verified: VerifiedGuestDetails;
  readonly author: Author | undefined;
}

function verifyGuest(
  { newId, sealer }: { readonly newId: NewId; readonly sealer: GuestSealer },
  tx: Tx,
  row: ReservationRowAt,
  { verified, author }: VerifiedGuest,
): Part[] {
  const { tenantId, id, livemode, createdAt, externalReference } = row;
  const before = { ...sealer.open(row), guestLanguage: row.guestLanguage };
  const after = { ...before, ...verified };
  const sealed = sealer.seal(row, after);
  const { guestEmail: email, guestName: name, guestPhone: phone, guestLanguage } = after;
  const link = {
    tenantId,
    newGuestId: newId(),
    livemode,
    isVerified: true,
    guest: { email: email ?? '', name, phone, language: guestLanguage },
  };
  for (const statement of rekeyAddress(sealer, tenantId, link.guest.email)) tx.atCommit(statement);
  const entries = [guestVerified(row.version + 1, before, after)];
  const history = historyValues({ tenantId, id }, entries, { at: row.at, author, newId });
  const written: Part[] = [
    ...linkGuest(sealer, link),
    ['guest', writeGuest({ ...sealed, guestLanguage, tenantId, id })],
    ['entries', addEntries(history)],
  ];
  // The guest is sealed with the current secret now, and what finds it has to be under the same one.
  const isFound = before.guestEmail === after.guestEmail && before.guestName === after.guestName;
  if (isFound && sealer.keyIds.length === 1) return written;
  const searchTokens = searchTokensOf(sealer, tenantId, { ...after, externalReference });
  if (searchPrefixes({ ...before, externalReference }).length > 0) {
    // A statement does not see what a part of it has deleted, so tokens are replaced by two.
    replaceSearch(tx, { tenantId, id, createdAt }, searchTokens);
    return written;
  }
  if (searchTokens.length > 0)
    written.push(['search', insertSearch({ tenantId, id, createdAt, searchTokens })]);
  return written;
}

interface Buckets {
  readonly tenantIds: readonly string[];
  readonly buckets: readonly string[];
}

const countingTenant = (tenantId: string, { of }: CodeQuota) => (of === 'everywhere' ? NO_TENANT : tenantId);

function bucketsOf(tenantId: string, quotas: readonly CodeQuota[]): Buckets {
  return {
    tenantIds: quotas.map((quota) => countingTenant(tenantId, quota)),
    buckets: quotas.map(({ bucket }) => bucket),
  };
}

interface SendsRow {
  readonly bucket: string;
  readonly sentAt: readonly Temporal.Instant[];
}

/** One statement in the order of the buckets, so that two requests never lock crosswise. A refusal leaves them unchanged. */
const lockBuckets = namedStatement<Buckets & { readonly tenantId: string; readonly id: string }>(
  'lock_guest_code_sends',
  `INSERT INTO guest_code_sends AS s (tenant_id, bucket, sent_at, updated_at)
   SELECT q.tenant_id, q.bucket, '{}', clock_timestamp()
     FROM unnest($tenantIds::uuid[], $buckets::text[]) AS q (tenant_id, bucket)
    WHERE EXISTS (SELECT FROM reservations
                   WHERE tenant_id = $tenantId AND id = $id AND state = 'held' AND hold_expires_at > clock_timestamp())
    ORDER BY q.tenant_id, q.bucket
   ON CONFLICT (tenant_id, bucket) DO UPDATE SET updated_at = s.updated_at
   RETURNING bucket, sent_at AS "sentAt"`,
);

interface Bucket {
  readonly tenantId: string;
  readonly bucket: string;
}

/**
 * A statement for each bucket. One for all would join: before the table has statistics Postgres reads all rows that the
 * policies show for it, which are those of every tenant's guests.
 *
 * Times that do not count any more are dropped.
 */
const addSend = namedStatement<Bucket & { readonly since: Temporal.Instant; readonly at: Temporal.Instant }>(
  'add_guest_code_send',
  `UPDATE guest_code_sends
      SET sent_at = array_append(ARRAY(SELECT time FROM unnest(sent_at) AS time WHERE time > $since ORDER BY time), $at),
          updated_at = $at
    WHERE tenant_id = $tenantId AND bucket = $bucket`,
);

/** The code was not mailed. */
const removeSend = namedStatement<Bucket & { readonly at: Temporal.Instant }>(
  'remove_guest_code_send',
  `UPDATE guest_code_sends SET sent_at = array_remove(sent_at, $at)
    WHERE tenant_id = $tenantId AND bucket = $bucket`,
);

/** An empty row: one that a refused code locked, or one whose only code was withdrawn. */
const removeUnused = namedStatement<Bucket>(
  'remove_unused_guest_code_sends',
  `DELETE FROM guest_code_sends WHERE tenant_id = $tenantId AND bucket = $bucket AND sent_at = '{}'`,
);

interface Quotas {
  readonly tenantId: string;
  readonly quotas: readonly CodeQuota[];
}

const bucketOf = ({ tenantId }: Quotas, quota: CodeQuota): Bucket => ({
  tenantId: countingTenant(tenantId, quota),
  bucket: quota.bucket,
});

function countSend(counted: Quotas & { readonly at: Temporal.Instant }): Part[] {
  const { quotas, at } = counted;
  return quotas.map((quota, index) => [
    `send_${index}`,
    addSend({ ...bucketOf(counted, quota), at, since: countedSince(quota, at) }),
  ]);
}

function uncountSend(
  uncounted: Quotas & { readonly withdrawnAt: Temporal.Instant | undefined },
): ReadStatement[] {
  const { quotas, withdrawnAt: at } = uncounted;
  return quotas.flatMap((quota) => {
    const row = bucketOf(uncounted, quota);
    return [...(at === undefined ? [] : [removeSend({ ...row, at })]), removeUnused(row)];
  });
}

function sentAtOf(quotas: readonly CodeQuota[], rows: readonly SendsRow[]) {
  const sentAt = new Map(rows.map((row) => [row.bucket, row.sentAt]));
  return quotas.map(({ bucket }) => sentAt.get(bucket) ?? []);
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
         used = excluded.used, language = excluded.language, sent_at = excluded.sent_at, tried_at = excluded.tried_at, updated_at = excluded.updated_at`,
);

function toGuestCodes(row: CodeRow | undefined): GuestCodes {
  if (row === undefined) return noGuestCodes;
  const { digest, expiresAt, wrongTries: failures, used, language, sentAt, triedAt: verifiedAt } = row;
  const current =
    digest === null || expiresAt === null ? null : { digest, expiresAt, failures, used, language };
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
    language: current?.language ?? null,
    sentAt: [...sentAt],
    triedAt: [...verifiedAt],
    updatedAt: at,
  };
}
