import { currentTraceparent } from '@lodging/kit-runtime';
import type { Ledger } from '../domain/ledger.ts';
import { isPlaced } from '../domain/payment.ts';
import type { Payment } from '../domain/payment.ts';
import type { Refund } from '../domain/refund.ts';

interface Named {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export function makeLedger(tenantId: string, reservationId: string): Named {
  const text = 'INSERT INTO ledgers (tenant_id, reservation_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  return { name: 'ledger_make', text, values: [tenantId, reservationId] };
}

export function lockLedger(tenantId: string, reservationId: string): Named {
  const text = 'SELECT ended_at FROM ledgers WHERE tenant_id = $1 AND reservation_id = $2 FOR UPDATE';
  return { name: 'ledger_lock', text, values: [tenantId, reservationId] };
}

export function findLedger(tenantId: string, reservationId: string): Named {
  const text = 'SELECT ended_at FROM ledgers WHERE tenant_id = $1 AND reservation_id = $2';
  return { name: 'ledger_find', text, values: [tenantId, reservationId] };
}

export function findPayments(tenantId: string, reservationId: string): Named {
  const text = `
    SELECT id, kind, attempt, state, amount_minor_units, currency, livemode, account_id, provider_key,
      provider_intent_id, client_secret_sealed, provider_as_of, last_failure, expires_at, lease_owner, leased_until,
      created_at, version, provider_session_id, success_url, cancel_url
    FROM payments WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY attempt`;
  return { name: 'payments_find', text, values: [tenantId, reservationId] };
}

export function findRefunds(tenantId: string, reservationId: string): Named {
  const text = `
    SELECT id, payment_id, amount_minor_units, currency, state, reason, provider_refund_id, provider_key, lease_owner,
      leased_until, created_at, version
    FROM refunds WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY created_at, id`;
  return { name: 'refunds_find', text, values: [tenantId, reservationId] };
}

export function findKeys(tenantId: string, reservationId: string): Named {
  const text =
    'SELECT idempotency_key, payment_id FROM opening_keys WHERE tenant_id = $1 AND reservation_id = $2';
  return { name: 'opening_keys_find', text, values: [tenantId, reservationId] };
}

export function findKeyHolder(tenantId: string, key: string): Named {
  const text = 'SELECT reservation_id FROM opening_keys WHERE tenant_id = $1 AND idempotency_key = $2';
  return { name: 'opening_key_holder', text, values: [tenantId, key] };
}

export function bindKey(tenantId: string, reservationId: string, key: string, paymentId: string): Named {
  const text = `
    INSERT INTO opening_keys (tenant_id, reservation_id, idempotency_key, payment_id) VALUES ($1, $2, $3, $4)`;
  return { name: 'opening_key_bind', text, values: [tenantId, reservationId, key, paymentId] };
}

export function freeKey(tenantId: string, key: string): Named {
  const text = 'DELETE FROM opening_keys WHERE tenant_id = $1 AND idempotency_key = $2';
  return { name: 'opening_key_free', text, values: [tenantId, key] };
}

export function endLedger(tenantId: string, ledger: Ledger): Named {
  const text = 'UPDATE ledgers SET ended_at = $3 WHERE tenant_id = $1 AND reservation_id = $2';
  return { name: 'ledger_end', text, values: [tenantId, ledger.reservationId, ledger.endedAt] };
}

export function savePayment(tenantId: string, reservationId: string, payment: Payment): Named {
  const placed = isPlaced(payment) ? payment : undefined;
  const lease = payment.state === 'creating' ? payment.lease : null;
  const text = `
    INSERT INTO payments (tenant_id, id, reservation_id, kind, attempt, state, amount_minor_units, currency, livemode,
      account_id, provider_key, provider_intent_id, client_secret_sealed, provider_as_of, last_failure, expires_at,
      lease_owner, leased_until, created_at, version, provider_session_id, success_url, cancel_url, traceparent)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
      $24)
    ON CONFLICT (tenant_id, id) DO UPDATE SET state = excluded.state,
      provider_intent_id = excluded.provider_intent_id, provider_session_id = excluded.provider_session_id,
      client_secret_sealed = excluded.client_secret_sealed,
      provider_as_of = excluded.provider_as_of, last_failure = excluded.last_failure,
      lease_owner = excluded.lease_owner, leased_until = excluded.leased_until, updated_at = now(), checked_at = now(),
      version = excluded.version`;
  const values = [
    tenantId,
    payment.id,
    reservationId,
    payment.kind,
    payment.attempt,
    payment.state,
    payment.amountMinorUnits,
    payment.currency,
    payment.livemode,
    payment.accountId,
    payment.providerKey,
    placed?.intentId ?? null,
    placed?.sealedSecret ?? null,
    placed?.asOf ?? null,
    placed?.lastFailure ?? null,
    payment.expiresAt,
    lease?.owner ?? null,
    lease?.until ?? null,
    payment.createdAt,
    payment.version + 1,
    placed?.sessionId ?? null,
    payment.returnTo?.successUrl ?? null,
    payment.returnTo?.cancelUrl ?? null,
    // Written once, with the row: the trace in which the payment was opened.
    currentTraceparent() ?? null,
  ];
  return { name: 'payment_save', text, values };
}

/** Refunds on an account that a payment was opened on are looked through from then on. */
export function watchAccount(tenantId: string, { accountId, livemode }: Payment): Named {
  const text = `
    INSERT INTO refund_sweeps (tenant_id, account_id, livemode) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
  return { name: 'account_watch', text, values: [tenantId, accountId, livemode] };
}

export function saveRefund(tenantId: string, reservationId: string, refund: Refund): Named {
  const text = `
    INSERT INTO refunds (tenant_id, id, reservation_id, payment_id, amount_minor_units, currency, state, reason,
      provider_refund_id, provider_key, lease_owner, leased_until, created_at, version)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    ON CONFLICT (tenant_id, id) DO UPDATE SET state = excluded.state,
      provider_refund_id = excluded.provider_refund_id, lease_owner = excluded.lease_owner,
      leased_until = excluded.leased_until, updated_at = now(), checked_at = now(), version = excluded.version`;
  const values = [
    tenantId,
    refund.id,
    reservationId,
    refund.paymentId,
    refund.amountMinorUnits,
    refund.currency,
    refund.state,
    refund.reason,
    refund.providerRefundId,
    refund.providerKey,
    refund.lease?.owner ?? null,
    refund.lease?.until ?? null,
    refund.createdAt,
    refund.version + 1,
  ];
  return { name: 'refund_save', text, values };
}
