import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq } from 'drizzle-orm';
import { noGuestCodes } from '../domain/guest-code.ts';
import type { GuestCodes } from '../domain/guest-code.ts';
import type { GuestCodeRepository } from '../ports.ts';
import { lockReservation } from './reservation-repository.ts';
import { guestCodes, toReservation } from './schema.ts';
import type { ReservationRowAt } from './schema.ts';

/** Not a transition: no version and no event, because events do not carry the guest. */
const writeGuestEmail = namedStatement<{
  readonly tenantId: string;
  readonly id: string;
  readonly guestEmail: string;
}>(
  'write_guest_email',
  `UPDATE reservations SET guest_email = $guestEmail, updated_at = clock_timestamp()
    WHERE tenant_id = $tenantId AND id = $id`,
);

export function createGuestCodeRepository(db: Database): GuestCodeRepository {
  return {
    update: (tenantId, id, decide) =>
      db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<ReservationRowAt>(lockReservation({ tenantId, id }));
        if (row === undefined) return undefined;
        const current = await readCodes(tx, tenantId, id);
        const { codes, guestEmail, answer } = decide(toReservation(row), current, row.at);
        if (codes !== current) await writeCodes(tx, { tenantId, reservationId: id }, codes, row.at);
        if (guestEmail !== undefined) await tx.query(writeGuestEmail({ tenantId, id, guestEmail }));
        return answer;
      }),
  };
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
