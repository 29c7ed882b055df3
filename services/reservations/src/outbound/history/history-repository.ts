import type { NewId } from '@lodging/kernel';
import { markProcessed, writeMarked } from '@lodging/kit-messaging';
import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { readPosition } from '../../domain/history/history-position.ts';
import type { HistoryPosition } from '../../domain/history/history-position.ts';
import type { HistoryEntry } from '../../domain/history/history.ts';
import type { HistoryRepository } from '../../ports/history.ts';
import { reservationHistory } from '../bookings/detail-schema.ts';
import { recheckBalance } from '../money/scheduled-payment-repository.ts';
import { countDeclinedCard, recordHistoryEvent } from './history-statements.ts';

const columns = selectList(reservationHistory, { except: ['tenantId', 'reservationId', 'sourceEvent'] });
const BEFORE_FIRST: HistoryPosition = {
  at: Temporal.Instant.fromEpochMilliseconds(0),
  version: 0,
  id: '00000000-0000-0000-0000-000000000000',
};

const list = namedStatement<
  Omit<HistoryPosition, 'id'> & {
    readonly entryId: string;
    readonly tenantId: string;
    readonly reservationId: string;
    readonly limit: number;
  }
>(
  'list_history',
  `SELECT ${columns} FROM reservation_history
    WHERE tenant_id = $tenantId AND reservation_id = $reservationId
      AND (at, version, id) > ($at::timestamptz, $version::integer, $entryId::uuid)
    ORDER BY at, version, id LIMIT $limit`,
);

export function createHistoryRepository(db: Database, newId: NewId): HistoryRepository {
  return {
    list: (tenantId, reservationId, { after, limit }) => {
      const { id: entryId, ...position } = after === null ? BEFORE_FIRST : readPosition(after);
      const statement = list({ tenantId, reservationId, limit, entryId, ...position });
      return db.readInTenant<HistoryEntry>(tenantId, statement);
    },

    async record(tenantId, event, mark) {
      const statement = recordHistoryEvent(tenantId, event, newId);
      if (mark !== undefined) return writeMarked(db, tenantId, statement, mark);
      await db.writeInTenant(tenantId, statement, { batchKey: event.reservationId });
    },

    recordPayment: (tenantId, event, mark) =>
      writeMarked(db, tenantId, recordHistoryEvent(tenantId, event, newId), mark, [
        ['rechecked', recheckBalance({ tenantId, reservationId: event.reservationId })],
      ]),

    async recordDeclinedCard(tenantId, event, mark) {
      const { reservationId } = event;
      await db.inTenant(tenantId, async (tx) => {
        if (!(await markProcessed(tx, tenantId, mark))) return;
        await tx.query(recordHistoryEvent(tenantId, event, newId));
        await tx.query(countDeclinedCard({ tenantId, reservationId }));
      });
    },
  };
}
