// Owns finding out by ourselves what no notification told us: quiet attempts, and refunds that never came to an end.
import { paymentOf } from '../domain/ledger.ts';
import { isOpen, isPlaced } from '../domain/payment.ts';
import type { EndPayment } from './end-payment.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Alarm, Ledgers, PaymentPlace, Provider, Worklist } from './ports.ts';
import type { ReturnPayment } from './return-payment.ts';

export interface ReconcilePorts {
  readonly ledgers: Ledgers;
  readonly provider: Provider;
  readonly worklist: Worklist;
  readonly hear: HearFromProvider;
  readonly endPayment: EndPayment;
  readonly returnPayment: ReturnPayment;
  readonly alarm: Alarm;
  readonly quietSeconds: number;
  /** The process is asked to end: what is left waits for the next one. */
  readonly isStopping: () => boolean;
}

const BATCH = 100;
/** A provider that gave no answer this often in a row is left alone until the next run. */
const GIVE_UP_AFTER = 3;

export function reconcilePayments(ports: ReconcilePorts) {
  const { worklist, quietSeconds, endPayment, returnPayment } = ports;
  return async (): Promise<void> => {
    await workOff(
      ports,
      () => worklist.takeQuietPayments(quietSeconds, BATCH),
      (place) => (place.ended ? endPayment(place.tenantId, place.reservationId) : catchUp(ports, place)),
    );
    await workOff(
      ports,
      () => worklist.takeOpenRefunds(quietSeconds, BATCH),
      async (place) => {
        await catchUpRefunds(ports, place);
        if (place.reason !== null) await returnPayment(place.tenantId, place.reservationId, place.reason);
      },
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
  { ledgers, provider, hear }: ReconcilePorts,
  { tenantId, reservationId, paymentId }: PaymentPlace,
): Promise<void> {
  const payment = paymentOf(await ledgers.read(tenantId, reservationId), paymentId);
  if (payment === undefined) return;
  if (isOpen(payment)) await hear.intent(tenantId, reservationId, payment);
  if (payment.state !== 'creating') return;
  const found = await provider.findIntent(payment, paymentId, payment.createdAt);
  if (found !== undefined) await hear.store(tenantId, reservationId, paymentId, found);
}

async function catchUpRefunds(
  { ledgers, hear }: ReconcilePorts,
  { tenantId, reservationId, paymentId }: PaymentPlace,
): Promise<void> {
  const payment = paymentOf(await ledgers.read(tenantId, reservationId), paymentId);
  if (payment !== undefined && isPlaced(payment)) await hear.refunds(tenantId, reservationId, payment);
}
