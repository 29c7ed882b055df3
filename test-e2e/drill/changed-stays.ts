import { randomUUID } from 'node:crypto';
import type { Quote } from '../harness/records.ts';
import { hold } from '../harness/stay.ts';
import { recover } from './part.ts';
import type { Part, Report, Result } from './part.ts';
import { dump, setBack } from './set-back.ts';

/** A change that one of two databases has lost: the claim follows the stay, in both directions, and nothing is sold twice. */
export async function losesChanges(part: Part): Promise<void> {
  await ofInventory(part);
  await ofReservations(part);
}

/** Inventory has the units before the change; the stay is where it was changed to. */
async function ofInventory(part: Part): Promise<void> {
  const { lodging, context, step, find } = part;
  const stay = await step('booked before the dump of inventory', () => context.bookAndPay(context.week(9)));
  const copy = await step('dump of inventory alone', () => dump(lodging, 'inventory'));
  await step('moved to another week after it', () => moveTo(part, stay.id, 10));
  await step('restore of inventory alone', () => setBack(lodging, copy));
  const result = await step('recover apply', () => recover<Result>(part, 'apply', copy.since));
  find('no stay is without its units', result.complete && result.unclaimed.length === 0, result);
  const sold = await statusesOf(part, [9, 10]);
  find('a changed stay has the units that it was changed to, and no others', sold === '200,409', sold);
}

/** The stays are as before their changes; inventory has their units where they were changed to. */
async function ofReservations(part: Part): Promise<void> {
  const { lodging, context, step, find } = part;
  const [back, ousted, held] = await step(
    'two stays and a hold before the dump of reservations',
    async () => [
      await context.bookAndPay(context.week(11)),
      await context.bookAndPay(context.week(13)),
      await hold(context.tenant.secret, context.week(15)),
    ],
  );
  const copy = await step('dump of reservations alone', () => dump(lodging, 'reservations'));
  const taker = await step('all moved after it, and the nights of one sold', async () => {
    await moveTo(part, held.id, 16);
    await moveTo(part, back.id, 12);
    await moveTo(part, ousted.id, 14);
    const booked = await context.bookAndPay(context.week(13));
    await context.untilReceived('reservation.confirmed', booked.id);
    return booked;
  });
  await step('restore of reservations alone', () => setBack(lodging, copy));
  const result = await step('recover apply', () => recover<Result>(part, 'apply', copy.since));
  const named = result.unclaimed.filter(({ id }) => [back.id, ousted.id, taker.id].includes(id));
  find(
    'a stay whose former nights are sold is named',
    named.length === 1 && named[0]?.id === ousted.id && named[0].code === 'units_taken',
    result,
  );
  const sold = await statusesOf(part, [11, 12, 13, 14]);
  find('each claim is where its stay is, or where it was changed to', sold === '409,200,409,409', sold);
  const ofHold = await statusesOf(part, [15, 16]);
  find('the claim of the hold is where the hold is', ofHold === '409,200', ofHold);
  const report = await step('recover report', () => recover<Report>(part, 'report', copy.since));
  const [first, second] = [back, ousted].map(({ id }) => report.stays.find((stay) => stay.id === id));
  const isChanged = (stay: typeof first) =>
    stay?.kind === 'set_back' && stay.events.some(({ type }) => type.endsWith('reservation.changed'));
  find('both are listed with their lost changes', isChanged(first) && isChanged(second), [first, second]);
  find(
    'with where their units are: not where the lost change has them, or there',
    first?.inventory?.isElsewhere === true && second?.inventory?.isElsewhere === false,
    [first?.inventory, second?.inventory],
  );
  const again = await step('changed once more', () => moveTo(part, ousted.id, 14));
  find('the same change brings the stay to its units', again === 201, again);
}

/** Moves the stay to that week; what is due or goes back does not matter. */
async function moveTo({ context }: Part, id: string, week: number): Promise<number> {
  const { secret } = context.tenant;
  const { from, to } = context.week(week);
  const quoted = await secret.post<{ changeToken: string }>(`/v1/bookings/${id}/change-quotes`, { from, to });
  if (quoted.status !== 200) throw new Error(`no quote of a change: ${JSON.stringify(quoted.body)}`);
  const { changeToken } = quoted.body;
  const request = { changeToken, settle: 'later' };
  const idempotencyKey = randomUUID();
  const changed = await secret.post(`/v1/bookings/${id}/changes`, request, { idempotencyKey });
  if (changed.status !== 201) throw new Error(`not changed: ${JSON.stringify(changed.body)}`);
  return changed.status;
}

/** 200 where the week is free, 409 where it is sold. */
async function statusesOf({ context }: Part, weeks: readonly number[]): Promise<string> {
  const quoted = await Promise.all(
    weeks.map((week) => context.tenant.secret.post<Quote>('/v1/quotes', context.week(week))),
  );
  return quoted.map(({ status }) => status).join();
}
