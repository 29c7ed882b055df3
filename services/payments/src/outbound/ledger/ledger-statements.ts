import { getTableName, insertLists, namedStatement, selectList } from '@lodging/kit-postgres';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { KeySpace, Ledger } from '../../domain/ledger/ledger.ts';
import { FIRST_REPORT } from '../cancellation/unclaimed-money-repository.ts';
import {
  idempotencyKeys,
  ledgers,
  offlinePayments,
  payments,
  refunds,
  refundSweeps,
  settlements,
} from '../schema.ts';
import type { OfflinePaymentRow, PaymentRow, RefundRow, SettlementRow } from '../schema.ts';

interface Reservation {
  readonly tenantId: string;
  readonly reservationId: string;
}

const OF_RESERVATION = 'WHERE tenant_id = $tenantId AND reservation_id = $reservationId';
const END = selectList(ledgers, { only: ['endedAt', 'onlyHoldEnded'] });

/**
 * Creates the ledger, or waits for its lock as `ledger_lock` does. A statement that follows sees what the lock waited for;
 * this one does not.
 */
export const lockOrCreateLedger = namedStatement<Reservation>(
  'ledger_lock_or_create',
  `INSERT INTO ledgers AS ledger (tenant_id, reservation_id) VALUES ($tenantId, $reservationId)
   ON CONFLICT (tenant_id, reservation_id) DO UPDATE SET reservation_id = ledger.reservation_id
   RETURNING ledger.ended_at AS "endedAt", ledger.only_hold_ended AS "onlyHoldEnded", ledger.xmax = 0 AS "isNew"`,
);

export const deleteLedger = namedStatement<Reservation>(
  'ledger_delete',
  `DELETE FROM ledgers ${OF_RESERVATION}`,
);

export const lockLedger = namedStatement<Reservation>(
  'ledger_lock',
  `SELECT ${END} FROM ledgers ${OF_RESERVATION} FOR UPDATE`,
);

/** Money that is unclaimed from now on is reported first when the event of its payment has had time to be handled. */
export const saveLedger = namedStatement<
  Reservation & Pick<Ledger, 'endedAt' | 'onlyHoldEnded'> & { readonly isUnclaimed: boolean }
>(
  'ledger_save',
  `UPDATE ledgers SET ended_at = $endedAt, only_hold_ended = $onlyHoldEnded, unclaimed_reports = 0,
     unclaimed_report_at = CASE WHEN $isUnclaimed THEN now() + ${FIRST_REPORT} END
   ${OF_RESERVATION}`,
);

/** No ON CONFLICT: the violation of `offline_payments_key_once` says that another reservation has the key. */
export const saveOfflinePayment = namedStatement<OfflinePaymentRow>(
  'offline_payment_save',
  `INSERT INTO offline_payments (${insertLists(offlinePayments).columns})
   VALUES (${insertLists(offlinePayments).values})`,
);

export const purgeOfflineKeys = {
  name: 'offline_keys_purge',
  text: `UPDATE offline_payments SET idempotency_key = NULL
         WHERE idempotency_key IS NOT NULL AND created_at < now() - interval '30 days'`,
};

export const purgeRefundKeys = {
  name: 'refund_keys_purge',
  text: `UPDATE refunds SET idempotency_key = NULL, key_part = NULL, key_amount_minor_units = NULL
         WHERE idempotency_key IS NOT NULL AND created_at < now() - interval '30 days'`,
};

export const saveSettlement = namedStatement<SettlementRow>(
  'settlement_save',
  `INSERT INTO settlements (${insertLists(settlements).columns}) VALUES (${insertLists(settlements).values})
   ON CONFLICT (tenant_id, id) DO UPDATE SET due_minor_units = excluded.due_minor_units`,
);

const KEPT = { checkedAt: 'DEFAULT', updatedAt: 'DEFAULT' };
/** No payment is paid, nor read from the provider, when its row is inserted. */
const KEPT_OF_PAYMENT = { ...KEPT, landedAt: 'NULL', providerReadAt: 'NULL' };
const PAID = "IN ('succeeded', 'refunded')";

type NewPayment = Omit<PaymentRow, keyof typeof KEPT_OF_PAYMENT>;

const PAYMENT_LISTS = insertLists(payments, KEPT_OF_PAYMENT);
const INSERT_PAYMENT = `INSERT INTO payments (${PAYMENT_LISTS.columns}) VALUES (${PAYMENT_LISTS.values})`;

/**
 * The trace and the terms of a payment are written once, with the row. Later snapshots do not move the day on which the
 * money came in.
 */
export const savePayment = namedStatement<NewPayment>(
  'payment_save',
  `UPDATE payments SET paid_at = coalesce(paid_at, $paidAt),
     landed_at = CASE WHEN state ${PAID} THEN landed_at WHEN $state ${PAID} THEN clock_timestamp() END,
     state = $state, provider_intent_id = $intentId, provider_session_id = $sessionId,
     client_secret_sealed = $sealedSecret, provider_as_of = $asOf, last_failure = $lastFailure,
     declined_charges = $declinedCharges,
     lease_owner = $leaseOwner, leased_until = $leasedUntil, version = $version,
     updated_at = now(), checked_at = now()
   WHERE tenant_id = $tenantId AND id = $id RETURNING id`,
);

/** By the clock of the server, which is one for all processes. */
export const leaseProviderRead = namedStatement<{ readonly tenantId: string; readonly paymentId: string }>(
  'payment_lease_provider_read',
  `UPDATE payments SET provider_read_at = clock_timestamp()
   WHERE tenant_id = $tenantId AND id = $paymentId
     AND (provider_read_at IS NULL OR provider_read_at <= clock_timestamp() - interval '2 seconds')
   RETURNING 1`,
);

interface Registered {
  readonly tenantId: string;
  readonly accountId: string;
  readonly livemode: boolean;
}
const SWEEPS = insertLists(refundSweeps, { sweptAt: 'DEFAULT' });
/** From now on the refunds of the account are swept. */
const REGISTER = `INSERT INTO refund_sweeps (${SWEEPS.columns}) VALUES (${SWEEPS.values}) ON CONFLICT DO NOTHING`;

/** A payment that has no row yet. */
export const openPayment = namedStatement<NewPayment & Registered>(
  'payment_open',
  `WITH registered AS (${REGISTER}) ${INSERT_PAYMENT}`,
);

/** No arbiter for the key: the violation of `refunds_request_key_once` says that another reservation has it. */
export const saveRefund = namedStatement<Omit<RefundRow, keyof typeof KEPT>>(
  'refund_save',
  upsert(refunds, KEPT, [
    refunds.state,
    refunds.providerRefundId,
    refunds.leaseOwner,
    refunds.leasedUntil,
    refunds.idempotencyKey,
    refunds.keyPart,
    refunds.keyAmountMinorUnits,
    refunds.version,
  ]),
);

function upsert(
  table: PgTable,
  kept: Readonly<Record<string, string>>,
  changing: readonly PgColumn[],
): string {
  const { columns, values } = insertLists(table, kept);
  const changes = changing.map(({ name }) => `${name} = excluded.${name}`).join(', ');
  return `
    INSERT INTO ${getTableName(table)} (${columns}) VALUES (${values})
    ON CONFLICT (tenant_id, id) DO UPDATE SET ${changes}, updated_at = now(), checked_at = now()`;
}

interface Key {
  readonly tenantId: string;
  readonly space: KeySpace;
  readonly idempotencyKey: string;
}

const OF_KEY = 'WHERE tenant_id = $tenantId AND space = $space AND idempotency_key = $idempotencyKey';

const KEY_LISTS = insertLists(idempotencyKeys);

/** No ON CONFLICT: the violation of `opening_keys_pkey` says that another reservation took the key meanwhile. */
const BIND_KEY = `INSERT INTO opening_keys (${KEY_LISTS.columns}) VALUES (${KEY_LISTS.values})`;

export const bindKey = namedStatement<typeof idempotencyKeys.$inferSelect>('idempotency_key_bind', BIND_KEY);

type NewKey = Pick<
  typeof idempotencyKeys.$inferSelect,
  'space' | 'idempotencyKey' | 'fingerprint' | 'paymentId'
>;

/** The same with the key under which it is opened. */
export const openPaymentWithKey = namedStatement<NewPayment & Registered & NewKey>(
  'payment_open_with_key',
  `WITH registered AS (${REGISTER}), bound AS (${BIND_KEY}) ${INSERT_PAYMENT}`,
);

export const releaseKey = namedStatement<Key>(
  'idempotency_key_release',
  `DELETE FROM opening_keys ${OF_KEY}`,
);

export const purgeKeys = {
  name: 'idempotency_keys_purge',
  text: `DELETE FROM opening_keys WHERE created_at < now() - interval '30 days'`,
};

const REFERENCE =
  'tenant_id AS "tenantId", reservation_id AS "reservationId", id AS "paymentId", traceparent';

export const findPaymentByProviderIds = namedStatement<{
  readonly intentId: string | null;
  readonly sessionId: string | null;
}>(
  'payment_by_provider_ids',
  `SELECT ${REFERENCE} FROM payments WHERE provider_intent_id = $intentId OR provider_session_id = $sessionId`,
);

export const findPaymentById = namedStatement<{ readonly tenantId: string; readonly paymentId: string }>(
  'payment_by_id',
  `SELECT ${REFERENCE} FROM payments WHERE tenant_id = $tenantId AND id = $paymentId`,
);
