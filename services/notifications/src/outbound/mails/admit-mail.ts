import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createKeyedHash } from '@lodging/kit-security';
import { DEFAULT_MAIL_LIMITS } from '../../domain/mails/mail-limits.ts';
import type { GuestMailRepository } from '../../ports/mails.ts';

const { mailsPerAddressHour: PER_HOUR, mailsPerAddressDay: PER_DAY } = DEFAULT_MAIL_LIMITS;

/** Mails to one address are counted one after the other. */
const lock = namedStatement<{ key: string }>(
  'mail_address_lock',
  'SELECT pg_advisory_xact_lock(hashtextextended($key::text, 0))',
);

interface Admission {
  readonly tenantId: string;
  readonly mailId: string;
  /** Under each key of the ring, the current one first. */
  readonly hash: string;
  readonly hashes: readonly string[];
  readonly now: Temporal.Instant;
}

/** A further attempt of a mail is not counted again. */
const admit = namedStatement<Admission>(
  'mail_send_admit',
  `
  WITH limits AS (
    SELECT per_hour, per_day FROM mail_limits WHERE tenant_id = $tenantId::uuid
    UNION ALL SELECT ${PER_HOUR}, ${PER_DAY} WHERE NOT EXISTS (SELECT FROM mail_limits WHERE tenant_id = $tenantId::uuid)
  ), sent AS (
    SELECT count(*) FILTER (WHERE sent_at > $now::timestamptz - interval '1 hour') AS of_hour, count(*) AS of_day
    FROM mail_sends
    WHERE tenant_id = $tenantId::uuid AND address_hash = ANY ($hashes::text[])
      AND sent_at > $now::timestamptz - interval '1 day' AND mail_id <> $mailId::uuid
  )
  INSERT INTO mail_sends AS current (tenant_id, mail_id, address_hash, sent_at)
  SELECT $tenantId::uuid, $mailId::uuid, $hash, $now::timestamptz FROM limits, sent
  WHERE (per_hour IS NULL OR of_hour < per_hour) AND (per_day IS NULL OR of_day < per_day)
    OR EXISTS (SELECT FROM mail_sends WHERE tenant_id = $tenantId::uuid AND mail_id = $mailId::uuid)
  ON CONFLICT (tenant_id, mail_id) DO UPDATE SET address_hash = current.address_hash
  RETURNING mail_id`,
);

const countAttempt = namedStatement<{ tenantId: string; mailId: string; lease: bigint }>(
  'guest_mail_attempt',
  `UPDATE guest_mails SET attempts = attempts + 1
   WHERE tenant_id = $tenantId AND id = $mailId AND lease = $lease`,
);

/** The hashes of an address under the keys of a ring. */
export type HashAddress = (tenantId: string, address: string) => readonly [string, ...(readonly string[])];

const PURPOSE = 'lodging.notifications.mail-address';

export function createAddressHash([secret, ...earlier]: readonly string[]): HashAddress {
  const current = createKeyedHash(secret ?? '', PURPOSE);
  const others = earlier.map((one) => createKeyedHash(one, PURPOSE));
  return (tenantId, address) => [
    current(tenantId, address),
    ...others.map((hash) => hash(tenantId, address)),
  ];
}

export function createMailAdmission(db: Database, hashAddress: HashAddress): GuestMailRepository['admit'] {
  return ({ tenantId, id: mailId, lease }, address, now) => {
    const hashes = hashAddress(tenantId, address.toLowerCase());
    const [hash] = hashes;
    return db.inTenant(tenantId, async (tx) => {
      await tx.query(lock({ key: `mails to ${hash}` }));
      const admitted = await tx.query(admit({ tenantId, mailId, hash, hashes, now }));
      if (admitted.length === 0) return false;
      await tx.query(countAttempt({ tenantId, mailId, lease }));
      return true;
    });
  };
}
