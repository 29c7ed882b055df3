import * as contract from '@lodging/contract-reservations';
import type { ClientLimits } from '@lodging/contract-reservations';
import type { Caller } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createQuote, outcomeOf, placeHold, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const none: ClientLimits = {
  maxOpenHolds: null,
  maxHeldUnitNights: null,
  codesPerAddressHour: null,
  codesPerClientHour: null,
  heldUnitNightsFollowSize: false,
  keyLimitFactor: null,
};

/** A publishable key of its own, unless `keyId` names one, at a client address. */
function clientWith(limits: Partial<ClientLimits>, clientAddress = '203.0.113.7', keyId = randomUUID()) {
  const caller: Caller = { kind: 'publishable', keyId, permissions: [], limits: { ...none, ...limits } };
  const as = { caller, clientAddress };
  const placeQuoted = (signedQuoteToken: string, idempotencyKey: string = randomUUID()) =>
    service.request(contract.placeHold, { idempotencyKey, signedQuoteToken }, undefined, as);
  return {
    keyId,
    placeQuoted,
    async place(changes: { quantity?: number; to?: string; resourceId?: string } = {}) {
      return placeQuoted((await createQuote(service, changes)).signedQuoteToken);
    },
    send: (reservationId: string, email: string) =>
      service.request(contract.sendGuestCode, { reservationId, email }, undefined, as),
  };
}

const waitOf = (answer: Awaited<ReturnType<ReturnType<typeof clientWith>['place']>>) =>
  answer.ok ? undefined : answer.refusal.extra?.['retryAfterSeconds'];
const countOf = (answers: readonly { ok: boolean }[]) => answers.filter(({ ok }) => ok).length;

describe('open holds of a publishable key and client address', () => {
  it('never pass their limit, with sixty concurrent requests to two replicas', async () => {
    const other = await service.startReplica();
    const client = clientWith({ maxOpenHolds: 7 });
    const quotes = await Promise.all(Array.from({ length: 60 }, () => createQuote(service)));
    const answers = await Promise.all(
      quotes.map(({ signedQuoteToken }) => client.placeQuoted(signedQuoteToken)),
    );
    expect(countOf(answers)).toBe(7);
    const refused = answers.filter((answer) => !answer.ok);
    expect(new Set(refused.map(outcomeOf))).toEqual(new Set(['rate_limited']));
    await other.stop();
  });

  it('never pass their limit of unit-nights, and are refused until the first of them ends', async () => {
    const client = clientWith({ maxHeldUnitNights: 27 });
    // A stay without a room type counts the days that it has begun: four, times two units.
    const stay = { to: '2027-03-04T10:00:00.000Z', quantity: 2 };
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.place(stay)));
    expect(countOf(answers)).toBe(3);
    const first = answers.find((answer) => answer.ok);
    await service.probe.ageReservation(first?.ok === true ? first.value.id : '', 10);
    const refused = await client.place(stay);
    expect(outcomeOf(refused)).toBe('rate_limited');
    expect(waitOf(refused)).toBeGreaterThan(290);
    expect(waitOf(refused)).toBeLessThanOrEqual(300);
    expect(outcomeOf(await client.place())).toBe('ok');
  });

  it('count no longer once they have ended, in whatever way', async () => {
    const client = clientWith({ maxOpenHolds: 2 });
    const [one, two] = [valueOf(await client.place()), valueOf(await client.place())];
    expect(outcomeOf(await client.place())).toBe('rate_limited');
    const cancel = { reservationId: one.id };
    valueOf(await service.request(contract.cancelBooking, cancel));
    expect(outcomeOf(await client.place())).toBe('ok');
    expect(outcomeOf(await client.place())).toBe('rate_limited');
    await service.probe.ageReservation(two.id, 15);
    expect(outcomeOf(await client.place())).toBe('ok');
  });

  it('that were refused for taken units do not count', async () => {
    const client = clientWith({ maxOpenHolds: 1 });
    const { resourceId } = await placeHold(service);
    expect(outcomeOf(await client.place({ resourceId }))).toBe('hold_conflict');
    expect(outcomeOf(await client.place())).toBe('ok');
  });

  it('are answered again under their Idempotency-Key at the limit', async () => {
    const client = clientWith({ maxOpenHolds: 1 });
    const { signedQuoteToken } = await createQuote(service);
    const key = randomUUID();
    const place = () => client.placeQuoted(signedQuoteToken, key);
    const { id } = valueOf(await place());
    expect(outcomeOf(await client.place())).toBe('rate_limited');
    expect(valueOf(await place()).id).toBe(id);
  });

  it('are those of one key at one address', async () => {
    const client = clientWith({ maxOpenHolds: 1 });
    expect(outcomeOf(await client.place())).toBe('ok');
    expect(outcomeOf(await client.place())).toBe('rate_limited');
    const elsewhere = clientWith({ maxOpenHolds: 1 }, '203.0.113.8', client.keyId);
    expect(outcomeOf(await elsewhere.place())).toBe('ok');
    expect(outcomeOf(await clientWith({ maxOpenHolds: 1 }).place())).toBe('ok');
  });

  it('store the address as a keyed hash only', async () => {
    const { id } = valueOf(await clientWith({ maxOpenHolds: 1 }, '198.51.100.99').place());
    const [row] = await service.probe.sql('SELECT * FROM reservations WHERE id = $1', [id]);
    expect(row?.['client_hash']).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify([row, service.log.lines])).not.toContain('198.51.100.99');
  });

  it('store the networks of an IPv6 address as keyed hashes only', async () => {
    const { id } = valueOf(await clientWith({ maxOpenHolds: 1 }, '2001:db8:77:88::/64').place());
    const [row] = await service.probe.sql('SELECT * FROM reservations WHERE id = $1', [id]);
    const hash = expect.stringMatching(/^[\w-]{43}$/);
    expect(row).toMatchObject({ client_hash: hash, network_hashes: [hash, hash] });
    expect(JSON.stringify([row, service.log.lines])).not.toContain('2001:db8:77');
  });
});

describe('codes of a publishable key', () => {
  const emailOf = () => `guest-${randomUUID()}@example.com`;
  const holds = (count: number) => Promise.all(Array.from({ length: count }, () => placeHold(service)));

  it('go to one address no more often than its hour allows, over all holds and at once', async () => {
    const email = emailOf();
    const client = clientWith({ codesPerAddressHour: 4 });
    const answers = await Promise.all((await holds(20)).map(({ id }) => client.send(id, email)));
    expect(countOf(answers)).toBe(4);
    expect(service.neighbours.mails.filter(({ to }) => to === email)).toHaveLength(4);
    const [again] = await holds(1);
    const refused = await clientWith({ codesPerAddressHour: 4 }, '192.0.2.1').send(again?.id ?? '', email);
    expect(refused).toMatchObject({ refusal: { code: 'rate_limited' } });
    if (!refused.ok) {
      expect(refused.refusal.extra?.['retryAfterSeconds']).toBeGreaterThan(3_580);
      expect(refused.refusal.extra?.['retryAfterSeconds']).toBeLessThanOrEqual(3_600);
    }
  });

  it('are those of one key at one address, whatever the recipients', async () => {
    const client = clientWith({ codesPerClientHour: 3 });
    const answers = await Promise.all((await holds(12)).map(({ id }) => client.send(id, emailOf())));
    expect(countOf(answers)).toBe(3);
    const [other] = await holds(1);
    const elsewhere = clientWith({ codesPerClientHour: 3 }, '203.0.113.8', client.keyId);
    expect(outcomeOf(await elsewhere.send(other?.id ?? '', emailOf()))).toBe('ok');
  });

  it('count where their mail failed', async () => {
    const email = emailOf();
    const client = clientWith({ codesPerAddressHour: 2 });
    const [one, two, three] = await holds(3);
    service.neighbours.faults.mail = () => {
      throw new Error('the mail server is down');
    };
    for (const hold of [one, two]) await expect(client.send(hold?.id ?? '', email)).rejects.toThrow();
    service.neighbours.clearFaults();
    expect(outcomeOf(await client.send(three?.id ?? '', email))).toBe('rate_limited');
  });

  it('are stored under a hash of their address', async () => {
    const email = emailOf();
    const [hold] = await holds(1);
    valueOf(await clientWith({ codesPerAddressHour: 2 }).send(hold?.id ?? '', email));
    const rows = await service.probe.sql('SELECT * FROM guest_code_sends');
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});

it('a secret key has none of these limits', async () => {
  const caller: Caller = { kind: 'secret', keyId: randomUUID(), permissions: [] };
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const { signedQuoteToken } = await createQuote(service);
      const request = { idempotencyKey: randomUUID(), signedQuoteToken };
      const { id } = valueOf(await service.request(contract.placeHold, request, undefined, { caller }));
      // More than ten to one address, from one client.
      const code = { reservationId: id, email: at < 15 ? 'often@example.com' : `guest-${at}@example.com` };
      return service.request(contract.sendGuestCode, code, undefined, { caller });
    }),
  );
  expect(countOf(answers)).toBe(30);
});
