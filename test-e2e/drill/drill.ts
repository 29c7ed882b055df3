import { lodgingJson } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import type { Lodging } from '../harness/lodging.ts';
import { hold } from '../harness/stay.ts';
import { losesChanges } from './changed-stays.ts';
import { losesPayments, losesReservations } from './one-schema.ts';
import { recover } from './part.ts';
import type { Finding, Part, Report, Result } from './part.ts';
import { createDrillContext } from './drill-context.ts';
import type { DrillContext } from './drill-context.ts';
import { dump, setBack } from './set-back.ts';
import type { Quote } from '../harness/records.ts';

export interface DrillOutcome {
  readonly steps: { readonly what: string; readonly seconds: number }[];
  readonly findings: Finding[];
}

/** What a stack of a drill is started with: the sweep of the provider's payments is not waited for. */
export const drillSettings = { REFUND_SWEEP_SECONDS: '1', HOLD_TTL_SECONDS: '600' };

/** Sets back the whole database, then single schemas of it, and says what came right by itself, by command, and by people alone. */
export async function drill(lodging: Lodging, say: (text: string) => void): Promise<DrillOutcome> {
  const outcome: DrillOutcome = { steps: [], findings: [] };
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const value = await work();
    const seconds = (performance.now() - from) / 1000;
    outcome.steps.push({ what, seconds });
    say(`  ${seconds.toFixed(1).padStart(5)} s  ${what}`);
    return value;
  };
  const find = (what: string, ok: boolean, seen: unknown): void => {
    outcome.findings.push({ what, ok, seen });
    say(`  ${ok ? '✔' : '✘'} ${what}${ok ? '' : `: ${JSON.stringify(seen)}`}`);
  };
  const context = await step('a tenant, and a receiver of webhooks', () => createDrillContext(lodging));
  try {
    await losesAll({ lodging, context, step, find });
    await losesInventory({ lodging, context, step, find });
    await losesReservations({ lodging, context, step, find });
    await losesPayments({ lodging, context, step, find });
    await losesChanges({ lodging, context, step, find });
  } finally {
    await context.receiver.stop();
  }
  return outcome;
}

async function losesAll(part: Part): Promise<void> {
  const { lodging, context, step, find } = part;
  const { secret } = context.tenant;
  const changed = await step('booked and paid before the dump', async () => {
    const booked = await context.bookAndPay(context.week(1));
    await context.untilReceived('payment.succeeded', booked.id);
    await context.untilReceived('reservation.confirmed', booked.id);
    return booked;
  });
  const copy = await step('dump', () => dump(lodging));
  const [lost, lastSequence, cursor] = await step('booked, paid and cancelled after it', async () => {
    const booked = await context.bookAndPay(context.week(2));
    await context.untilReceived('reservation.confirmed', booked.id);
    await context.untilReceived('payment.succeeded', booked.id);
    await secret.send('DELETE', `/v1/bookings/${changed.id}`);
    const { sequence } = await context.untilReceived('reservation.cancelled', changed.id);
    return [booked, sequence, await lastCursor(context)] as const;
  });
  await step('restore, and all services ready', () => setBack(lodging, copy));
  const again = await hold(secret, context.week(2));
  const result = await step('recover apply', () => recover<Result>(part, 'apply', copy.since));
  find('recover reaches every service', result.complete, result);
  const report = await step('recover report, with the lost payment', () =>
    eventually(
      'the lost payment is found',
      async () => {
        const found = await recover<Report>(part, 'report', copy.since);
        return found.lostPayments.length > 0 ? found : undefined;
      },
      { withinMs: 30_000, everyMs: 500 },
    ),
  );
  checkLost(find, report, { lost, changed, soldTo: again.id });
  await checkAfter(part, { changed, lastSequence, cursor });
}

interface Booked {
  readonly id: string;
  readonly intentId: string;
}

function checkLost(
  find: Part['find'],
  report: Report,
  { lost, changed, soldTo }: { lost: Booked; changed: Booked; soldTo: string },
): void {
  const stay = report.stays.find(({ id }) => id === lost.id);
  const types = stay?.events.map(({ type }) => type.split('.').slice(-2).join('.')) ?? [];
  find(
    'the lost stay is listed, with its nights and its last state',
    stay?.kind === 'unknown' && stay.lastPublished?.state === 'confirmed',
    stay,
  );
  find(
    'with its lost events',
    ['reservation.created', 'payment.succeeded', 'reservation.confirmed'].every((type) =>
      types.includes(type),
    ),
    types,
  );
  find(
    'with its money at the provider',
    stay?.lostIntents.includes(lost.intentId) === true,
    stay?.lostIntents,
  );
  find('and with whom its nights were sold to again', stay?.inventory?.soldTo === soldTo, stay?.inventory);
  const set = report.stays.find(({ id }) => id === changed.id);
  find(
    'a stay whose cancellation was lost is listed as it was published and as it is, with its guest',
    set?.kind === 'set_back' &&
      set.lastPublished?.state === 'cancelled' &&
      set.reservations?.state === 'confirmed' &&
      set.reservations.hasGuest,
    set,
  );
  find('nothing else is listed', report.complete && report.stays.length === 2, report.stays);
}

async function checkAfter(
  { context, find, step, lodging }: Part,
  { changed, lastSequence, cursor }: { changed: Booked; lastSequence: number; cursor: string },
): Promise<void> {
  const known = new Set(context.received().map(({ id }) => id));
  const cancelled = await step('cancelled once more', async () => {
    const answer = await context.tenant.secret.send('DELETE', `/v1/bookings/${changed.id}`);
    find('the stay that came back can be cancelled once more', answer.status === 200, answer.body);
    return eventually('the event is received', async () =>
      context
        .received()
        .find(
          ({ id, type, data }) =>
            !known.has(id) && type === 'reservation.cancelled' && data.object['id'] === changed.id,
        ),
    );
  });
  find('its next event has a sequence that no receiver has seen', cancelled.sequence > lastSequence, {
    before: lastSequence,
    after: cancelled.sequence,
  });
  const later = await context.tenant.secret.get<{ events: { id: string }[] }>(
    `/v1/events?limit=100&cursor=${cursor}`,
  );
  find(
    'a reader of the log goes on from where it was, and misses nothing',
    later.body.events.some(({ id }) => id === cancelled.id),
    later.body,
  );
  const { findings } = await lodgingJson<{ findings: { check: string; level: string; message: string }[] }>(
    lodging.home,
    ['doctor'],
  );
  const said = findings.filter(({ check }) => check === 'provider notifications');
  find(
    'the doctor reports notifications without a payment',
    said.some(({ level, message }) => level === 'warn' && /match(?:es)? no payment/.test(message)),
    said,
  );
}

/** Of the log, as a client keeps it. */
async function lastCursor({ tenant: { secret } }: DrillContext): Promise<string> {
  let cursor = '';
  for (;;) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await secret.get<{ events: unknown[]; nextCursor: string | null }>(
      `/v1/events?limit=1${query}`,
    );
    if (body.nextCursor === null || body.events.length === 0) return cursor;
    cursor = body.nextCursor;
  }
}

async function losesInventory(part: Part): Promise<void> {
  const { lodging, context, step, find } = part;
  const { secret } = context.tenant;
  const ended = await step('booked before the dump of one schema', () => context.bookAndPay(context.week(3)));
  const copy = await step('dump of inventory alone', () => dump(lodging, 'inventory'));
  const kept = await step('booked and cancelled after it', async () => {
    const booked = await context.bookAndPay(context.week(4));
    await secret.send('DELETE', `/v1/bookings/${ended.id}`);
    await context.untilReceived('reservation.cancelled', ended.id);
    return booked;
  });
  const known = context.received().length;
  await step('restore of inventory alone', () => setBack(lodging, copy));
  const result = await step('recover apply', () => recover<Result>(part, 'apply', copy.since));
  find(
    'stays that reservations still has claim their units again',
    result.claimed > 0 && result.unclaimed.length === 0,
    result,
  );
  const refused = await secret.post<Quote & { code?: string }>('/v1/quotes', context.week(4));
  find('their nights are not sold a second time', refused.status === 409, refused.body);
  const freed = await eventually('the nights of the cancelled stay are free again', async () => {
    const quoted = await secret.post<Quote>('/v1/quotes', context.week(3));
    return quoted.status === 200 || undefined;
  }).catch(() => false);
  find('an end that inventory had handled is published to it once more', freed, freed);
  find(
    'no receiver gets an event twice',
    context.received().length === known,
    context.received().slice(known),
  );
  const state = await secret.get<{ state: string }>(`/v1/bookings/${kept.id}`);
  find('and the stay is as it was', state.body.state === 'confirmed', state.body);
}
