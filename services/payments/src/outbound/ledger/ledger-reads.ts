import { namedStatement } from '@lodging/kit-postgres';
import type { BoundKey, KeySpace, Ledger } from '../../domain/ledger/ledger.ts';
import { jsonRows } from './json-rows.ts';
import type { LedgerRows } from './ledger-rows.ts';
import { changeSettlements, offlinePayments, payments, refunds, settlements } from '../schema.ts';

interface Reservation {
  readonly tenantId: string;
  readonly reservationId: string;
}

const OF_RESERVATION = 'WHERE tenant_id = $tenantId AND reservation_id = $reservationId';

const OLDEST_FIRST = { where: OF_RESERVATION, orderBy: 'created_at, id' };
const paymentRows = jsonRows(payments, { where: OF_RESERVATION, orderBy: 'attempt' });
const refundRows = jsonRows(refunds, OLDEST_FIRST);
const offlineRows = jsonRows(offlinePayments, OLDEST_FIRST);
const settlementRows = jsonRows(settlements, OLDEST_FIRST);
const changeRows = jsonRows(changeSettlements, { where: OF_RESERVATION, orderBy: 'closed_at, change_id' });

/** Most of these tables have no row for most reservations: one statement costs less than six. */
const PARTS = `
  ${paymentRows.select} AS payments, ${refundRows.select} AS refunds, ${offlineRows.select} AS "offlinePayments",
  ${settlementRows.select} AS settlements, ${changeRows.select} AS changes,
  (SELECT json_agg(json_build_object('space', space, 'key', idempotency_key, 'fingerprint', fingerprint,
     'paymentId', payment_id)) FROM opening_keys ${OF_RESERVATION}) AS "idempotencyKeys"`;

export interface LedgerParts {
  readonly payments: readonly unknown[] | null;
  readonly refunds: readonly unknown[] | null;
  readonly offlinePayments: readonly unknown[] | null;
  readonly settlements: readonly unknown[] | null;
  readonly changes: readonly unknown[] | null;
  readonly idempotencyKeys: readonly BoundKey[] | null;
}

/** The data that the lock of a ledger protects. */
export const findParts = namedStatement<Reservation>('ledger_parts', `SELECT ${PARTS}`);

export interface PaymentOpeningParts extends LedgerParts {
  /** For which the Idempotency-Key was first used. */
  readonly keyReservationId: string | null;
  readonly accountId: string | null;
}

/** The same with the key and the account, which opening a payment needs. */
export const findPaymentOpeningParts = namedStatement<
  Reservation & { readonly space: KeySpace; readonly idempotencyKey: string }
>(
  'ledger_opening_parts',
  `SELECT ${PARTS},
     (SELECT reservation_id FROM opening_keys
      WHERE tenant_id = $tenantId AND space = $space AND idempotency_key = $idempotencyKey) AS "keyReservationId",
     (SELECT account_id FROM accounts WHERE tenant_id = $tenantId) AS "accountId"`,
);

export interface WholeLedger extends LedgerParts, Pick<Ledger, 'endedAt' | 'onlyHoldEnded'> {}

/** No row where there is no ledger, and so nothing under it. */
export const findWhole = namedStatement<Reservation>(
  'ledger_whole',
  `SELECT ended_at AS "endedAt", only_hold_ended AS "onlyHoldEnded", ${PARTS} FROM ledgers ${OF_RESERVATION}`,
);

export function toRows(ledger: LedgerRows['ledger'], parts: LedgerParts | undefined): LedgerRows {
  return {
    ledger,
    payments: paymentRows.read(parts?.payments ?? null),
    refunds: refundRows.read(parts?.refunds ?? null),
    offlinePayments: offlineRows.read(parts?.offlinePayments ?? null),
    settlement: settlementRows.read(parts?.settlements ?? null)[0],
    changes: changeRows.read(parts?.changes ?? null),
    idempotencyKeys: parts?.idempotencyKeys ?? [],
  };
}
