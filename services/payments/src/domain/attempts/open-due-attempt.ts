import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';
import { dueMinorUnits } from '../ledger/balance.ts';
import type { Obligation } from '../ledger/balance.ts';
import { paymentLimit } from '../ledger/ledger-limits.ts';
import { findKey, findPayment, hasStayEnded, livePayment, withKey, withPayment } from '../ledger/ledger.ts';
import type { Decision, KeySpace, Ledger } from '../ledger/ledger.ts';
import { newAttempt } from './open-attempt.ts';
import type { AttemptRequest, OpenResult } from './open-attempt.ts';
import { isCreated, isLeased } from '../ledger/payment.ts';
import type { CreatingPayment, Payment, PaymentPurpose } from '../ledger/payment.ts';

export type DuePurpose = Extract<PaymentPurpose, 'balance' | 'change' | 'penalty'>;

/** A further payment for a stay that is confirmed, or for what the terms of an ended one keep. */
export interface DueAttemptRequest extends Omit<AttemptRequest, 'amountMinorUnits' | 'idempotencyKey'> {
  readonly purpose: DuePurpose;
  readonly keySpace: Exclude<KeySpace, 'hold'>;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly obligation: Obligation;
  /** Null: all that is due. */
  readonly amountMinorUnits: bigint | null;
}

export type DueRefusal =
  | 'idempotency_key_conflict'
  | 'nothing_due'
  | 'validation_failed'
  | 'payment_already_initiated'
  | 'provider_not_configured'
  | 'limit_reached';

/** Opens a payment of what is due, unless one is live. Only the same request joins the payment that it opened. */
export function openDueAttempt(ledger: Ledger, request: DueAttemptRequest): Decision<OpenResult<DueRefusal>> {
  const replayed = findReplayed(ledger, request);
  if (replayed !== undefined) return replayed;
  const due = dueMinorUnits(ledger, request.obligation);
  if (due === 0n || isOutOfTime(ledger, request.purpose))
    return refused(ledger, refuse('nothing_due', 'Nothing is due for the booking.'));
  const amountMinorUnits = request.amountMinorUnits ?? due;
  if (amountMinorUnits > due)
    return refused(
      ledger,
      refuse('validation_failed', 'The amount exceeds the amount due.', {
        errors: [{ pointer: '/amountMinorUnits', message: `at most ${due} is due` }],
      }),
    );
  if (livePayment(ledger) !== undefined)
    return refused(
      ledger,
      refuse('payment_already_initiated', 'Another payment is open for the reservation.'),
    );
  const limit = paymentLimit(ledger);
  if (limit !== undefined) return refused(ledger, { refusal: limit });
  const { accountId } = request;
  if (accountId === null)
    return refused(ledger, refuse('provider_not_configured', 'The tenant has no payment account.'));
  return callProvider(
    ledger,
    newAttempt(ledger, { ...request, amountMinorUnits, accountId }),
    request,
    false,
  );
}

function findReplayed(
  ledger: Ledger,
  request: DueAttemptRequest,
): Decision<OpenResult<DueRefusal>> | undefined {
  const { keyReservationId, keySpace, idempotencyKey } = request;
  const conflict = () =>
    refused(ledger, refuse('idempotency_key_conflict', 'The idempotency key was used for another request.'));
  if (keyReservationId !== null && keyReservationId !== ledger.reservationId) return conflict();
  const bound = findKey(ledger, keySpace, idempotencyKey);
  const payment = bound && findPayment(ledger, bound.paymentId);
  if (bound === undefined || payment === undefined || payment.state === 'refused') return undefined;
  if (bound.fingerprint !== request.fingerprint) return conflict();
  return join(ledger, payment, request);
}

function join(
  ledger: Ledger,
  payment: Exclude<Payment, { readonly state: 'refused' }>,
  request: DueAttemptRequest,
): Decision<OpenResult<DueRefusal>> {
  if (isCreated(payment)) return { ledger, result: { kind: 'existing', payment, outcome: 'replayed' } };
  if (isLeased(payment.lease, request.now)) return { ledger, result: { kind: 'wait' } };
  return callProvider(ledger, { ...payment, lease: request.lease }, request, true);
}

/** A balance cannot be paid once the stay has ended; a penalty is due from then on. */
function isOutOfTime(ledger: Ledger, purpose: DuePurpose): boolean {
  return (purpose === 'penalty') !== hasStayEnded(ledger);
}

function callProvider(
  ledger: Ledger,
  payment: CreatingPayment,
  { keySpace: space, idempotencyKey: key, fingerprint }: DueAttemptRequest,
  resumed: boolean,
): Decision<OpenResult<DueRefusal>> {
  return {
    ledger: withKey(withPayment(ledger, payment), { space, key, fingerprint }, payment),
    result: { kind: 'call-provider', payment, resumed },
  };
}

function refused(
  ledger: Ledger,
  { refusal }: { readonly refusal: Refusal<DueRefusal> },
): Decision<OpenResult<DueRefusal>> {
  return { ledger, result: { kind: 'refused', refusal } };
}
