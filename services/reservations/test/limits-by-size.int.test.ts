import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { outcomeOf, valueOf } from './guest-requests.ts';
import { publishableClient } from './publishable-client.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const byDefault = { maxOpenHolds: 25, maxHeldUnitNights: 750, heldUnitNightsFollowSize: true };
const ADDRESS = '203.0.113.7';

/** Browsers of a tenant of so many units that has set no limits. */
function tenantOf(units: number, limits: object = {}) {
  const tenant = publishableClient(service, { limits: { ...byDefault, ...limits } });
  service.neighbours.inventory.unitsForSale.set(tenant.tenantId, units);
  return tenant;
}

type Answer = Awaited<ReturnType<ReturnType<ReturnType<typeof publishableClient>['from']>['place']>>;
const anotherReplica = async () => {
  const other = await service.startReplica();
  onTestFinished(() => other.stop());
};
const countOf = (answers: readonly { ok: boolean }[]) => answers.filter(({ ok }) => ok).length;
const waitOf = (answer: Answer) => (answer.ok ? undefined : answer.refusal.extra?.['retryAfterSeconds']);
const detailOf = (answer: Answer) => (answer.ok ? undefined : answer.refusal.detail);
const atOnce = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe('holds whose guest is not verified', () => {
  it.each([
    [1, 60],
    [16, 112],
    [500, 750],
  ])(
    'take no more of a tenant of %i units than %i unit-nights, at once and over two replicas',
    async (units, most) => {
      await anotherReplica();
      const client = tenantOf(units, { maxOpenHolds: null }).from(ADDRESS);
      const quantity = units === 500 ? 10 : 1;
      const answers = await atOnce(60, () => client.place({ quantity }));
      expect(countOf(answers)).toBe(Math.min(60, Math.floor(most / (3 * quantity))));
      expect(new Set(answers.filter(({ ok }) => !ok).map(outcomeOf))).toEqual(new Set(['rate_limited']));
    },
  );

  it('are one at least, however large it is', async () => {
    const client = tenantOf(1).from(ADDRESS);
    const large = await client.place({ quantity: 100 });
    expect(outcomeOf(large)).toBe('ok');
    const refused = await client.place();
    expect(outcomeOf(refused)).toBe('rate_limited');
    expect(waitOf(refused)).toBeGreaterThan(840);
    expect(waitOf(refused)).toBeLessThanOrEqual(900);
    await service.probe.ageReservation(valueOf(large).id, 15);
    expect(outcomeOf(await client.place({ quantity: 100 }))).toBe('ok');
  });

  it('count no longer once a code that was mailed has come back', async () => {
    const client = tenantOf(1).from(ADDRESS);
    const [one, two] = [
      valueOf(await client.place({ quantity: 10 })),
      valueOf(await client.place({ quantity: 10 })),
    ];
    expect(outcomeOf(await client.place())).toBe('rate_limited');
    valueOf(await client.verify(one.id));
    expect(outcomeOf(await client.place({ quantity: 10 }))).toBe('ok');
    expect(outcomeOf(await client.place())).toBe('rate_limited');
    valueOf(await client.verify(two.id));
    expect(outcomeOf(await client.place({ quantity: 10 }))).toBe('ok');
  });

  it('count on where a code was only sent, or was wrong', async () => {
    const client = tenantOf(1).from(ADDRESS);
    const { id } = valueOf(await client.place({ quantity: 20 }));
    const email = `guest-${randomUUID()}@example.com`;
    valueOf(await client.send(id, email));
    const sent = service.neighbours.mails.find(({ to }) => to === email)?.code ?? '';
    const wrong = sent === '000000' ? '000001' : '000000';
    expect(outcomeOf(await client.tryCode(id, email, wrong))).toBe('bad_code');
    expect(outcomeOf(await client.place())).toBe('rate_limited');
  });

  it('are still open holds, of which there are no more than twenty-five', async () => {
    const client = tenantOf(500).from(ADDRESS);
    const answers = await atOnce(30, () => client.place());
    expect(countOf(answers)).toBe(25);
    const first = answers.find((answer) => answer.ok);
    valueOf(await client.verify(first?.ok === true ? first.value.id : ''));
    expect(outcomeOf(await client.place())).toBe('rate_limited');
  });

  it('count for the limit that an operator has set like all others, and none passes it', async () => {
    const client = publishableClient(service, { limits: { maxHeldUnitNights: 6 } }).from(ADDRESS);
    expect(outcomeOf(await client.place({ quantity: 3 }))).toBe('rate_limited');
    const { id } = valueOf(await client.place({ quantity: 2 }));
    valueOf(await client.verify(id));
    expect(outcomeOf(await client.place())).toBe('rate_limited');
  });
});

describe('the size of a tenant', () => {
  it('is known without a message of the hold: a quote of the process has had it read', async () => {
    const { tenantId, from } = tenantOf(16);
    const { counted } = service.neighbours.inventory;
    const readsOf = () => counted.filter((tenant) => tenant === tenantId).length;
    const { signedQuoteToken } = await from(ADDRESS).quote();
    await eventually('the units are read', () => readsOf() === 1);
    service.neighbours.faults.count = () => {
      throw new Error('inventory does not answer');
    };
    expect(outcomeOf(await from(ADDRESS).placeQuoted(signedQuoteToken))).toBe('ok');
    const answers = await atOnce(9, () => from(ADDRESS).place({ quantity: 4 }));
    // 3 unit-nights and 9 times 12 of the 112 of 16 units.
    expect([countOf(answers), outcomeOf(await from(ADDRESS).place())]).toEqual([9, 'rate_limited']);
  });

  it('is taken for the smallest where inventory does not say, so that guests are served', async () => {
    service.neighbours.faults.count = () => {
      throw new Error('inventory does not answer');
    };
    const client = tenantOf(500).from(ADDRESS);
    expect(countOf(await atOnce(8, () => client.place({ quantity: 4 })))).toBe(5);
  });
});

describe('networks of IPv6', () => {
  const subnet = (at: number) => at.toString(16);

  it('hold four times as much in a /56 and sixteen times as much in a /48, at once and over two replicas', async () => {
    await anotherReplica();
    const { from } = publishableClient(service, { limits: { maxOpenHolds: 1 } });
    const in64 = await atOnce(6, () => from('2001:db8:1:1::/64').place());
    expect(countOf(in64)).toBe(1);
    const in56 = await atOnce(60, (at) => from(`2001:db8:1:${subnet(16 + at)}::/64`).place());
    expect(countOf(in56)).toBe(3);
    const in48 = await atOnce(60, (at) => from(`2001:db8:1:${subnet(1 + at)}00::/64`).place());
    expect(countOf(in48)).toBe(12);
    expect(outcomeOf(await from('2001:db8:1:ffff::/64').place())).toBe('rate_limited');
    expect(outcomeOf(await from('2001:db8:2:1::/64').place())).toBe('ok');
  });

  it('hold no more unit-nights than four and sixteen times those of a client', async () => {
    const { from } = tenantOf(1);
    const placed = await atOnce(24, (at) => from(`2001:db8:1:${subnet(at)}::/64`).place({ quantity: 10 }));
    expect(countOf(placed)).toBe(8);
  });
});

describe('a publishable key over all networks', () => {
  it('holds ten times as much as one of them, at once and over two replicas, and other keys are not hindered', async () => {
    await anotherReplica();
    const limits = { maxOpenHolds: 1, keyLimitFactor: 10 };
    const { tenantId, keyId, from } = publishableClient(service, { limits });
    const answers = await atOnce(60, (at) => from(`203.0.113.${at}`).place());
    expect(countOf(answers)).toBe(10);
    const refused = await from('198.51.100.1').place();
    expect(outcomeOf(refused)).toBe('rate_limited');
    expect(waitOf(refused)).toBeGreaterThan(0);
    expect(detailOf(refused)).toBe('Too many holds are open for this key.');
    const another = publishableClient(service, { limits, tenantId });
    expect(outcomeOf(await another.from('203.0.113.1').place())).toBe('ok');
    const line = service.log.lines.find((one) => one['keyId'] === keyId);
    expect(line).toMatchObject({ tenantId, limit: 'holds' });
  });

  it('holds ten times the unit-nights that follow the size of the tenant', async () => {
    const { from } = tenantOf(1, { keyLimitFactor: 10 });
    const answers = await atOnce(24, (at) => from(`203.0.113.${at}`).place({ quantity: 20 }));
    expect(countOf(answers)).toBe(10);
  });

  it('does not refuse what its client may not hold in its own name', async () => {
    const { from } = publishableClient(service, { limits: { maxOpenHolds: 1, keyLimitFactor: 2 } });
    expect(countOf(await atOnce(6, () => from(ADDRESS).place()))).toBe(1);
    expect(outcomeOf(await from('203.0.113.8').place())).toBe('ok');
    expect(detailOf(await from('203.0.113.9').place())).toBe('Too many holds are open for this key.');
  });
});
