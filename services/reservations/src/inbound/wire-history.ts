import type { paymentOpened, paymentSucceeded, refundCreated } from '@lodging/contract-payments';
import type { listHistory } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ReceivedEvent } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { Author, ToldEvent } from '../domain/history.ts';
import { writePosition } from '../domain/history-position.ts';
import { providerAuthor, timerAuthor } from '../use-cases/author.ts';
import type { HistoryPage, ListHistory } from '../use-cases/list-history.ts';

export function fromListHistory({ reservationId, ...page }: RequestOf<typeof listHistory>): ListHistory {
  return { reservationId, page };
}

export function fromOpenedEvent({
  id,
  occurredAt,
  data,
}: ReceivedEvent<z.output<typeof paymentOpened.data>>): ToldEvent {
  return {
    reservationId: data.reservationId,
    eventId: id,
    at: Temporal.Instant.from(occurredAt),
    deed: { action: 'payment_opened', changes: [], note: null },
    author: requesterOf(data),
  };
}

export function fromPaymentEvent(
  { id, occurredAt, data }: ReceivedEvent<z.output<typeof paymentSucceeded.data>>,
  action: 'payment_succeeded' | 'payment_failed',
): ToldEvent {
  return {
    reservationId: data.payment.reservationId,
    eventId: id,
    at: Temporal.Instant.from(occurredAt),
    deed: { action, changes: [amountOf(data.payment)], note: null },
    author: providerAuthor(data.providerEventId ?? null),
  };
}

export function fromRefundEventToHistory(
  { id, occurredAt, data }: ReceivedEvent<z.output<typeof refundCreated.data>>,
  action: 'refunded' | 'refund_failed',
): ToldEvent {
  const { refund } = data;
  const isOfProvider = action === 'refund_failed' || refund.reason === 'provider';
  return {
    reservationId: refund.reservationId,
    eventId: id,
    at: Temporal.Instant.from(occurredAt),
    deed: { action, changes: [amountOf(refund)], note: refund.reason ?? null },
    author: isOfProvider ? providerAuthor(data.providerEventId ?? null) : requesterOf(data),
  };
}

type RefundData = z.output<typeof refundCreated.data>;

/** What nobody asked for, payments did by itself. */
function requesterOf({ requestedBy }: Pick<RefundData, 'requestedBy'>): Author {
  if (requestedBy === undefined) return timerAuthor('payments');
  const { requestId, ...actor } = requestedBy;
  return { actor, requestId, note: null };
}

function amountOf({ amountMinorUnits, currency }: { amountMinorUnits: string; currency: string }) {
  return { field: 'amountMinorUnits', before: null, after: `${amountMinorUnits} ${currency}` };
}

export function toHistoryPageWire({ entries, hasMore }: HistoryPage): ResponseOf<typeof listHistory> {
  const last = hasMore ? entries.at(-1) : undefined;
  return {
    entries: entries.map(({ at, actor, changes, ...entry }) => ({
      ...entry,
      at: instantText(at),
      // Names of keys are the gateway's.
      actor: { ...actor, label: null },
      changes: [...changes],
    })),
    nextAfter: last === undefined ? null : writePosition(last),
  };
}
