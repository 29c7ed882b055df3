import { systemContext } from '@lodging/kit-runtime';
// The table of events that reservations acts on.
import { paymentSucceeded, refundCreated, refundFailed } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { startConsumer } from '@lodging/kit-messaging';
import type { Bus, ReceivedEvent } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import type { Logger } from '@lodging/kit-runtime';
import type { z } from 'zod';
import { applyPayment } from '../use-cases/apply-payment.ts';
import type { ApplyPaymentDeps } from '../use-cases/apply-payment.ts';
import { recordRefund } from '../use-cases/record-refund.ts';
import type { RecordRefundDeps } from '../use-cases/record-refund.ts';
import type { RefundNews } from '../use-cases/report-ports.ts';

/** Less than the broker waits before it delivers an event again. */
const CALL_MS = 20_000;

type RefundEvent = ReceivedEvent<z.output<typeof refundCreated.data>>;

export function listen(
  deps: ApplyPaymentDeps & RecordRefundDeps,
  post: { readonly db: Database; readonly bus: Bus; readonly log: Logger; readonly signal: AbortSignal },
): Promise<{ stop(): Promise<void> }> {
  const { name, filter } = streamOf('payments');
  return startConsumer({
    ...post,
    stream: name,
    durable: 'reservations',
    filter,
    schema: {
      [paymentSucceeded.type]: paymentSucceeded.data,
      [refundCreated.type]: refundCreated.data,
      [refundFailed.type]: refundFailed.data,
    },
    handlers: {
      [paymentSucceeded.type]: ({ tenantId, livemode, data }, seen) =>
        applyPayment(deps, systemContext(tenantId, livemode, { timeoutMs: CALL_MS }), data.payment, seen),
      [refundCreated.type]: (event, seen) => recordRefund(deps, event.tenantId, newsOf(event), seen),
      [refundFailed.type]: (event, seen) => recordRefund(deps, event.tenantId, newsOf(event), seen),
    },
  });
}

function newsOf({ occurredAt, aggregateVersion, data }: RefundEvent): RefundNews {
  const { id, reservationId, amountMinorUnits, currency, state } = data.refund;
  const amount = { minorUnits: BigInt(amountMinorUnits), currency };
  const at = Temporal.Instant.from(occurredAt);
  return { id, reservationId, amount, state, version: aggregateVersion, at };
}
