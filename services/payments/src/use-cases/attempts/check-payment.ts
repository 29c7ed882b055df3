import { waitForTwin } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { currentPayment } from '../../domain/ledger/ledger.ts';
import { hasIntent, isLive, isOpen, publicState } from '../../domain/ledger/payment.ts';
import type { LivePayment, Payment, PaymentState } from '../../domain/ledger/payment.ts';
import type { PaymentsDeps } from '../../ports/deps.ts';
import { ProviderUnavailable } from '../../ports/provider.ts';
import { refreshPayment } from '../provider/refresh-from-provider.ts';

export type CheckPaymentDeps = Pick<
  PaymentsDeps,
  'inFlight' | 'providerReads' | 'provider' | 'ledgers' | 'vault'
>;

export interface CheckPayment {
  readonly reservationId: string;
}

export interface CheckedPayment {
  readonly state: PaymentState | 'none';
  readonly amountMinorUnits: bigint | null;
  readonly currency: string | null;
}

/**
 * The state of a reservation's money. While no success is known, nor on its way through this process, the payment is read
 * from the provider first, at most once in two seconds by all processes; throws ProviderUnavailable rather than report a
 * payment as open that may have succeeded.
 */
export async function checkPayment(
  deps: CheckPaymentDeps,
  ctx: RequestContext,
  { reservationId }: CheckPayment,
): Promise<CheckedPayment> {
  const known = await readCurrent(deps, ctx, reservationId);
  if (known === undefined) return { state: 'none', amountMinorUnits: null, currency: null };
  const payment = isLive(known) ? await readSparingly(deps, ctx, reservationId, known) : known;
  const { amountMinorUnits, currency } = payment;
  return { state: publicState(payment), amountMinorUnits, currency };
}

async function readCurrent(
  { ledgers, inFlight }: CheckPaymentDeps,
  { tenantId }: RequestContext,
  reservationId: string,
): Promise<Payment | undefined> {
  const read = async () => currentPayment(await ledgers.read(tenantId, reservationId));
  const known = await read();
  const isOpenIntent = known !== undefined && isOpen(known) && hasIntent(known);
  return isOpenIntent && (await inFlight.waitFor(known.intentId)) ? read() : known;
}

async function readSparingly(
  deps: CheckPaymentDeps,
  ctx: RequestContext,
  reservationId: string,
  payment: LivePayment,
): Promise<Payment> {
  const { providerReads, ledgers } = deps;
  const read = () => readWithLease(deps, ctx, reservationId, payment);
  const answer = await providerReads.share(payment.id, read);
  return answer ?? currentPayment(await ledgers.read(ctx.tenantId, reservationId)) ?? payment;
}

/** Another process that reads the payment records an answer, or loses its lease after two seconds. */
const LEASE_RETRY = { everyMs: 250, attempts: 24 };

async function readWithLease(
  deps: CheckPaymentDeps,
  ctx: RequestContext,
  reservationId: string,
  payment: LivePayment,
): Promise<Payment> {
  const { ledgers } = deps;
  const read = await waitForTwin(async () => {
    if (await ledgers.leaseProviderRead(ctx.tenantId, payment.id))
      return refreshPayment(deps, ctx, { reservationId, payment });
    const current = currentPayment(await ledgers.read(ctx.tenantId, reservationId));
    return current === undefined || isLive(current) ? 'wait' : current;
  }, LEASE_RETRY);
  if (read !== 'wait') return read;
  throw new ProviderUnavailable('other processes read the payment from the provider all the time');
}
