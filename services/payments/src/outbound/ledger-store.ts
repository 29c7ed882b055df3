import type { Clock, NewId } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-messaging';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import type { Decision, Ledger, LedgerEvent } from '../domain/ledger.ts';
import { refundsCreated } from '../metrics.ts';
import type { Ledgers } from '../use-cases/ports.ts';
import { ledgerOf } from './ledger-rows.ts';
import type { LedgerRows, PaymentRow, RefundRow } from './ledger-rows.ts';
import * as sql from './ledger-statements.ts';
import { publishedEvent } from './published-events.ts';

export interface LedgerStoreOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

type Decide<Answer> = (ledger: Ledger, keyHolder: string | null) => Decision<Answer>;

export function ledgerStore(options: LedgerStoreOptions): Ledgers {
  const { db } = options;
  return {
    async read(tenantId, reservationId) {
      const [ledgers = [], payments = [], refunds = [], keys = []] = await db.readManyInTenant(tenantId, [
        sql.findLedger(tenantId, reservationId),
        sql.findPayments(tenantId, reservationId),
        sql.findRefunds(tenantId, reservationId),
        sql.findKeys(tenantId, reservationId),
      ]);
      return ledgerOf(reservationId, {
        ledger: ledgers[0],
        payments,
        refunds,
        keys,
      } as unknown as LedgerRows);
    },
    change: (tenantId, reservationId, decide) =>
      change(options, tenantId, reservationId, undefined, (ledger) => decide(ledger)),
    async changeWithKey(tenantId, reservationId, key, decide) {
      try {
        return await change(options, tenantId, reservationId, key, decide);
      } catch (error) {
        // Another reservation took the key between our look and our write; now it is there to be seen.
        if (!isUniqueViolation(error, 'opening_keys_pkey')) throw error;
        return change(options, tenantId, reservationId, key, decide);
      }
    },
  };
}

function change<Answer>(
  options: LedgerStoreOptions,
  tenantId: string,
  reservationId: string,
  key: string | undefined,
  decide: Decide<Answer>,
): Promise<Answer> {
  return options.db.inTenant(tenantId, async (tx) => {
    const [before, keyHolder] = await lock(tx, tenantId, reservationId, key);
    const decision = decide(before, keyHolder);
    await Promise.all(changes(tenantId, before, decision.ledger).map((statement) => tx.query(statement)));
    const events = decision.events ?? [];
    const occurredAt = options.clock.now();
    const published = events.map((event) =>
      publishedEvent(event, decision.ledger, { id: options.newId(), tenantId, occurredAt }),
    );
    await appendToOutbox(tx, ...published);
    tx.afterCommit(() => countRefunds(events));
    return decision.answer;
  });
}

function countRefunds(events: readonly LedgerEvent[]): void {
  for (const event of events) {
    if (event.type === 'refund.created') refundsCreated.add(1, { 'lodging.reason': event.refund.reason });
  }
}

/** Sent together, for one round trip; Postgres runs them in order, so those behind the lock see what it waited for. */
async function lock(
  tx: Tx,
  tenantId: string,
  reservationId: string,
  key: string | undefined,
): Promise<[Ledger, string | null]> {
  const [, ledgers, payments, refunds, keys, holders] = await Promise.all([
    tx.query(sql.makeLedger(tenantId, reservationId)),
    tx.query<{ ended_at: Temporal.Instant | null }>(sql.lockLedger(tenantId, reservationId)),
    tx.query<PaymentRow>(sql.findPayments(tenantId, reservationId)),
    tx.query<RefundRow>(sql.findRefunds(tenantId, reservationId)),
    tx.query<{ idempotency_key: string; payment_id: string }>(sql.findKeys(tenantId, reservationId)),
    key === undefined ? [] : tx.query<{ reservation_id: string }>(sql.findKeyHolder(tenantId, key)),
  ]);
  const ledger = ledgerOf(reservationId, { ledger: ledgers[0], payments, refunds, keys });
  return [ledger, holders[0]?.reservation_id ?? null];
}

/** What a decision left as it was is the same object still. */
function changes(tenantId: string, before: Ledger, after: Ledger): Statement[] {
  const { reservationId } = after;
  return [
    ...(after.endedAt === before.endedAt ? [] : [sql.endLedger(tenantId, after)]),
    ...added(before.payments, after.payments).flatMap((payment) => [
      sql.savePayment(tenantId, reservationId, payment),
      ...(payment.version === 0 ? [sql.watchAccount(tenantId, payment)] : []),
    ]),
    ...added(before.refunds, after.refunds).map((refund) => sql.saveRefund(tenantId, reservationId, refund)),
    ...added(after.keys, before.keys).map(({ key }) => sql.freeKey(tenantId, key)),
    ...added(before.keys, after.keys).map(({ key, paymentId }) =>
      sql.bindKey(tenantId, reservationId, key, paymentId),
    ),
  ];
}

function added<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((item) => !before.includes(item));
}
