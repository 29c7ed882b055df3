// Owns reading a ledger and changing it: one lock, one pure decision, and what was decided stored with its events.
import type { Clock, NewId } from '@lodging/kernel';
import { appendToOutbox } from '@lodging/kit-outbox';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Decision, Ledger } from '../domain/ledger.ts';
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
    await tx.query(sql.makeLedger(tenantId, reservationId));
    const before = await lock(tx, tenantId, reservationId);
    const decision = decide(before, key === undefined ? null : await keyHolder(tx, tenantId, key));
    await save(tx, tenantId, before, decision.ledger);
    const events = decision.events ?? [];
    const occurredAt = options.clock.now();
    const published = events.map((event) =>
      publishedEvent(event, decision.ledger, { id: options.newId(), tenantId, occurredAt }),
    );
    await appendToOutbox(tx, ...published);
    return decision.answer;
  });
}

/** The statements are sent together; Postgres runs them in order, so the last three see what the lock waited for. */
async function lock(tx: Tx, tenantId: string, reservationId: string): Promise<Ledger> {
  const [ledgers, payments, refunds, keys] = await Promise.all([
    tx.query<{ ended_at: Temporal.Instant | null }>(sql.lockLedger(tenantId, reservationId)),
    tx.query<PaymentRow>(sql.findPayments(tenantId, reservationId)),
    tx.query<RefundRow>(sql.findRefunds(tenantId, reservationId)),
    tx.query<{ idempotency_key: string; payment_id: string }>(sql.findKeys(tenantId, reservationId)),
  ]);
  return ledgerOf(reservationId, { ledger: ledgers[0], payments, refunds, keys });
}

async function keyHolder(tx: Tx, tenantId: string, key: string): Promise<string | null> {
  const rows = await tx.query<{ reservation_id: string }>(sql.findKeyHolder(tenantId, key));
  return rows[0]?.reservation_id ?? null;
}

/** What a decision left as it was is the same object still. */
async function save(tx: Tx, tenantId: string, before: Ledger, after: Ledger): Promise<void> {
  const { reservationId } = after;
  if (after.endedAt !== before.endedAt) await tx.query(sql.endLedger(tenantId, after));
  for (const payment of after.payments)
    if (!before.payments.includes(payment)) await tx.query(sql.savePayment(tenantId, reservationId, payment));
  for (const refund of after.refunds)
    if (!before.refunds.includes(refund)) await tx.query(sql.saveRefund(tenantId, reservationId, refund));
  for (const bound of before.keys)
    if (!after.keys.includes(bound)) await tx.query(sql.freeKey(tenantId, bound.key));
  for (const bound of after.keys)
    if (!before.keys.includes(bound))
      await tx.query(sql.bindKey(tenantId, reservationId, bound.key, bound.paymentId));
}
