import type { Hold, Quote, SearchPage } from '../api/records.ts';
import type { Reply, Step } from './events.ts';
import type { Known, Model } from './model.ts';
import { noDetails } from './model.ts';
import { holdEnded, rest, run } from './steps.ts';

export function afterReply(model: Model, reply: Exclude<Reply, { kind: 'refused' }>): Step {
  switch (reply.kind) {
    case 'found':
      return afterSearch(model, reply.page, reply.known, reply.nowMs);
    case 'quoted':
      return afterQuote(model, reply.quote);
    case 'held':
    case 'checked':
      return afterHold(model, reply.hold);
    case 'code_sent':
      return { model: { ...rest({ ...model, stage: 'code' }).model, information: 'code_sent' }, task: null };
    case 'verified':
      return afterVerified({ ...model, guestToken: reply.token }, reply.needsConsent);
    case 'leaving':
      // The page is left for the payment page, so the component stays busy.
      return { model: { ...model, isPaymentOpen: true }, task: null };
    case 'confirmed':
      return rest(confirmed(model, reply.hold));
  }
}

/** A price that was shown before and is another one now is pointed out. */
function afterQuote(model: Model, quote: Quote): Step {
  const before = model.quote?.priceBreakdown.totalMinorUnits;
  const { model: next } = rest({ ...model, stage: 'price', quote, holdKey: null });
  const hasChanged = before !== undefined && before !== quote.priceBreakdown.totalMinorUnits;
  return { model: hasChanged ? { ...next, information: 'price_changed' } : next, task: null };
}

function afterSearch(model: Model, page: SearchPage, known: Known, nowMs: number): Step {
  const bookable = page.results.some((result) => result.bookable);
  const shown = {
    ...model,
    known: { ...model.known, ...known },
    clockOffsetMs: Date.parse(page.asOf) - nowMs,
  };
  const before = model.found;
  if (before !== null) {
    const results = [...before.results, ...page.results];
    return rest({ ...shown, found: { ...before, results, nextCursor: page.nextCursor } });
  }
  // Nothing can be booked: the same search without the filter gives the reasons and alternatives.
  if (
    page.results.length === 0 &&
    page.nextCursor === null &&
    model.resourceId === null &&
    searchesBookableOnly(model)
  ) {
    return run(
      { ...shown, found: { results: [], nextCursor: null, bookable: false } },
      { kind: 'search', bookableOnly: false, cursor: null },
    );
  }
  return rest({ ...shown, found: { results: page.results, nextCursor: page.nextCursor, bookable } });
}

/** True until the resources that cannot be booked were searched, too. */
function searchesBookableOnly({ found }: Model): boolean {
  return found === null;
}

function afterHold(model: Model, hold: Hold): Step {
  if (hold.state === 'confirmed' || hold.state === 'checked_in') return rest(confirmed(model, hold));
  if (hold.state !== 'held') return { model: holdEnded({ ...model, hold }), task: null };
  const stage = model.stage === 'code' || model.stage === 'payment' ? model.stage : 'email';
  return rest({ ...model, hold, stage });
}

/** A stay that costs nothing is confirmed without a payment, at once where there is nothing to accept. */
function afterVerified(model: Model, needsConsent: boolean): Step {
  if (needsConsent || model.hold?.totalMinorUnits !== '0') return rest({ ...model, stage: 'payment' });
  return run({ ...model, stage: 'payment' }, { kind: 'confirm', attempt: 0, delaySeconds: 0 });
}

/** The guest's credentials are not needed any more. */
function confirmed(model: Model, hold: Hold): Model {
  return {
    ...model,
    stage: 'confirmed',
    hold,
    guestToken: null,
    email: '',
    guest: noDetails,
    isPaymentOpen: false,
  };
}
