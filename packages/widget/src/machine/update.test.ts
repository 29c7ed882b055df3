import { describe, expect, it } from 'vitest';
import type { Hold, Problem, Quote, SearchPage, SearchResult } from '../api/records.ts';
import type { Event, Step } from './events.ts';
import { emptyModel, noDetails } from './model.ts';
import type { Choice, Model, Task } from './model.ts';
import { update } from './update.ts';

const NOW = Date.parse('2027-05-03T09:00:00Z');
const END = '2027-05-03T09:15:00.000Z';

const choice: Choice = {
  resourceId: 'room',
  resourceName: 'Loft',
  timezone: 'Europe/Berlin',
  ratePlanId: 'flex',
  planName: 'Flexible',
  from: '2027-06-10T13:00:00Z',
  to: '2027-06-12T09:00:00Z',
  nights: 2,
};

const stay = {
  resourceId: choice.resourceId,
  ratePlanId: choice.ratePlanId,
  from: choice.from,
  to: choice.to,
};
const unadjusted = { kind: 'none', amountMinorUnits: '0', multiplierBps: 10_000 } as const;

const quote: Quote = {
  ...stay,
  quoteId: 'quote',
  partySize: 2,
  quantity: 1,
  expiresAt: END,
  signedQuoteToken: 'token',
  displayTotal: { amountMinorUnits: '20000', currency: 'EUR' },
  fx: { effectiveAt: END, fromCurrency: 'EUR', toCurrency: 'EUR', rateBps: '10000', source: 'identity' },
  priceBreakdown: {
    currency: 'EUR',
    nights: [],
    subtotalMinorUnits: '20000',
    leadTimeAdjustment: unadjusted,
    lengthOfStayAdjustment: unadjusted,
    roomTotalMinorUnits: '20000',
    discountMinorUnits: '0',
    accommodationMinorUnits: '20000',
    lines: [],
    includedTaxMinorUnits: '0',
    addedTaxMinorUnits: '0',
    feesMinorUnits: '0',
    extrasMinorUnits: '0',
    dueAtPropertyMinorUnits: '0',
    totalMinorUnits: '20000',
  },
  cancellation: null,
  schedule: [],
};

const hold: Hold = {
  id: 'stay',
  resourceId: choice.resourceId,
  ratePlanId: choice.ratePlanId,
  state: 'held',
  startsAt: choice.from,
  endsAt: choice.to,
  createdAt: '2027-05-03T09:00:00Z',
  version: 1,
  totalMinorUnits: '20000',
  currency: 'EUR',
  reference: 'A7P7K3Q9',
  holdExpiresAt: END,
};

const result: SearchResult = {
  resource: {
    id: 'room',
    kind: 'apartment',
    name: 'Loft',
    slug: 'loft',
    capacity: 4,
    currency: 'EUR',
    features: [],
    timezone: 'Europe/Berlin',
    photoUrls: [],
    roomType: null,
  },
  from: choice.from,
  to: choice.to,
  nights: 2,
  available: true,
  unitsLeft: 1,
  bookable: true,
  reasons: [],
  cheapest: null,
  offers: [],
  problems: [],
  alternatives: [],
};
const page = (results: readonly SearchResult[], nextCursor: string | null = null): SearchPage => ({
  asOf: '2027-05-03T09:00:30Z',
  evaluated: results.length,
  results: [...results],
  nextCursor,
});

function problem(code: string, more: Partial<Problem> = {}): Problem {
  const none = { reasons: [], alternatives: [], missingDates: [], requestId: null, retryAfterSeconds: null };
  return { code, status: 409, ...none, ...more };
}

function after(model: Model, ...events: readonly Event[]): Step {
  return events.reduce<Step>((step, event) => update(step.model, event), { model, task: null });
}

const found = (results: readonly SearchResult[]): Event => ({
  kind: 'found',
  page: page(results),
  known: {},
  nowMs: NOW,
});
const refused = (task: Task, code: string): Event => ({
  kind: 'refused',
  task,
  problem: problem(code),
  known: {},
});
const confirm = (attempt: number): Task => ({ kind: 'confirm', attempt, delaySeconds: 0 });

const priced = after(emptyModel(null), { kind: 'choose', choice }, { kind: 'quoted', quote }).model;
const held = after(priced, { kind: 'hold', key: 'key' }, { kind: 'held', hold }).model;
const verified = after(
  held,
  { kind: 'email', email: 'ada@example.com', guest: { ...noDetails, name: 'Ada' } },
  { kind: 'code_sent' },
  { kind: 'code', code: '042137' },
  { kind: 'verified', token: 'guest', needsConsent: false },
).model;
const atPayment = after(verified, { kind: 'pay' }, { kind: 'leaving' }).model;

describe('a stay', () => {
  it('goes from search to price, hold, e-mail, code, payment and confirmation', () => {
    expect([priced, held, verified].map(({ stage }) => stage)).toEqual(['price', 'email', 'payment']);
    expect(after(verified, { kind: 'pay' }).task).toEqual({ kind: 'checkout' });
    const back = update(atPayment, { kind: 'resumed', stored: atPayment, from: 'paid' });
    expect(back.task).toEqual(confirm(1));
    const done = update(back.model, { kind: 'confirmed', hold: { ...hold, state: 'confirmed' } });
    expect(done).toMatchObject({ model: { stage: 'confirmed' }, task: null });
  });

  it('keeps no address and no credential of the guest once it is confirmed', () => {
    const { model } = update(atPayment, { kind: 'confirmed', hold: { ...hold, state: 'confirmed' } });
    expect(model).toMatchObject({ email: '', guestToken: null });
  });

  it('that costs nothing is confirmed without a payment', () => {
    const free = { ...verified, hold: { ...hold, totalMinorUnits: '0' } };
    expect(
      after({ ...free, stage: 'code' }, { kind: 'verified', token: 'guest', needsConsent: false }).task,
    ).toEqual(confirm(0));
    expect(
      after({ ...free, stage: 'code' }, { kind: 'verified', token: 'guest', needsConsent: true }),
    ).toMatchObject({ model: { stage: 'payment' }, task: null });
    expect(update(free, { kind: 'pay' }).task).toEqual(confirm(0));
  });

  it('knows how far the clock of the guest is behind', () => {
    const { model } = after(emptyModel(null), { kind: 'search' }, found([result]));
    expect(model.clockOffsetMs).toBe(30_000);
  });
});

describe('a search', () => {
  it('that finds nothing is made once more for the reasons and alternatives, and then ends', () => {
    const nothing = after(emptyModel(null), { kind: 'search' }, found([]));
    expect(nothing.task).toEqual({ kind: 'search', bookableOnly: false, cursor: null });
    const explained = update(nothing.model, found([{ ...result, bookable: false, reasons: ['reserved'] }]));
    expect(explained.task).toBeNull();
    expect(explained.model.found).toMatchObject({ bookable: false, results: [{ reasons: ['reserved'] }] });
    expect(update(nothing.model, found([])).task).toBeNull();
  });

  it('of one resource asks for its reasons at once', () => {
    expect(update(emptyModel('room'), { kind: 'search' }).task).toMatchObject({ bookableOnly: false });
  });

  it('adds the next page to the one before', () => {
    const first = after(
      emptyModel(null),
      { kind: 'search' },
      {
        kind: 'found',
        page: page([result], 'next'),
        known: {},
        nowMs: NOW,
      },
    ).model;
    const more = update(first, { kind: 'more' });
    expect(more.task).toEqual({ kind: 'search', bookableOnly: true, cursor: 'next' });
    expect(update(more.model, found([result])).model.found).toMatchObject({
      results: [result, result],
      nextCursor: null,
    });
  });
});

describe('a refusal', () => {
  it('of a price leaves the results, with reasons and alternatives', () => {
    const searched = after(emptyModel(null), { kind: 'search' }, found([result]), { kind: 'choose', choice });
    const { model, task } = update(searched.model, refused({ kind: 'quote' }, 'unavailable'));
    expect(model).toMatchObject({ stage: 'search', found: { results: [result] }, notice: { retry: null } });
    expect(task).toBeNull();
  });

  it.for(['quote_expired', 'invalid_quote_token', 'hold_conflict'])(
    'of a hold for %s lets the guest request the price once more, under a new key',
    (code) => {
      const { model } = after(priced, { kind: 'hold', key: 'key' }, refused({ kind: 'hold' }, code));
      expect(model).toMatchObject({ stage: 'price', holdKey: null, notice: { retry: { kind: 'quote' } } });
    },
  );

  it.for(['connection_failed', 'deadline_exceeded', 'service_unavailable', 'resource_locked'])(
    'of a hold for %s is repeated with the same key',
    (code) => {
      const { model } = after(priced, { kind: 'hold', key: 'key' }, refused({ kind: 'hold' }, code));
      const retried = after(model, { kind: 'retry' });
      expect(retried.task).toEqual({ kind: 'hold' });
      expect(retried.model.holdKey).toBe('key');
    },
  );

  it('of a code leaves the guest at the code', () => {
    const { model } = update(
      { ...held, stage: 'code' },
      refused({ kind: 'verify_code', code: '1' }, 'bad_code'),
    );
    expect(model).toMatchObject({ stage: 'code', notice: { problem: { code: 'bad_code' }, retry: null } });
  });

  it('of the guest’s token requests the e-mail once more', () => {
    const { model } = update(atPayment, refused(confirm(1), 'invalid_guest_token'));
    expect(model).toMatchObject({ stage: 'email', guestToken: null });
  });

  it('for a changed price points it out', () => {
    const dearer = { ...quote, priceBreakdown: { ...quote.priceBreakdown, totalMinorUnits: '21000' } };
    expect(after(priced, { kind: 'requote' }, { kind: 'quoted', quote: dearer }).model.information).toBe(
      'price_changed',
    );
  });
});

describe('a payment', () => {
  it('that is not known yet is read with growing delays, then by the guest', () => {
    let step = update(atPayment, { kind: 'resumed', stored: atPayment, from: 'paid' });
    const delays: number[] = [];
    while (step.task?.kind === 'confirm') {
      delays.push(step.task.delaySeconds);
      step = update(step.model, refused(step.task, 'payment_required'));
    }
    expect(delays).toEqual([0, 2, 4, 8, 15, 30]);
    expect(step.model.notice?.retry).toEqual(confirm(1));
  });

  it('that was turned back from leaves the hold, and says so', () => {
    const { model, task } = update(atPayment, { kind: 'resumed', stored: atPayment, from: 'cancelled' });
    expect(model).toMatchObject({ stage: 'payment', information: 'payment_cancelled', busy: null });
    expect(task).toBeNull();
  });

  it('that was made already is followed by the confirmation', () => {
    expect(update(verified, refused({ kind: 'checkout' }, 'already_paid')).task).toEqual(confirm(1));
  });
});

describe('the end of a hold', () => {
  const end = (model: Model, offsetMs: number): Step =>
    update({ ...model, clockOffsetMs: 30_000 }, { kind: 'time', nowMs: Date.parse(END) - 30_000 + offsetMs });

  it('comes by the server’s clock', () => {
    expect(end(held, -1).model.stage).toBe('email');
    expect(end(held, 0).model.stage).toBe('over');
  });

  it('asks for the confirmation first where the guest may have paid', () => {
    expect(end(atPayment, 0).task).toBeNull();
    expect(end({ ...atPayment, busy: null }, 0).task).toEqual(confirm(1));
  });

  it('is looked up before it is said, where another tab may have paid', () => {
    for (const model of [verified, { ...held, stage: 'code' as const }, { ...held, isPaymentOpen: true }]) {
      const checking = end(model, 0);
      expect(checking).toMatchObject({ task: { kind: 'check' }, model: { stage: model.stage } });
      const paid = update(checking.model, { kind: 'checked', hold: { ...hold, state: 'confirmed' } });
      expect(paid.model.stage).toBe('confirmed');
    }
  });

  it('is requested once more only after a while, as long as the server still holds the stay', () => {
    const { model } = after(end(verified, 0).model, { kind: 'checked', hold });
    expect([1_000, 9_000, 10_000].map((ms) => end(model, ms).task)).toEqual([null, null, { kind: 'check' }]);
  });

  it('lets a refusal stand for as long as the server requests', () => {
    const checking = end({ ...atPayment, busy: null }, 0);
    const busy = { ...problem('rate_limited'), status: 429, retryAfterSeconds: 60 };
    const refusal = update(checking.model, { kind: 'refused', task: confirm(1), problem: busy, known: {} });
    const seen = end(refusal.model, 5_000);
    expect(seen).toMatchObject({ task: null, model: { notice: { problem: busy } } });
    expect(end(seen.model, 64_000)).toEqual({ task: null, model: seen.model });
    expect(end(seen.model, 65_000).task).toEqual(confirm(1));
  });

  it.for(['service_unavailable', 'tenant_suspended'])('lets %s stand for a while', (code) => {
    const checking = end({ ...atPayment, busy: null }, 0);
    const seen = end(update(checking.model, refused(confirm(1), code)).model, 1_000);
    expect(end(seen.model, 10_000)).toEqual({ task: null, model: seen.model });
  });

  it('that another tab has said is looked up when the guest is back from paying', () => {
    const over = end(held, 0).model;
    const back = update(emptyModel(null), { kind: 'resumed', stored: over, from: 'paid' });
    expect(back.task).toEqual({ kind: 'check' });
  });

  it('is looked up where the API says that nothing is held: the stay may be confirmed', () => {
    const checking = update(verified, refused({ kind: 'checkout' }, 'reservation_not_holdable'));
    expect(checking.task).toEqual({ kind: 'check' });
    const checked = (state: Hold['state']) =>
      update(checking.model, { kind: 'checked', hold: { ...hold, state } }).model.stage;
    expect((['confirmed', 'held', 'expired', 'cancelled'] as const).map(checked)).toEqual([
      'confirmed',
      'payment',
      'over',
      'over',
    ]);
  });

  it('keeps no address and no credential of the guest', () => {
    const { model } = update(end(verified, 0).model, {
      kind: 'checked',
      hold: { ...hold, state: 'expired' },
    });
    expect(model).toMatchObject({ stage: 'over', email: '', guestToken: null });
  });

  it('keeps what a new request for the same stay needs', () => {
    const requoted = update(end(held, 0).model, { kind: 'requote' });
    expect(requoted.task).toEqual({ kind: 'quote' });
    expect(requoted.model).toMatchObject({ choice, hold: null, holdKey: null });
  });
});

describe('a reloaded page', () => {
  const reload = (stored: Model): Step =>
    update(emptyModel(null), { kind: 'resumed', stored, from: 'reload' });

  it('repeats a hold that has no answer yet with its key', () => {
    const checking = update(priced, { kind: 'hold', key: 'key' }).model;
    expect(reload(checking)).toMatchObject({ task: { kind: 'hold' }, model: { holdKey: 'key' } });
  });

  it('asks for a fresh price, and for the hold as it is now', () => {
    expect(reload(priced).task).toEqual({ kind: 'quote' });
    expect(reload(held).task).toEqual({ kind: 'check' });
    expect(update(reload(verified).model, { kind: 'checked', hold }).model.stage).toBe('payment');
  });
});

describe('a page without storage', () => {
  const back = (model: Model, from: 'reload' | 'paid' | 'cancelled'): Step =>
    update(model, { kind: 'resumed', stored: null, from });

  it('says after a payment that it is safe, until the guest asks for something else', () => {
    const { model, task } = back(emptyModel(null), 'paid');
    expect(model).toMatchObject({ stage: 'search', information: 'payment_safe' });
    expect(task).toBeNull();
    const changed = update(model, {
      kind: 'request',
      requestedStay: { ...model.requestedStay, adults: 3 },
    }).model;
    expect(changed).toMatchObject({ information: 'payment_safe', requestedStay: { adults: 3 } });
    expect(update(changed, { kind: 'search' }).model.information).toBeNull();
  });

  it('says nothing of a payment after a reload', () => {
    for (const from of ['reload', 'cancelled'] as const) {
      expect(back(emptyModel(null), from)).toEqual({ model: emptyModel(null), task: null });
    }
  });

  it('that the browser kept in memory goes on with the stay it shows, and can be used', () => {
    expect(atPayment.busy).toBe('checkout');
    const checking = back(atPayment, 'cancelled');
    expect(checking.task).toEqual(confirm(0));
    const { model } = update(checking.model, refused(confirm(0), 'payment_required'));
    expect(model).toMatchObject({ stage: 'payment', hold, busy: null });
    expect(update(model, { kind: 'pay' }).task).toEqual({ kind: 'checkout' });
  });
});

describe('two tabs', () => {
  const receive = (model: Model, stored: Model | null): Step => update(model, { kind: 'other_tab', stored });

  it('show the stay that one of them holds', () => {
    expect(receive(emptyModel(null), held).model).toMatchObject({
      stage: 'email',
      hold,
      information: 'other_tab',
    });
    expect(receive(held, verified).model).toMatchObject({ stage: 'payment', guestToken: 'guest' });
  });

  it('both show the confirmation', () => {
    const confirmed = update(atPayment, { kind: 'confirmed', hold: { ...hold, state: 'confirmed' } }).model;
    expect(receive(held, confirmed).model.stage).toBe('confirmed');
  });

  it('do not disturb each other while nothing is held', () => {
    expect(receive(emptyModel(null), priced)).toEqual({ model: emptyModel(null), task: null });
    expect(receive(priced, null).model).toBe(priced);
  });

  it('ignore a hold that has ended while they search for another stay', () => {
    const over = { ...held, stage: 'over' as const };
    expect(receive(emptyModel(null), over).model).toEqual(emptyModel(null));
    expect(receive(held, over).model.stage).toBe('over');
  });

  it('both know that the payment page is open, and leave the question to the one that opened it', () => {
    const received = receive(verified, atPayment);
    expect(received).toMatchObject({ model: { isPaymentOpen: true, busy: null }, task: null });
    expect(receive(received.model, atPayment).model).toBe(received.model);
  });

  it('both start over when the stay is abandoned in one', () => {
    expect(receive(held, null).model.stage).toBe('search');
  });
});
