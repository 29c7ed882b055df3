import { paymentUnclaimed } from '@lodging/contract-payments';
import type { Clock, NewId } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import type { EventToPublish } from '@lodging/kit-messaging';
import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { UnclaimedMoneyRepository } from '../../ports/cancellation.ts';

/** After 10 minutes, 40 minutes, 3 hours and 11 hours. Money that stays unclaimed after that pays for a confirmed stay. */
export const FIRST_REPORT = `interval '10 minutes'`;
const REPORTS = 4;

const takeDue = namedStatement<{ readonly limit: number }>(
  'unclaimed_money_take_due',
  leaseDueRows({
    table: 'ledgers',
    key: ['tenant_id', 'reservation_id'],
    due: 'waiting.unclaimed_report_at <= now()',
    orderBy: 'waiting.unclaimed_report_at',
    limit: '$limit',
    set: `unclaimed_reports = leased.unclaimed_reports + 1,
      unclaimed_report_at = CASE WHEN leased.unclaimed_reports + 1 < ${REPORTS}
        THEN now() + ${FIRST_REPORT} * 4 ^ (leased.unclaimed_reports + 1) END`,
    returning: `leased.tenant_id AS "tenantId", leased.reservation_id AS "reservationId",
      leased.unclaimed_reports AS report,
      (SELECT p.livemode FROM payments AS p
        WHERE p.tenant_id = leased.tenant_id AND p.reservation_id = leased.reservation_id LIMIT 1) AS livemode`,
  }),
);

interface DueReport {
  readonly tenantId: string;
  readonly reservationId: string;
  readonly report: number;
  readonly livemode: boolean;
}

export function createUnclaimedMoneyRepository(
  db: Database,
  clock: Clock,
  newId: NewId,
): UnclaimedMoneyRepository {
  const toEvent = ({ tenantId, reservationId, report, livemode }: DueReport): EventToPublish => ({
    id: newId(),
    type: paymentUnclaimed.type,
    tenantId,
    livemode,
    occurredAt: clock.now(),
    aggregateId: reservationId,
    aggregateVersion: report,
    data: { reservationId },
  });
  return {
    report: (limit) =>
      db.acrossTenants(async (tx) => {
        const due = await tx.query<DueReport>(takeDue({ limit }));
        await appendToOutbox(tx, ...due.map(toEvent));
        return due.length;
      }),
  };
}
