import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, weeklyStays } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import type { Answer } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { holdLock } from '../harness/held-locks.ts';
import { anotherProcess, startLodging } from '../harness/lodging.ts';
import type { Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import type { Booking, BookingPayments, PaymentHandle } from '../harness/records.ts';
import { asSuperuser } from '../harness/rotated-logins.ts';
import { payByCard, untilState } from '../harness/stay.ts';

const NIGHT = 10_000;
const NIGHTS = 2;

let lodging: Lodging;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  lodging = await startLodging({ RECONCILE_SECONDS: '3' });
  tenant = await makeTenant(lodging.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});
afterAll(() => lodging.stop());

interface Changed {
  change: { id: string; state: string };
  payment: PaymentHandle | null;
}

interface Stay {
  readonly id: string;
  readonly to: string;
}

const rows = <Row>(sql: string) => asSuperuser<Row>(lodging, sql);
const payBy = (handle: PaymentHandle) =>
  payByCard(lodging.demo, { accountId: tenant.accountId } as DemoTenant, handle);

/** Two nights, paid by card. */
async function paidStay(): Promise<Stay> {
  const stay = next();
  const { booking, payment } = (await book(tenant.secret, stay)).body;
  if (payment === null) throw new Error('nothing to pay');
  await payBy(payment);
  await untilState(tenant.secret, booking.id, 'confirmed');
  return { id: booking.id, to: stay.to };
}

/** Repeats under its key what had no answer, or may be repeated: 503, and 409 `resource_locked`. */
async function requestChange(
  stay: Stay,
  { nights, settle }: Wanted,
): Promise<() => Promise<Answer<Changed>>> {
  const to = Temporal.Instant.from(stay.to)
    .add({ hours: 24 * (nights - NIGHTS) })
    .toString();
  const path = `/v1/bookings/${stay.id}`;
  const { body } = await tenant.secret.post<{ changeToken: string }>(`${path}/change-quotes`, { to });
  const idempotencyKey = randomUUID();
  const request = { changeToken: body.changeToken, settle };
  return () => tenant.secret.post<Changed>(`${path}/changes`, request, { idempotencyKey });
}

const persist = (request: () => Promise<Answer<Changed>>): Promise<Answer<Changed>> =>
  eventually(
    'an answer',
    async () => {
      const answer = await request().catch(() => undefined);
      const { code } = (answer?.body ?? {}) as { code?: string };
      return answer === undefined || answer.status === 503 || code === 'resource_locked' ? undefined : answer;
    },
    { withinMs: 40_000, everyMs: 200 },
  );

/** Tables and rows, by what stands still while they are locked. */
const LOCKS = {
  units: () => 'LOCK TABLE inventory.claims IN EXCLUSIVE MODE',
  booking: (id: string) => `SELECT 1 FROM reservations.reservations WHERE id = '${id}' FOR UPDATE`,
  money: (id: string) => `SELECT 1 FROM payments.ledgers WHERE reservation_id = '${id}' FOR UPDATE`,
};

/** What was committed last, so that the next commit stands still. */
const COMMITTED = {
  begun: (id: string) =>
    `SELECT 1 FROM reservations.stay_changes WHERE reservation_id = '${id}'
      AND (state = 'applying' OR (state = 'awaiting_payment' AND NOT is_payable))`,
  moved: (id: string) => `SELECT 1 FROM inventory.claim_moves WHERE claim_id = '${id}'`,
  applied: (id: string) =>
    `SELECT 1 FROM reservations.stay_changes WHERE reservation_id = '${id}' AND state = 'applied'`,
  leased: (id: string) => `SELECT 1 FROM inventory.claims WHERE part_of = '${id}'`,
  opened: (id: string) =>
    `SELECT 1 FROM payments.payments WHERE reservation_id = '${id}' AND change_id IS NOT NULL AND provider_intent_id IS NOT NULL`,
  paid: (id: string) =>
    `SELECT 1 FROM reservations.stay_changes WHERE reservation_id = '${id}' AND state = 'applying' AND is_paid`,
};

type Held = keyof typeof LOCKS;
type Committed = keyof typeof COMMITTED;
type Step = readonly [held: Held, until: Committed];

interface Wanted {
  readonly nights: number;
  readonly settle: 'now' | 'later';
}

const LONGER: Wanted = { nights: 3, settle: 'later' };
const SHORTER: Wanted = { nights: 1, settle: 'now' };
const PAID_FIRST: Wanted = { nights: 3, settle: 'now' };

interface Point {
  readonly killed: string;
  /** What it has done, and has not yet. */
  readonly at: string;
  readonly wanted: Wanted;
  /** Held until the commit after which the process is killed, each with what is to be committed first. */
  readonly path: readonly [Step, ...Step[]];
  /** The change waits for its payment, and the point comes with the money. */
  readonly isPaying?: boolean;
}

const POINTS: readonly Point[] = [
  { killed: 'reservations', at: 'its units have not moved', wanted: LONGER, path: [['units', 'begun']] },
  { killed: 'inventory', at: 'the move is not committed', wanted: LONGER, path: [['units', 'begun']] },
  {
    killed: 'reservations',
    at: 'its units have moved, and the booking is as before',
    wanted: LONGER,
    path: [
      ['units', 'begun'],
      ['booking', 'moved'],
    ],
  },
  {
    killed: 'inventory',
    at: 'its units have moved, and the booking is as before',
    wanted: LONGER,
    path: [
      ['units', 'begun'],
      ['booking', 'moved'],
    ],
  },
  { killed: 'reservations', at: 'the refund is not owed yet', wanted: SHORTER, path: [['money', 'applied']] },
  { killed: 'payments', at: 'the refund is not owed yet', wanted: SHORTER, path: [['money', 'applied']] },
  { killed: 'reservations', at: 'no units are leased yet', wanted: PAID_FIRST, path: [['units', 'begun']] },
  { killed: 'inventory', at: 'the lease is not committed', wanted: PAID_FIRST, path: [['units', 'begun']] },
  { killed: 'reservations', at: 'its payment is not open', wanted: PAID_FIRST, path: [['money', 'leased']] },
  { killed: 'payments', at: 'its payment is not open', wanted: PAID_FIRST, path: [['money', 'leased']] },
  {
    killed: 'reservations',
    at: 'its payment is open, and the change does not know',
    wanted: PAID_FIRST,
    path: [
      ['units', 'begun'],
      ['booking', 'opened'],
    ],
  },
  {
    killed: 'payments',
    at: 'its money is at the provider alone',
    wanted: PAID_FIRST,
    path: [['money', 'leased']],
    isPaying: true,
  },
  {
    killed: 'reservations',
    at: 'its money is here, and its units have not moved',
    wanted: PAID_FIRST,
    path: [['units', 'paid']],
    isPaying: true,
  },
  {
    killed: 'inventory',
    at: 'its money is here, and its units have not moved',
    wanted: PAID_FIRST,
    path: [['units', 'paid']],
    isPaying: true,
  },
  {
    killed: 'reservations',
    at: 'its money is here, its units have moved, and the booking is as before',
    wanted: PAID_FIRST,
    path: [
      ['units', 'paid'],
      ['booking', 'moved'],
    ],
    isPaying: true,
  },
];

/** Brings a request to the point, and kills the service there. */
async function killAt({ killed, path }: Point, id: string, request: () => Promise<unknown>): Promise<void> {
  const pid = (await lodging.reread()).services[killed]?.pid ?? 0;
  const [[first, after], ...others] = path;
  let release = await holdLock(lodging, LOCKS[first](id));
  try {
    const sent = request().catch(() => undefined);
    await untilCommitted(id, after);
    for (const [held, until] of others) {
      const further = await holdLock(lodging, LOCKS[held](id));
      await release();
      release = further;
      await untilCommitted(id, until);
    }
    process.kill(pid, 'SIGKILL');
    await release();
    await sent;
  } finally {
    await release();
  }
  await anotherProcess(lodging, killed, pid);
}

const untilCommitted = (id: string, what: Committed) =>
  eventually(`${what} is committed`, async () => (await rows(COMMITTED[what](id))).length > 0, {
    everyMs: 5,
  });

/** A change that is neither made nor open is forgotten after half a minute. */
const letTimePass = (id: string) =>
  rows(
    `UPDATE reservations.stay_changes SET created_at = created_at - interval '30 seconds', next_attempt_at = now()
      WHERE reservation_id = '${id}' AND state IN ('applying', 'awaiting_payment') AND NOT is_payable AND NOT is_paid`,
  );

const isUnfinished = async (id: string) =>
  (
    await rows(
      `SELECT 1 FROM reservations.stay_changes WHERE reservation_id = '${id}'
        AND (next_attempt_at IS NOT NULL OR state = 'applying') AND NOT (state = 'awaiting_payment' AND is_payable)`,
    )
  ).length > 0;

interface Claim {
  readonly from: string;
  readonly to: string;
  readonly revision: number;
}

/** The booking, its claim, its money and its events say the same: so many nights. */
async function expectOneTruth({ id }: Stay, nights: number): Promise<void> {
  const { secret } = tenant;
  const booking = (await secret.get<Booking>(`/v1/bookings/${id}`)).body;
  expect(booking).toMatchObject({ state: 'confirmed', totalMinorUnits: String(nights * NIGHT) });
  const claims = await rows<Claim>(
    `SELECT lower(during)::date::text AS from, upper(during)::date::text AS to, revision
      FROM inventory.claims
      WHERE claim_id = '${id}' OR part_of = '${id}'`,
  );
  const revision = nights === NIGHTS ? 0 : 1;
  expect(claims).toEqual([
    { from: booking.startsAt.slice(0, 10), to: booking.endsAt.slice(0, 10), revision },
  ]);
  const history = await secret.get<{ entries: { action: string }[] }>(`/v1/bookings/${id}/history`);
  const changed = nights === NIGHTS ? [] : ['changed'];
  expect(history.body.entries.map(({ action }) => action).filter((one) => one === 'changed')).toEqual(
    changed,
  );
  const published = () =>
    rows<{ id: string }>(
      `SELECT id FROM notifications.events WHERE type = 'reservation.changed' AND reservation_id = '${id}'`,
    );
  await eventually('its event is logged', async () => (await published()).length === changed.length);
}

/** Of the money that came in, what the nights cost is kept, and what is too much goes back once. */
async function expectMoney({ id }: Stay, { kept, due }: { kept: number; due: number }): Promise<void> {
  const read = async () => (await tenant.secret.get<BookingPayments>(`/v1/bookings/${id}/payments`)).body;
  const money = await eventually('its money is decided', async () => {
    const seen = await read();
    const net = Number(seen.collectedMinorUnits) - Number(seen.returnedMinorUnits);
    return net === kept && seen.owedMinorUnits === '0' ? seen : undefined;
  });
  expect(money.dueMinorUnits).toBe(String(due));
}

describe.each(POINTS)('$killed, killed when $at', (point) => {
  const { wanted, isPaying = false } = point;

  it('leaves a change that its client completes under its key', async () => {
    const stay = await paidStay();
    const request = await requestChange(stay, wanted);
    if (isPaying) {
      const { payment } = (await persist(request)).body;
      if (payment === null) throw new Error('nothing to pay');
      await killAt(point, stay.id, () => payBy(payment));
    } else {
      await killAt(point, stay.id, request);
      const answer = await persist(request);
      expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
      const { payment } = answer.body;
      if (wanted === PAID_FIRST && payment !== null) await payBy(payment);
    }
    await eventually('it is applied', async () => {
      const answer = await persist(request);
      return answer.body.change.state === 'applied';
    });
    await eventually('nothing is left to do', async () => !(await isUnfinished(stay.id)));
    await expectOneTruth(stay, wanted.nights);
    const isLater = wanted === LONGER;
    await expectMoney(stay, {
      kept: (isLater ? NIGHTS : wanted.nights) * NIGHT,
      due: isLater ? NIGHT : 0,
    });
  }, 120_000);
});

const ABANDONED = POINTS.filter(({ isPaying = false }) => !isPaying);

describe.each(ABANDONED)('$killed, killed when $at, with a client that is gone', (point) => {
  it('leaves a change that is whole or undone', async () => {
    const stay = await paidStay();
    const request = await requestChange(stay, point.wanted);
    await killAt(point, stay.id, request);
    await letTimePass(stay.id);
    await eventually('nothing is left to do', async () => !(await isUnfinished(stay.id)), {
      withinMs: 30_000,
    });
    const [made] = await rows<{ state: string }>(
      `SELECT state FROM reservations.stay_changes WHERE reservation_id = '${stay.id}' AND state = 'applied'`,
    );
    const isWhole = made !== undefined;
    expect(isWhole || point.path.at(-1)?.[1] !== 'moved', 'a move is not undone').toBe(true);
    const nights = isWhole ? point.wanted.nights : NIGHTS;
    await expectOneTruth(stay, nights);
    const isDue = isWhole && point.wanted === LONGER;
    await expectMoney(stay, { kept: Math.min(nights, NIGHTS) * NIGHT, due: isDue ? NIGHT : 0 });
  }, 120_000);
});
