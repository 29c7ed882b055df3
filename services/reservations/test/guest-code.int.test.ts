import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '@lodging/kit-runtime';
import { noGuest } from '../src/domain/stay/guest-details.ts';
import { outcomeOf, readBooking, receiveCode, placeHold, valueOf } from './guest-requests.ts';
import { guestSealer } from './open-test-database.ts';
import { createHeldBooking } from './operator-requests.ts';
import { RefusalError } from './neighbour-faults.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

/** One for each test: codes to an address are counted over all of them. */
let guest: string;
beforeEach(() => {
  guest = `guest-${randomUUID()}@example.com`;
});
const receive = (reservationId: string) => receiveCode(service, reservationId, guest);

const send = (reservationId: string, email = guest) =>
  service.request(contract.sendGuestCode, { reservationId, email });
const verify = (reservationId: string, code: string, email = guest) =>
  service.request(contract.verifyGuestCode, { reservationId, code, email });
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a code', () => {
  it('has six digits, is mailed to the guest, and is neither stored nor logged', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    expect(code).toMatch(/^\d{6}$/);
    expect(service.neighbours.mails.at(-1)?.to).toBe(guest);
    const [row] = await service.probe.sql('SELECT * FROM guest_codes WHERE reservation_id = $1', [id]);
    const kept = JSON.stringify([row, service.log.lines]);
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(guest);
  });

  it('stores the e-mail as the guest’s, compared without case', async () => {
    const { id, holdExpiresAt } = await placeHold(service);
    const code = await receive(id);
    const verified = valueOf(await verify(id, code, guest.toUpperCase()));
    const beyond = Temporal.Instant.from(holdExpiresAt ?? '').until(verified.expiresAt);
    expect(beyond.total('minutes')).toBe(15);
    expect((await readBooking(service, id)).guestEmail).toBe(guest);
  });

  it('is valid once', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    expect(outcomeOf(await verify(id, code))).toBe('ok');
    expect(outcomeOf(await verify(id, code))).toBe('bad_code');
  });

  it('is valid for its e-mail and its hold only', async () => {
    const [one, other] = [await placeHold(service), await placeHold(service)];
    const code = await receive(one.id);
    expect(outcomeOf(await verify(one.id, code, 'other@example.com'))).toBe('bad_code');
    expect(outcomeOf(await verify(other.id, code))).toBe('bad_code');
  });

  it('that is wrong is recorded among what was refused about the hold, in one row however often', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    for (let tries = 0; tries < 3; tries += 1) await verify(id, wrong(code));
    const rows = () =>
      service.probe.sql('SELECT operation, code, times FROM refused_requests WHERE reservation_id = $1', [
        id,
      ]);
    await expect.poll(rows).toEqual([{ operation: 'verify-guest-code', code: 'bad_code', times: 3 }]);
  });

  it('replaces the one before it', async () => {
    const { id } = await placeHold(service);
    const [old, fresh] = [await receive(id), await receive(id)];
    if (old !== fresh) expect(outcomeOf(await verify(id, old))).toBe('bad_code');
    expect(outcomeOf(await verify(id, fresh))).toBe('ok');
  });

  it('expires after ten minutes', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    await service.probe.ageReservation(id, 10);
    expect(outcomeOf(await verify(id, code))).toBe('expired');
  });

  it('never outlives its hold', async () => {
    const { id, holdExpiresAt } = await placeHold(service);
    await service.probe.ageReservation(id, 10);
    const { expiresAt } = valueOf(await send(id));
    const end = Temporal.Instant.from(holdExpiresAt ?? '').subtract({ minutes: 10 });
    expect(Temporal.Instant.from(expiresAt).epochMilliseconds).toBe(end.epochMilliseconds);
  });
});

describe('guessing', () => {
  it('is limited to six failures in sixty concurrent verifications', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    const guesses = Array.from({ length: 60 }, () => verify(id, wrong(code)));
    const counts = Map.groupBy((await Promise.all(guesses)).map(outcomeOf), (outcome) => outcome);
    expect(counts.get('bad_code')).toHaveLength(6);
    expect(counts.get('exhausted_attempts')).toHaveLength(14);
    expect(counts.get('rate_limited')).toHaveLength(40);
    const answer = await verify(id, code);
    expect(answer).toMatchObject({ refusal: { code: 'rate_limited' } });
    if (!answer.ok) expect(answer.refusal.extra?.['retryAfterSeconds']).toBeGreaterThan(890);
  });

  it('locks the code after six failures, until a new one is sent', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    for (let count = 0; count < 6; count += 1)
      expect(outcomeOf(await verify(id, wrong(code)))).toBe('bad_code');
    expect(outcomeOf(await verify(id, code))).toBe('exhausted_attempts');
    expect(outcomeOf(await verify(id, await receive(id)))).toBe('ok');
  });

  it('is counted across replicas', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    for (let count = 0; count < 6; count += 1) await verify(id, wrong(code));
    const other = await service.startReplica();
    for (let count = 0; count < 4; count += 1)
      expect(outcomeOf(await verify(id, code))).toBe('exhausted_attempts');
    await other.stop();
  });
});

describe('sending', () => {
  it('is rate limited after five codes, with Retry-After', async () => {
    const { id } = await placeHold(service);
    for (let count = 0; count < 5; count += 1) valueOf(await send(id));
    expect(await send(id)).toMatchObject({
      refusal: { code: 'rate_limited', extra: { retryAfterSeconds: 900 } },
    });
  });

  it('that fails keeps the code before it valid, and does not count', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    service.neighbours.faults.mail = () => {
      throw new Error('the mail server is down');
    };
    for (let count = 0; count < 6; count += 1) await expect(send(id)).rejects.toThrow('unavailable');
    service.neighbours.clearFaults();
    expect(outcomeOf(await verify(id, code))).toBe('ok');
    expect(outcomeOf(await send(id))).toBe('ok');
  });
});

describe('a mail whose delivery is not confirmed', () => {
  it('has a valid code, and counts', async () => {
    const { id } = await placeHold(service);
    service.neighbours.faults.mail = () => {
      throw new RefusalError('mail_unconfirmed');
    };
    for (let count = 0; count < 4; count += 1) await expect(send(id)).rejects.toThrow('unavailable');
    service.neighbours.clearFaults();
    const [before] = await service.probe.sql('SELECT digest FROM guest_codes WHERE reservation_id = $1', [
      id,
    ]);
    expect(before?.['digest']).toEqual(expect.any(String));
    expect(outcomeOf(await send(id))).toBe('ok');
    expect(outcomeOf(await send(id))).toBe('rate_limited');
  });
});

describe('a publishable key', () => {
  const publishable: Caller = { kind: 'publishable', keyId: randomUUID(), permissions: [] };
  const secret: Caller = { kind: 'secret', keyId: randomUUID(), permissions: [] };
  const other = 'other@example.com';
  const sendAs = (caller: Caller, reservationId: string, email = guest) =>
    service.request(contract.sendGuestCode, { reservationId, email }, undefined, { caller });
  const verifyAs = (caller: Caller, reservationId: string, code: string, email = guest) =>
    service.request(contract.verifyGuestCode, { reservationId, code, email }, undefined, { caller });
  const lastCode = () => service.neighbours.mails.at(-1)?.code ?? '';

  it('sends a code to no address but the one that the booking has', async () => {
    const { id } = await createHeldBooking(service, { guestEmail: guest });
    const sent = service.neighbours.mails.length;
    expect(outcomeOf(await sendAs(publishable, id, other))).toBe('guest_email_mismatch');
    expect(service.neighbours.mails).toHaveLength(sent);
    expect(outcomeOf(await sendAs(publishable, id, guest.toUpperCase()))).toBe('ok');
    expect(outcomeOf(await verifyAs(publishable, id, lastCode()))).toBe('ok');
    expect((await readBooking(service, id)).guestEmail).toBe(guest);
  });

  it('does not take over a booking with a code that was sent before it had its address', async () => {
    const { id } = await placeHold(service);
    expect(outcomeOf(await sendAs(publishable, id, other))).toBe('ok');
    const early = lastCode();
    const key = { tenantId: service.tenantId, id };
    const stored = guestSealer.seal(key, { ...noGuest, guestEmail: guest });
    await service.probe.sql(
      'UPDATE reservations SET guest_sealed = $2, guest_email_hash = $3 WHERE id = $1',
      [id, stored.guestSealed, stored.guestEmailHash],
    );
    expect(outcomeOf(await verifyAs(publishable, id, early, other))).toBe('guest_email_mismatch');
    expect((await readBooking(service, id)).guestEmail).toBe(guest);
  });

  it('is not what a secret key is: that may give the booking another address', async () => {
    const { id } = await createHeldBooking(service);
    expect(outcomeOf(await sendAs(secret, id, other))).toBe('ok');
    expect(outcomeOf(await verifyAs(secret, id, lastCode(), other))).toBe('ok');
    expect((await readBooking(service, id)).guestEmail).toBe(other);
  });
});

describe('a hold', () => {
  it('that is unknown, or another tenant’s, is hold_not_found', async () => {
    expect(outcomeOf(await send(randomUUID()))).toBe('hold_not_found');
    expect(outcomeOf(await verify(randomUUID(), '123456'))).toBe('hold_not_found');
    const { id } = await placeHold(service);
    const request = { reservationId: id, email: guest };
    expect(outcomeOf(await service.request(contract.sendGuestCode, request, randomUUID()))).toBe(
      'hold_not_found',
    );
  });

  it('that has ended is hold_not_held', async () => {
    const { id } = await placeHold(service);
    const code = await receive(id);
    await service.probe.ageReservation(id, 15);
    expect(outcomeOf(await send(id))).toBe('hold_not_held');
    expect(outcomeOf(await verify(id, code))).toBe('hold_not_held');
  });
});
