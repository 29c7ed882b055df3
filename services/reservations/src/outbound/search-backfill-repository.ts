import { setImmediate as endOfTurn } from 'node:timers/promises';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { SearchBackfillRepository } from '../ports/search-backfill.ts';
import { searchTokensOf } from './detail-statements.ts';
import { noGuest } from './guest-sealer.ts';
import type { GuestColumns, GuestData, GuestSealer } from './guest-sealer.ts';

/** So few that a booking is locked for some milliseconds only. */
const BATCH = 100;
/** Then requests have their turn on this thread: to open a guest and to hash all its beginnings takes some tenths of a ms. */
const ROWS_A_TURN = 10;

interface Progress {
  readonly tenantId: string;
  readonly id: string;
  /** No process of a version that writes bookings without their search runs any more. */
  readonly hasBegun: boolean;
  readonly isFinished: boolean;
}

/** The row lock is the lease: another process finds nothing to do meanwhile, and a crash releases it. */
const lockProgress = namedStatement<object>(
  'lock_search_backfill',
  `SELECT after_tenant_id AS "tenantId", after_id AS id, begins_at <= clock_timestamp() AS "hasBegun",
          finished_at IS NOT NULL AS "isFinished"
     FROM search_backfill FOR UPDATE SKIP LOCKED`,
);

type Row = Omit<GuestColumns, 'guestEmailHash'> & {
  readonly tenantId: string;
  readonly id: string;
  readonly externalReference: string | null;
};

/** Locked against changes of what they are found by: those replace all of it. */
const lockBookings = namedStatement<Pick<Progress, 'tenantId' | 'id'>>(
  'lock_bookings_to_search',
  `SELECT tenant_id AS "tenantId", id, guest_email AS "guestEmail", guest_name AS "guestName",
          guest_phone AS "guestPhone", guest_sealed AS "guestSealed", external_reference AS "externalReference"
     FROM reservations WHERE (tenant_id, id) > ($tenantId::uuid, $id::uuid)
    ORDER BY tenant_id, id LIMIT ${BATCH} FOR SHARE`,
);

/** A booking that was found before has its beginnings already, perhaps under another key. */
const addTokens = namedStatement<{
  readonly tenantIds: readonly string[];
  readonly ids: readonly string[];
  readonly tokens: readonly string[];
}>(
  'add_search_of_bookings',
  `INSERT INTO reservation_search (tenant_id, reservation_id, token, created_at)
   SELECT r.tenant_id, r.id, added.token, r.created_at
     FROM unnest($tenantIds::uuid[], $ids::uuid[], $tokens::text[]) AS added (tenant_id, id, token)
     JOIN reservations AS r ON r.tenant_id = added.tenant_id AND r.id = added.id
    WHERE NOT EXISTS (SELECT FROM reservation_search AS s WHERE s.tenant_id = r.tenant_id AND s.reservation_id = r.id)
   ON CONFLICT DO NOTHING`,
);

const saveProgress = namedStatement<Omit<Progress, 'hasBegun'>>(
  'save_search_backfill',
  `UPDATE search_backfill
      SET after_tenant_id = $tenantId::uuid, after_id = $id::uuid,
          finished_at = CASE WHEN $isFinished::boolean THEN clock_timestamp() END`,
);

/** `reportUnreadable` gets the id of a booking whose guest cannot be opened, once, since the job goes on past it. */
export function createSearchBackfillRepository(
  db: Database,
  sealer: GuestSealer,
  reportUnreadable: (reservationId: string) => void = () => undefined,
): SearchBackfillRepository {
  let isFinished = false;
  return {
    async fillBatch() {
      // It stays finished, so that this is asked once by each process.
      if (isFinished) return false;
      const { outcome, unreadable } = await db.acrossTenants((tx) => fillLocked(tx, sealer));
      // After the commit: what is rolled back is visited again.
      for (const id of unreadable) reportUnreadable(id);
      isFinished = outcome === 'finished';
      return outcome === 'filled';
    },
  };
}

interface Filled {
  readonly outcome: 'waits' | 'filled' | 'finished';
  readonly unreadable: readonly string[];
}

async function fillLocked(tx: Tx, sealer: GuestSealer): Promise<Filled> {
  const [progress] = await tx.query<Progress>(lockProgress({}));
  if (progress?.isFinished === true) return { outcome: 'finished', unreadable: [] };
  if (progress === undefined || !progress.hasBegun) return { outcome: 'waits', unreadable: [] };
  const rows = await tx.query<Row>(lockBookings(progress));
  const { added, unreadable } = await tokensOfRows(sealer, rows);
  const isFinished = rows.length < BATCH;
  const last = rows.at(-1) ?? progress;
  await Promise.all([
    added.length > 0 &&
      tx.query(
        addTokens({
          tenantIds: added.map(({ tenantId }) => tenantId),
          ids: added.map(({ id }) => id),
          tokens: added.map(({ token }) => token),
        }),
      ),
    tx.query(saveProgress({ tenantId: last.tenantId, id: last.id, isFinished })),
  ]);
  return { outcome: isFinished ? 'finished' : 'filled', unreadable };
}

type AddedToken = Pick<Row, 'tenantId' | 'id'> & { readonly token: string };

async function tokensOfRows(sealer: GuestSealer, rows: readonly Row[]) {
  const added: AddedToken[] = [];
  const unreadable: string[] = [];
  for (const [index, { tenantId, id, externalReference, ...columns }] of rows.entries()) {
    if (index > 0 && index % ROWS_A_TURN === 0) await endOfTurn();
    const guest = openGuest(sealer, { tenantId, id, ...columns });
    if (guest === undefined) unreadable.push(id);
    const { guestEmail, guestName } = guest ?? noGuest;
    const tokens = searchTokensOf(sealer, tenantId, { guestEmail, guestName, externalReference });
    added.push(...tokens.map((token) => ({ tenantId, id, token })));
  }
  return { added, unreadable };
}

/**
 * Undefined where it cannot be opened: it keeps no other booking from being found, and its own is found by its reference.
 * The error stays here: its text could have something of the guest.
 */
function openGuest(sealer: GuestSealer, row: Omit<Row, 'externalReference'>): GuestData | undefined {
  try {
    return sealer.open(row);
  } catch {
    return undefined;
  }
}
