import { withTimeout } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { isOwed, isUnsent } from '../../domain/ledger/refund.ts';
import type { Refund } from '../../domain/ledger/refund.ts';
import { resumeRefund } from '../../domain/refunds/reserve-refund.ts';
import { returnWhatIsOwed } from '../../domain/cancellation/return-money.ts';
import { settleLedger, stateSettlement } from '../../domain/cancellation/settle-ledger.ts';
import type { NewSettlement, SettlementStatement } from '../../domain/cancellation/settle-ledger.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable, ResponseTimeout } from '../../ports/provider.ts';
import { endAttempts } from '../attempts/end-attempts.ts';
import { newRefundLease, sendRefund } from '../refunds/send-refund.ts';
import type { SendRefundDeps } from '../refunds/send-refund.ts';

export type SettleReservationDeps = Pick<
  PaymentsDeps,
  | 'clock'
  | 'provider'
  | 'ledgers'
  | 'vault'
  | 'alerts'
  | 'automaticRefunds'
  | 'automaticRefundsAlert'
  | 'newId'
>;

export interface SettleReservation extends Omit<NewSettlement, 'id'> {
  readonly reservationId: string;
  readonly settlementId: string;
}

/** Callers wait for us, not for the provider: what it has not answered by then is `pending`. */
const TIMEOUT_MS = 4_500;

/**
 * Ends what is open and returns what is here above the amount to keep. Once it has answered, the settlement is the rule
 * for the ledger, and the timers send what is not sent.
 */
export async function settleReservation(
  deps: SettleReservationDeps,
  ctx: RequestContext,
  { reservationId, settlementId: id, ...terms }: SettleReservation,
): Promise<SettlementStatement> {
  const { ledgers, clock, newId } = deps;
  const settled = await ledgers.change(ctx.tenantId, reservationId, (ledger) =>
    settleLedger(ledger, { id, ...terms }, { now: clock.now(), newId }),
  );
  if (settled.kind === 'settled-otherwise')
    throw new Error(`reservation ${reservationId} is settled already, by ${settled.settlement.id}`);
  await moveMoney(deps, ctx, reservationId);
  const ledger = await ledgers.read(ctx.tenantId, reservationId);
  if (ledger.settlement === null) throw new Error(`settlement ${id} was not kept`);
  return stateSettlement(ledger, ledger.settlement);
}

async function moveMoney(
  deps: SettleReservationDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<void> {
  const moving = Promise.all([endOpen(deps, ctx, reservationId), sendReturns(deps, ctx, reservationId)])
    // A payment that was ended may turn out to have been paid.
    .then(() => sendReturns(deps, ctx, reservationId));
  await waitForReturns(deps, ctx, reservationId, moving);
}

/** Waits for the provider for a while. The calls continue after it and record their own outcomes. */
export async function waitForReturns(
  { alerts }: Pick<PaymentsDeps, 'alerts'>,
  { tenantId }: RequestContext,
  reservationId: string,
  moving: Promise<void>,
): Promise<void> {
  try {
    await withTimeout(moving, TIMEOUT_MS, () => new ResponseTimeout());
  } catch (error) {
    if (!(error instanceof ResponseTimeout)) throw error;
    const ledger = { tenantId, reservationId, paymentId: '' };
    moving.catch((failure: unknown) => alerts.reconcileFailed(ledger, failure));
  }
}

/** The reconciler ends a payment that cannot be ended now. If it succeeds until then, the settlement returns it. */
async function endOpen(
  deps: SettleReservationDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<void> {
  const ended = { reservationId, what: 'hold', endedAt: deps.clock.now() } as const;
  await endAttempts(deps, ctx, ended).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
  });
}

/** Sends the refunds of the settlement that the provider does not have. Others that send one at the moment keep it. */
export async function sendReturns(
  deps: SendRefundDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<void> {
  const { refunds } = await deps.ledgers.read(ctx.tenantId, reservationId);
  const unsent = refunds.filter((refund) => isOwed(refund.reason) && isUnsent(refund));
  await Promise.all(unsent.map((refund) => sendReturn(deps, ctx, reservationId, refund)));
}

async function sendReturn(
  deps: SendRefundDeps,
  ctx: RequestContext,
  reservationId: string,
  { id }: Refund,
): Promise<void> {
  const { now, lease } = newRefundLease(deps);
  const resumed = await deps.ledgers.change(ctx.tenantId, reservationId, (ledger) =>
    resumeRefund(ledger, id, lease, now),
  );
  if (resumed.kind === 'call-provider') await sendRefund(deps, ctx, { ...resumed, reservationId });
}

/** Retries returns that the provider refused. */
export async function retryReturns(
  deps: SendRefundDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<void> {
  const { ledgers, clock, newId } = deps;
  await ledgers.change(ctx.tenantId, reservationId, (ledger) => ({
    ledger: returnWhatIsOwed(ledger, ledger, { now: clock.now(), newId, retries: true }),
    result: undefined,
  }));
  await sendReturns(deps, ctx, reservationId);
}
