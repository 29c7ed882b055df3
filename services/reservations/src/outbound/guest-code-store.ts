import { noGuestCodes } from '../domain/guest-code.ts';
import type { GuestCodes } from '../domain/guest-code.ts';
import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq } from 'drizzle-orm';
import type { GuestCodeStore } from '../use-cases/ports.ts';
import { reservationFrom } from './reservation-row.ts';
import type { ReservationRow } from './reservation-row.ts';
import { lockReservation } from './reservation-statements.ts';
import { guestCodes } from './schema.ts';

export function guestCodeStore(db: Database): GuestCodeStore {
  return {
    change: (tenantId, reservationId, decide) =>
      db.inTenant(tenantId, async (tx) => {
        const [row] = await tx.query<ReservationRow & { readonly at: Temporal.Instant }>(
          lockReservation(tenantId, reservationId),
        );
        if (row === undefined) return undefined;
        const current = await readCodes(tx, tenantId, reservationId);
        const { codes, guestEmail, answer } = decide(reservationFrom(row), current, row.at);
        if (codes !== current) await writeCodes(tx, { tenantId, reservationId }, codes, row.at);
        if (guestEmail !== undefined) await writeGuestEmail(tx, tenantId, reservationId, guestEmail);
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
  const { digest, expiresAt, wrongTries, used, sentAt, triedAt } = row;
  const current = digest === null || expiresAt === null ? null : { digest, expiresAt, wrongTries, used };
  return { current, sentAt, triedAt };
}

async function writeCodes(
  tx: Tx,
  key: { tenantId: string; reservationId: string },
  { current, sentAt, triedAt }: GuestCodes,
  at: Temporal.Instant,
): Promise<void> {
  const columns = {
    digest: current?.digest ?? null,
    expiresAt: current?.expiresAt ?? null,
    wrongTries: current?.wrongTries ?? 0,
    used: current?.used ?? false,
    sentAt: [...sentAt],
    triedAt: [...triedAt],
    updatedAt: at,
  };
  await tx.orm
    .insert(guestCodes)
    .values({ ...key, ...columns })
    .onConflictDoUpdate({ target: [guestCodes.tenantId, guestCodes.reservationId], set: columns });
}

/** No move, so no version and no event: who the guest is concerns nobody else. */
async function writeGuestEmail(tx: Tx, tenantId: string, id: string, email: string): Promise<void> {
  await tx.query({
    name: 'write_guest_email',
    text: 'UPDATE reservations SET guest_email = $3, updated_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2',
    values: [tenantId, id, email],
  });
}
