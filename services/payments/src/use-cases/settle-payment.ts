import { tellingPayment } from '../domain/ledger.ts';
import { publicState } from '../domain/payment.ts';
import type { Payment, PlacedState } from '../domain/payment.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import type { Ledgers } from './ports.ts';

export interface SettledPayment {
  readonly state: PlacedState | 'none';
  readonly amountMinorUnits: bigint | null;
  readonly currency: string | null;
}

export interface SettlePaymentPorts {
  readonly ledgers: Ledgers;
  readonly hear: HearFromProvider;
}

/** Throws ProviderUnavailable rather than call a payment open that may have succeeded. */
export function settlePayment({ ledgers, hear }: SettlePaymentPorts) {
  return async (tenantId: string, reservationId: string): Promise<SettledPayment> => {
    const known = tellingPayment(await ledgers.read(tenantId, reservationId));
    if (known === undefined) return { state: 'none', amountMinorUnits: null, currency: null };
    return tell(await hear.payment(tenantId, reservationId, known));
  };
}

function tell(payment: Payment): SettledPayment {
  const { amountMinorUnits, currency } = payment;
  return { state: publicState(payment), amountMinorUnits, currency };
}
