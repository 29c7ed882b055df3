import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '@lodging/kit-messaging';
import { openDatabase } from '@lodging/kit-postgres';
import { createDueWorkRepository } from '../src/outbound/stay/due-work-repository.ts';
import { outcomeOf, valueOf } from './guest-requests.ts';
import { createHeldBooking } from './operator-requests.ts';
import { publishableClient } from './publishable-client.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const NO_TENANT = '00000000-0000-0000-0000-000000000000';
const emailOf = () => `stranger-${randomUUID()}@example.com`;
const countOf = (answers: readonly { ok: boolean }[]) => answers.filter(({ ok }) => ok).length;
const mailsTo = (email: string) => service.neighbours.mails.filter(({ to }) => to === email).length;

/** A tenant that limits nothing, with a hold to which codes can be sent four times. */
async function tenantWithHold() {
  const { tenantId, from } = publishableClient(service, { limits: {} });
  const browser = from('203.0.113.7');
  const { id } = valueOf(await browser.place());
  return {
    tenantId,
    byBrowser: (email: string) => browser.send(id, email),
    bySecretKey: (email: string) =>
      service.request(contract.sendGuestCode, { reservationId: id, email }, tenantId),
  };
}

/** Five at a time: what is tested is what comes after. */
async function inFives<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const fives = Array.from({ length: Math.min(5, count - done.length) }, (_, at) => work(done.length + at));
    done.push(...(await Promise.all(fives)));
  }
  return done;
}

/** Repeats a request that a busy service did not answer, as clients do: it has counted nothing. */
async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
}

/** Moves what was counted for all tenants into the past. */
const age = (hours: number) =>
  service.probe.sql(
    `UPDATE guest_code_sends SET updated_at = updated_at - make_interval(hours => $2),
            sent_at = ARRAY(SELECT time - make_interval(hours => $2) FROM unnest(sent_at) AS time)
      WHERE tenant_id = $1`,
    [NO_TENANT, hours],
  );

async function sendTwenty(email: string) {
  const answers = await Promise.all(
    (await inFives(20, tenantWithHold)).map((tenant) => tenant.byBrowser(email)),
  );
  expect(countOf(answers)).toBe(20);
}

describe('codes to one address over all tenants', () => {
  it('are twenty an hour, with a hundred requests at once of five tenants with either kind of key, over two replicas', async () => {
    const other = await service.startReplica();
    onTestFinished(() => other.stop());
    const email = emailOf();
    const tenants = await inFives(5, async () => {
      const { tenantId, from } = publishableClient(service, { limits: {} });
      const place = async (at: number) => valueOf(await from(`203.0.113.${at}`).place()).id;
      return { tenantId, from, holds: await inFives(20, place) };
    });
    const answers = await Promise.all(
      tenants.flatMap(({ tenantId, from, holds }, index) =>
        holds.map((reservationId) =>
          untilAnswered(() =>
            index % 2 === 0
              ? from('203.0.113.9').send(reservationId, email)
              : service.request(contract.sendGuestCode, { reservationId, email }, tenantId),
          ),
        ),
      ),
    );
    expect(answers).toHaveLength(100);
    expect([countOf(answers), mailsTo(email)]).toEqual([20, 20]);
    expect(new Set(answers.filter(({ ok }) => !ok).map(outcomeOf))).toEqual(new Set(['rate_limited']));
  }, 60_000);

  it('are sixty a day', async () => {
    const email = emailOf();
    for (let hour = 0; hour < 3; hour += 1) {
      await sendTwenty(email);
      await age(2);
    }
    const tenant = await tenantWithHold();
    const refused = await tenant.byBrowser(email);
    if (refused.ok) throw new Error('the sixty-first code was sent');
    const wait = Number(refused.refusal.extra?.['retryAfterSeconds']);
    expect(wait).toBeGreaterThan(17 * 3_600);
    expect(wait).toBeLessThanOrEqual(18 * 3_600);
    await age(18);
    expect(outcomeOf(await tenant.byBrowser(email))).toBe('ok');
  }, 60_000);

  it('are refused as by the limit of a tenant, and the wait does not say when another tenant sent one', async () => {
    const email = emailOf();
    await sendTwenty(email);
    await service.probe.sql(
      `UPDATE guest_code_sends SET sent_at = ARRAY(SELECT time - interval '7 minutes' FROM unnest(sent_at) AS time)
        WHERE tenant_id = $1`,
      [NO_TENANT],
    );
    const limited = publishableClient(service, { limits: { codesPerAddressHour: 0 } }).from('203.0.113.7');
    const ofTenant = await limited.send(valueOf(await limited.place()).id, emailOf());
    const tenant = await tenantWithHold();
    const everywhere = await tenant.byBrowser(email);
    const bySecretKey = await tenant.bySecretKey(email);
    if (ofTenant.ok) throw new Error('the limit of the tenant refused nothing');
    const { refusal } = ofTenant;
    expect(everywhere).toEqual({ ok: false, refusal: { ...refusal, extra: { retryAfterSeconds: 3_600 } } });
    expect(bySecretKey).toEqual(everywhere);
  }, 60_000);

  it('are whatever their case, and those of another address do not count', async () => {
    const email = emailOf();
    await sendTwenty(email);
    const tenant = await tenantWithHold();
    expect(outcomeOf(await tenant.bySecretKey(email.toUpperCase()))).toBe('rate_limited');
    expect(outcomeOf(await tenant.bySecretKey(emailOf()))).toBe('ok');
  }, 60_000);

  it('do not count where they are refused', async () => {
    const email = emailOf();
    const tenant = await tenantWithHold();
    await sendTwenty(email);
    for (let again = 0; again < 30; again += 1)
      expect(outcomeOf(await tenant.byBrowser(email))).toBe('rate_limited');
    await age(2);
    expect(outcomeOf(await tenant.byBrowser(email))).toBe('ok');
  }, 60_000);

  it('do not count while no mail can be sent, however often a guest tries', async () => {
    const email = emailOf();
    const tenant = await tenantWithHold();
    service.neighbours.faults.mail = () => {
      throw new Error('no mail is sent');
    };
    for (let again = 0; again < 25; again += 1) {
      const sent = again % 2 === 0 ? tenant.byBrowser(email) : tenant.bySecretKey(email);
      await expect(sent).rejects.toThrow();
    }
    service.neighbours.clearFaults();
    expect(outcomeOf(await tenant.byBrowser(email))).toBe('ok');
  }, 60_000);

  it('change nothing of what is counted where the hold has ended', async () => {
    const { from } = publishableClient(service, { limits: { codesPerClientHour: 5 } });
    const { id } = valueOf(await from('203.0.113.7').place());
    await service.probe.ageReservation(id, 15);
    const counted = () => service.probe.sql('SELECT * FROM guest_code_sends ORDER BY tenant_id, bucket');
    const before = await counted();
    expect(outcomeOf(await from('203.0.113.7').send(id, emailOf()))).toBe('hold_not_held');
    expect(await counted()).toEqual(before);
  });

  it('change nothing of what is counted where they are refused', async () => {
    const { tenantId, from } = publishableClient(service, {
      limits: { codesPerClientHour: 50, codesPerAddressHour: 50, keyLimitFactor: 10 },
    });
    const client = from('2001:db8:1:1::/64');
    const { id } = valueOf(await client.place());
    const owned = emailOf();
    for (let sent = 0; sent < 5; sent += 1) valueOf(await client.send(id, owned));
    const other = valueOf(await client.place());
    const limited = publishableClient(service, {
      limits: { codesPerClientHour: 0, codesPerAddressHour: 50 },
      tenantId,
    });
    const counted = () => service.probe.sql('SELECT * FROM guest_code_sends ORDER BY tenant_id, bucket');
    const before = await counted();
    expect(outcomeOf(await client.send(id, emailOf()))).toBe('rate_limited');
    expect(outcomeOf(await limited.from('203.0.113.7').send(other.id, emailOf()))).toBe('rate_limited');
    const booked = await createHeldBooking(service);
    const stranger = service.request(
      contract.sendGuestCode,
      { reservationId: booked.id, email: emailOf() },
      undefined,
      { caller: limited.caller, clientAddress: '203.0.113.7' },
    );
    expect(outcomeOf(await stranger)).toBe('guest_email_mismatch');
    expect(await counted()).toEqual(before);
  });

  it('are not counted for a hold that there is not', async () => {
    const before = await service.probe.sql('SELECT FROM guest_code_sends');
    const code = { reservationId: randomUUID(), email: emailOf() };
    expect(outcomeOf(await service.request(contract.sendGuestCode, code))).toBe('hold_not_found');
    expect(await service.probe.sql('SELECT FROM guest_code_sends')).toHaveLength(before.length);
  });

  it('are stored as a keyed hash and times, without the tenant, for a day', async () => {
    const email = emailOf();
    const tenant = await tenantWithHold();
    const rowsBefore = await service.probe.sql('SELECT bucket FROM guest_code_sends');
    valueOf(await tenant.bySecretKey(email));
    const rows = (await service.probe.sql('SELECT * FROM guest_code_sends')).filter(
      ({ bucket }) => !rowsBefore.some((row) => row['bucket'] === bucket),
    );
    expect(rows).toEqual([
      {
        tenant_id: NO_TENANT,
        bucket: expect.stringMatching(/^[\w-]{43}$/),
        sent_at: [expect.any(Date)],
        updated_at: expect.any(Date),
      },
    ]);
    const db = openDatabase({
      url: service.environment['POSTGRES_URL'] ?? '',
      schema: 'reservations',
      log: service.log,
    });
    const isThere = async () => {
      while ((await createDueWorkRepository(db).purgeCodeSends()) > 0);
      const found = await service.probe.sql('SELECT FROM guest_code_sends WHERE bucket = $1', [
        rows[0]?.['bucket'],
      ]);
      return found.length === 1;
    };
    try {
      await age(24);
      expect(await isThere()).toBe(true);
      await age(2);
      expect(await isThere()).toBe(false);
    } finally {
      await db.close();
    }
  });
});

describe('codes of a publishable key', () => {
  it('are 1, 4 and 16 times as many from a /64, a /56 and a /48, and what is refused counts in none', async () => {
    const { from } = publishableClient(service, { limits: { codesPerClientHour: 1 } });
    const send = async (networks: readonly string[]) =>
      countOf(
        await Promise.all(
          networks.map(async (network) => {
            const browser = from(`2001:db8:1:${network}::/64`);
            return browser.send(valueOf(await browser.place()).id, emailOf());
          }),
        ),
      );
    expect(await send(Array.from({ length: 4 }, () => '1'))).toBe(1);
    expect(await send(Array.from({ length: 12 }, (_, at) => (16 + at).toString(16)))).toBe(3);
    expect(await send(Array.from({ length: 20 }, (_, at) => `${(1 + at).toString(16)}00`))).toBe(12);
  }, 60_000);

  it('are ten times as many from all networks together, and the operator is informed about the key', async () => {
    const limits = { codesPerClientHour: 1, keyLimitFactor: 10 };
    const { keyId, from } = publishableClient(service, { limits });
    const browsers = await inFives(24, async (at) => {
      const browser = from(`203.0.113.${at}`);
      return { ...browser, holdId: valueOf(await browser.place()).id };
    });
    const answers = await Promise.all(browsers.map(({ send, holdId }) => send(holdId, emailOf())));
    expect(countOf(answers)).toBe(10);
    const line = service.log.lines.find((one) => one['keyId'] === keyId);
    expect(line).toMatchObject({ limit: 'codes' });
  }, 60_000);
});
