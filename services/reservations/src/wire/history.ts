import type { paymentOpened, paymentSucceeded, refundCreated } from '@lodging/contract-payments';
import type { listHistory } from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { RowPage } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { ReceivedEvent } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { Author, HistoryEntry, HistoryEvent } from '../domain/history/history.ts';
import { writePosition } from '../domain/history/history-position.ts';
import { guestBy, providerAuthor, timerAuthor } from '../domain/history/author.ts';
import type { ListHistory } from '../use-cases/history/list-history.ts';

export function listHistoryFromWire({ reservationId, ...page }: RequestOf<typeof listHistory>): ListHistory {
  return { reservationId, page };
}

export function openedEventFromWire({
  id,
  occurredAt,
  data,
}: ReceivedEvent<z.output<typeof paymentOpened.data>>): HistoryEvent {
  const author = requesterOf(data);
  return {
    reservationId: data.reservationId,
    eventId: id,
    at: Temporal.Instant.from(occurredAt),
    entry: { action: 'payment_opened', changes: [], note: author.note },
    author,
  };
}

export function paymentEventFromWire(
  { id, occurredAt, data }: ReceivedEvent<z.output<typeof paymentSucceeded.data>>,
  action: 'payment_succeeded' | 'payment_failed',
): HistoryEvent {
  return {
    reservationId: data.payment.reservationId,
    eventId: id,
    at: Temporal.Instant.from(occurredAt),
    entry: { action, changes: [amountOf(data.payment)], note: null },
    author: providerAuthor(data.providerEventId ?? null),
  };
}

export function refundHistoryFromWire(
  { id, occurredAt, data }: ReceivedEvent<z.output<typeof refundCreated.data>>,
  action: 'refunded' | 'refund_failed',
): HistoryEvent {
  const { refund } = data;
  const isOfProvider = action === 'refund_failed' || refund.reason === 'provider';
  return {
    reservationId: refund.reservationId,
    eventId: id,
    at: Temporal.Instant.from(occurredAt),
    entry: { action, changes: [amountOf(refund)], note: refund.reason ?? null },
    author: isOfProvider ? providerAuthor(data.providerEventId ?? null) : requesterOf(data),
  };
}

type RefundData = z.output<typeof refundCreated.data>;

/** A refund without a requester was made by payments itself. */
function requesterOf({ requestedBy }: Pick<RefundData, 'requestedBy'>): Author {
  if (requestedBy === undefined) return timerAuthor('payments');
  const { requestId, byGuest, ...actor } = requestedBy;
  return byGuest ? guestBy(actor, requestId) : { actor, requestId, note: null };
}

function amountOf({ amountMinorUnits, currency }: { amountMinorUnits: string; currency: string }) {
  return { field: 'amountMinorUnits', before: null, after: `${amountMinorUnits} ${currency}` };
}

export function historyEntryToWire({
  at,
  actor,
  changes,
  ...entry
}: HistoryEntry): ResponseOf<typeof listHistory>['entries'][number] {
  return {
    ...entry,
    at: instantText(at),
    // Names of keys are the gateway's.
    actor: { ...actor, label: null },
    changes: [...changes],
  };
}

export function historyPageToWire(page: RowPage<HistoryEntry>): ResponseOf<typeof listHistory> {
  const { items, last } = endPage(page, historyEntryToWire);
  return { entries: items, nextAfter: last === undefined ? null : writePosition(last) };
}
