import { lodging as cli } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { provider } from '../harness/stay.ts';
import { recover } from './part.ts';
import type { Part, Report, Result } from './part.ts';
import { dump, setBack } from './set-back.ts';
import type { Quote } from '../harness/records.ts';

/** A booking that is lost, and a cancellation that is lost, while inventory and payments know of both. */
export async function losesReservations(part: Part): Promise<void> {
  const { lodging, context, step, find } = part;
  const { secret } = context.tenant;
  const ended = await step('booked before the dump of reservations', () =>
    context.bookAndPay(context.week(5)),
  );
  const copy = await step('dump of reservations alone', () => dump(lodging, 'reservations'));
  const lost = await step('booked and cancelled after it', async () => {
    const booked = await context.bookAndPay(context.week(6));
    await secret.send('DELETE', `/v1/bookings/${ended.id}`);
    await context.untilReceived('reservation.cancelled', ended.id);
    await untilFree(part, 5);
    return booked;
  });
  await step('restore of reservations alone', () => setBack(lodging, copy));
  const result = await step('recover apply', () => recover<Result>(part, 'apply', copy.since));
  find(
    'a stay whose end inventory knows of is named, and no other one',
    result.complete && result.unclaimed.every(({ id, code }) => id === ended.id && code === 'claim_released'),
    result,
  );
  const report = await step('recover report', () => recover<Report>(part, 'report', copy.since));
  const stay = report.stays.find(({ id }) => id === lost.id);
  find(
    'the lost stay is listed with the units and the money that it still has',
    stay?.kind === 'unknown' && stay.inventory?.claim === 'confirmed' && stay.payments !== null,
    stay,
  );
  const claimed = await step('recover claim, of the lost stay and of the cancelled one', async () => [
    await claim(part, lost.id),
    await claim(part, ended.id),
  ]);
  find(
    'one command frees the units of the one, and gives the other its own',
    claimed.join() === 'released,claimed',
    claimed,
  );
  const quoted = await Promise.all(
    [5, 6].map((week) => secret.post<Quote>('/v1/quotes', context.week(week))),
  );
  const statuses = quoted.map(({ status }) => status);
  find('and what may be sold is as they say', statuses.join() === '409,200', statuses);
}

/** Its money is at the provider; a cancellation that is published once more must give none back a second time. */
export async function losesPayments(part: Part): Promise<void> {
  const { lodging, context, step, find } = part;
  const { secret } = context.tenant;
  await context.keepHalf();
  const ended = await step('booked before the dump of payments', () => context.bookAndPay(context.week(7)));
  const copy = await step('dump of payments alone', () => dump(lodging, 'payments'));
  const lost = await step('paid, cancelled and refunded after it', async () => {
    const booked = await context.bookAndPay(context.week(8));
    await secret.send('DELETE', `/v1/bookings/${ended.id}`);
    await eventually('it is refunded', async () => (await refundedOf(part, ended.intentId)) > 0 || undefined);
    return booked;
  });
  const before = await refundedOf(part, ended.intentId);
  await step('restore of payments alone', () => setBack(lodging, copy));
  const result = await step('recover apply', () => recover<Result>(part, 'apply', copy.since));
  find('every stay keeps its units', result.complete && result.unclaimed.length === 0, result);
  const report = await step('recover report, with the lost payment', () =>
    eventually(
      'the lost payment is found',
      async () => {
        const found = await recover<Report>(part, 'report', copy.since);
        return found.lostPayments.some(({ intentId }) => intentId === lost.intentId) ? found : undefined;
      },
      { withinMs: 30_000, everyMs: 500 },
    ),
  );
  const stay = report.stays.find(({ id }) => id === lost.id);
  find(
    'a stay whose payment was lost is sold still, and its money is named',
    stay?.kind === 'set_back' && stay.lostIntents.includes(lost.intentId),
    stay,
  );
  const money = await eventually('payments knows of the refund again', async () => {
    const { body } = await secret.get<Money>(`/v1/bookings/${ended.id}/payments`);
    return body.refunds.some(({ state }) => state === 'succeeded') ? body : undefined;
  }).catch((error: unknown) => error);
  find('the refund of a cancellation is known again', !(money instanceof Error), money);
  const after = await refundedOf(part, ended.intentId);
  find('and nothing was refunded twice', before > 0 && after === before, { before, after });
}

interface Money {
  readonly refunds: { readonly state: string }[];
}

async function claim({ lodging, context }: Part, bookingId: string): Promise<string> {
  const args = ['recover', 'claim', context.tenant.id, bookingId, '--yes', '--json'];
  const { code, out, notes } = await cli(lodging.home, args);
  return code === 0 ? (JSON.parse(out) as { claim: string }).claim : `${code}: ${notes}`;
}

const untilFree = ({ context }: Part, week: number) =>
  eventually('its nights are free', async () => {
    const quoted = await context.tenant.secret.post<Quote>('/v1/quotes', context.week(week));
    return quoted.status === 200 || undefined;
  });

async function refundedOf({ lodging: { demo }, context }: Part, intentId: string): Promise<number> {
  const list = await provider(demo).refunds.list(
    { payment_intent: intentId, limit: 100 },
    { stripeAccount: context.tenant.accountId },
  );
  return list.data.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
}
