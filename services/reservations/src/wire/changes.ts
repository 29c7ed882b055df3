import type {
  ChangeQuoteWire,
  ChangedBookingWire,
  changeStay,
  listChanges,
  quoteChange,
  StayChangeWire,
} from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import type { RowPage } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import type { QuotedAmounts } from '../domain/changes/change-money.ts';
import type { ChangeState, Proposal, StayChange } from '../domain/changes/stay-change.ts';
import type { StayOfChange } from '../domain/stay/stay-of-change.ts';
import type { ListedChange } from '../ports/changes.ts';
import type { AnsweredQuote, QuoteChange } from '../use-cases/changes/quote-change.ts';
import type { ChangedStay, ChangeStay } from '../use-cases/changes/change-once.ts';
import { bookingWithTermsToWire } from './bookings.ts';
import { quotedCancellationToWire } from './cancellation.ts';
import { fingerprint } from './fingerprint.ts';
import { billToWire, stayOfChangeToWire } from './stay.ts';

export function quoteChangeFromWire(request: RequestOf<typeof quoteChange>): QuoteChange {
  const { from, to, currency, reprice, penalty, ...rest } = request;
  return {
    ...rest,
    from: from === undefined ? undefined : Temporal.Instant.from(from),
    to: to === undefined ? undefined : Temporal.Instant.from(to),
    displayCurrency: currency,
    repricesAll: reprice === 'all',
    waivesPenalty: penalty !== undefined,
  };
}

export function changeStayFromWire(request: RequestOf<typeof changeStay>): ChangeStay {
  const { reservationId, idempotencyKey, changeToken, settle, ifMatch, relocates, repeats } = request;
  const body = { reservationId, changeToken, settle };
  return {
    ...body,
    idempotencyKey,
    fingerprint: fingerprint('change-stay', body),
    ifMatch,
    action: relocates === true ? 'relocated' : 'changed',
    repeats,
  };
}

export function changeQuoteToWire({
  quote,
  token,
  amounts,
  moved,
  display,
  showsDisplay,
  cancellation,
}: AnsweredQuote): ChangeQuoteWire {
  const { bill, schedule } = quote.terms;
  const shown = showsDisplay ? { displayTotal: display.displayTotal, fx: display.fx } : {};
  return {
    bookingId: quote.reservationId,
    version: quote.version,
    expiresAt: instantText(quote.expiresAt),
    changeToken: token,
    current: stayOfChangeToWire(quote.previous),
    proposed: {
      ...stayOfChangeToWire(proposedStay(quote)),
      priceBreakdown: display.priceBreakdown,
      bill: billToWire(bill),
      cancellation: cancellation && quotedCancellationToWire(cancellation),
      schedule: [...schedule],
      ...shown,
    },
    changes: [...quote.changes],
    removedMinorUnits: amounts.removed.toString(),
    retainedMinorUnits: amounts.retained.toString(),
    difference: differenceOf(quote, amounts),
    refundMinorUnits: moved.refund.toString(),
    dueMinorUnits: moved.due.toString(),
  };
}

function differenceOf(
  { total, previous }: Proposal,
  { retained }: QuotedAmounts,
): ChangeQuoteWire['difference'] {
  const difference = total.minorUnits + retained - previous.totalMinorUnits;
  if (difference === 0n) return { kind: 'none', amountMinorUnits: '0' };
  return difference > 0n
    ? { kind: 'charge', amountMinorUnits: difference.toString() }
    : { kind: 'refund', amountMinorUnits: (-difference).toString() };
}

function proposedStay({ stay, occupancy, total }: Proposal): StayOfChange {
  return {
    ...stay.window,
    resourceId: stay.resourceId,
    ratePlanId: stay.ratePlanId,
    partySize: (occupancy.adults ?? 0) + occupancy.children,
    quantity: stay.quantity,
    totalMinorUnits: total.minorUnits,
  };
}

/** One that is being applied is shown as it was before. */
const SHOWN: Readonly<Record<ChangeState, StayChangeWire['state']>> = {
  applying: 'awaiting_payment',
  awaiting_payment: 'awaiting_payment',
  applied: 'applied',
  expired: 'expired',
  cancelled: 'cancelled',
  refused: 'refused',
};

export function stayChangeToWire(change: StayChange): StayChangeWire {
  const { proposal, state } = change;
  return {
    id: change.id,
    bookingId: change.reservationId,
    state: SHOWN[state],
    settle: change.settle,
    createdAt: instantText(change.createdAt),
    expiresAt: state === 'awaiting_payment' ? instantTextOrNull(change.expiresAt) : null,
    changes: [...proposal.changes],
    previous: stayOfChangeToWire(proposal.previous),
    proposed: stayOfChangeToWire(proposedStay(proposal)),
    removedMinorUnits: proposal.removed.toString(),
    retainedMinorUnits: proposal.retained.toString(),
    refundMinorUnits: change.refund.toString(),
    dueMinorUnits: change.due.toString(),
  };
}

export function changedStayToWire({ booking, change, payment, refunds }: ChangedStay): ChangedBookingWire {
  return {
    booking: bookingWithTermsToWire(booking),
    change: stayChangeToWire(change),
    payment,
    refunds: [...refunds],
  };
}

export function changePageToWire(page: RowPage<ListedChange>): ResponseOf<typeof listChanges> {
  const { items, last } = endPage(page, ({ change }) => stayChangeToWire(change));
  return { changes: items, nextAfter: last?.position ?? null };
}
