import { setImmediate as endOfTurn } from 'node:timers/promises';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { SearchBackfillRepository } from '../ports/search-backfill.ts';
import { searchTokensOf } from './detail-statements.ts';
import type { GuestColumns, GuestSealer } from './guest-sealer.ts';

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

/** A booking that was found before has its beginnings already. */
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
   ON CONFLICT DO NOTHING`,
);

const saveProgress = namedStatement<Omit<Progress, 'hasBegun'>>(
  'save_search_backfill',
  `UPDATE search_backfill
      SET after_tenant_id = $tenantId::uuid, after_id = $id::uuid,
          finished_at = CASE WHEN $isFinished::boolean THEN clock_timestamp() END`,
);

export function createSearchBackfillRepository(db: Database, sealer: GuestSealer): SearchBackfillRepository {
  let isFinished = false;
  return {
    async fillBatch() {
      // It stays finished, so that this is asked once by each process.
      if (isFinished) return false;
      const outcome = await db.acrossTenants((tx) => fillLocked(tx, sealer));
      isFinished = outcome === 'finished';
      return outcome === 'filled';
    },
  };
}

async function fillLocked(tx: Tx, sealer: GuestSealer): Promise<'waits' | 'filled' | 'finished'> {
  const [progress] = await tx.query<Progress>(lockProgress({}));
  if (progress?.isFinished === true) return 'finished';
  if (progress === undefined || !progress.hasBegun) return 'waits';
  const rows = await tx.query<Row>(lockBookings(progress));
  const added = await tokensOfRows(sealer, rows);
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
  return isFinished ? 'finished' : 'filled';
}

async function tokensOfRows(sealer: GuestSealer, rows: readonly Row[]): Promise<AddedToken[]> {
  const added: AddedToken[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_A_TURN === 0) await endOfTurn();
    added.push(...tokensOf(sealer, row));
  }
  return added;
}

type AddedToken = Pick<Row, 'tenantId' | 'id'> & { readonly token: string };

function tokensOf(sealer: GuestSealer, { tenantId, id, externalReference, ...columns }: Row): AddedToken[] {
  const { guestEmail, guestName } = sealer.open({ tenantId, id, ...columns });
  const tokens = searchTokensOf(sealer, tenantId, { guestEmail, guestName, externalReference });
  return tokens.map((token) => ({ tenantId, id, token }));
}
