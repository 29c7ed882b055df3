import { paymentOf } from '../domain/ledger.ts';
import { hasIntent } from '../domain/payment.ts';
import { isReturn } from '../domain/refund.ts';
import type { AskForRefund } from './ask-for-refund.ts';
import type { EndPayment } from './end-payment.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Alarm, Ledgers, OpenRefund, PaymentPlace, Worklist } from './ports.ts';
import type { ReturnPayment } from './return-payment.ts';

export interface ReconcilePorts {
  readonly ledgers: Ledgers;
  readonly worklist: Worklist;
  readonly hear: HearFromProvider;
  readonly endPayment: EndPayment;
  readonly returnPayment: ReturnPayment;
  readonly askForRefund: AskForRefund;
  readonly alarm: Alarm;
  readonly quietSeconds: number;
  /** The process is asked to end: what is left waits for the next one. */
  readonly isStopping: () => boolean;
}

const BATCH = 100;
/** A provider that gave no answer this often in a row is left alone until the next run. */
const GIVE_UP_AFTER = 3;

export function reconcilePayments(ports: ReconcilePorts) {
  const { worklist, quietSeconds, endPayment } = ports;
  return async (): Promise<void> => {
    await workOff(
      ports,
      () => worklist.takeQuietPayments(quietSeconds, BATCH),
      (place) => (place.ended ? endPayment(place.tenantId, place.reservationId) : catchUp(ports, place)),
    );
    await workOff(
      ports,
      () => worklist.takeOpenRefunds(quietSeconds, BATCH),
      (refund) => catchUpRefund(ports, refund),
    );
  };
}

/** What is taken is not given out again for a while, so this ends. */
async function workOff<Place extends PaymentPlace>(
  { alarm, isStopping }: ReconcilePorts,
  take: () => Promise<Place[]>,
  work: (place: Place) => Promise<unknown>,
): Promise<void> {
  let silences = 0;
  for (;;) {
    const places = await take();
    for (const place of places) {
      if (isStopping()) return;
      try {
        await work(place);
        silences = 0;
      } catch (error) {
        alarm.reconcileFailed(place, error);
        silences = error instanceof ProviderUnavailable ? silences + 1 : 0;
        if (silences >= GIVE_UP_AFTER) return;
      }
    }
    if (places.length < BATCH) return;
  }
}

async function catchUp(
  { ledgers, hear }: ReconcilePorts,
  { tenantId, reservationId, paymentId }: PaymentPlace,
): Promise<void> {
  const payment = paymentOf(await ledgers.read(tenantId, reservationId), paymentId);
  if (payment !== undefined) await hear.payment(tenantId, reservationId, payment);
}

/** What the provider knows comes first: only a refund that it never heard of is asked for again, under its own key. */
async function catchUpRefund(
  { ledgers, hear, returnPayment, askForRefund }: ReconcilePorts,
  { tenantId, reservationId, paymentId, refundId, reason }: OpenRefund,
): Promise<void> {
  const payment = paymentOf(await ledgers.read(tenantId, reservationId), paymentId);
  if (payment !== undefined && hasIntent(payment)) await hear.refunds(tenantId, reservationId, payment);
  if (isReturn(reason)) await returnPayment(tenantId, reservationId, reason);
  else await askForRefund.again(tenantId, reservationId, refundId);
}
