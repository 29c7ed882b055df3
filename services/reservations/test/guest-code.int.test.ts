// Guards the one-time code on real servers: what a guesser gets, and what a guest is owed.
import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GUEST, outcomeOf, readBack, receiveCode, takeHold, valueOf } from './guest.ts';
import { openHouse } from './house.ts';
import type { InventoryClient } from './house.ts';

let house: InventoryClient;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
afterEach(() => house.neighbours.repair());

const send = (reservationId: string, email = GUEST) =>
  house.ask(contract.sendGuestCode, { reservationId, email });
const verify = (reservationId: string, code: string, email = GUEST) =>
  house.ask(contract.verifyGuestCode, { reservationId, code, email });
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a code', () => {
  it('has six digits, is mailed to the guest, and is nowhere to be found afterwards', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    expect(code).toMatch(/^\d{6}$/);
    expect(house.neighbours.mails.at(-1)?.to).toBe(GUEST);
    const [row] = await house.ledger.sql('SELECT * FROM guest_codes WHERE reservation_id = $1', [id]);
    const kept = JSON.stringify([row, house.log.lines]);
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(GUEST);
  });

  it('makes the e-mail the guest’s, in whatever case it is written', async () => {
    const { id, holdExpiresAt } = await takeHold(house);
    const code = await receiveCode(house, id);
    const verified = valueOf(await verify(id, code, 'Guest@Example.COM'));
    const beyond = Temporal.Instant.from(holdExpiresAt ?? '').until(verified.expiresAt);
    expect(beyond.total('minutes')).toBe(15);
    expect((await readBack(house, id)).guestEmail).toBe(GUEST);
  });

  it('is good once', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    expect(outcomeOf(await verify(id, code))).toBe('ok');
    expect(outcomeOf(await verify(id, code))).toBe('bad_code');
  });

  it('belongs to the e-mail it was sent to, and to the hold', async () => {
    const [one, other] = [await takeHold(house), await takeHold(house)];
    const code = await receiveCode(house, one.id);
    expect(outcomeOf(await verify(one.id, code, 'other@example.com'))).toBe('bad_code');
    expect(outcomeOf(await verify(other.id, code))).toBe('bad_code');
  });

  it('replaces the one before it', async () => {
    const { id } = await takeHold(house);
    const [old, fresh] = [await receiveCode(house, id), await receiveCode(house, id)];
    if (old !== fresh) expect(outcomeOf(await verify(id, old))).toBe('bad_code');
    expect(outcomeOf(await verify(id, fresh))).toBe('ok');
  });

  it('expires after ten minutes', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    await house.ledger.letTimePass(id, 10);
    expect(outcomeOf(await verify(id, code))).toBe('expired');
  });

  it('never outlives its hold', async () => {
    const { id, holdExpiresAt } = await takeHold(house);
    await house.ledger.letTimePass(id, 10);
    const { expiresAt } = valueOf(await send(id));
    const end = Temporal.Instant.from(holdExpiresAt ?? '').subtract({ minutes: 10 });
    expect(Temporal.Instant.from(expiresAt).epochMilliseconds).toBe(end.epochMilliseconds);
  });
});

describe('guessing', () => {
  it('spends six tries in sixty parallel guesses, however fast they come', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    const guesses = Array.from({ length: 60 }, () => verify(id, wrong(code)));
    const counts = Map.groupBy((await Promise.all(guesses)).map(outcomeOf), (outcome) => outcome);
    expect(counts.get('bad_code')).toHaveLength(6);
    expect(counts.get('exhausted_attempts')).toHaveLength(14);
    expect(counts.get('rate_limited')).toHaveLength(40);
    const answer = await verify(id, code);
    expect(answer).toMatchObject({ refusal: { code: 'rate_limited' } });
    if (!answer.ok) expect(answer.refusal.extra?.['retryAfterSeconds']).toBeGreaterThan(890);
  });

  it('locks the code out after six, the right one too, until a new one is sent', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    for (let count = 0; count < 6; count += 1)
      expect(outcomeOf(await verify(id, wrong(code)))).toBe('bad_code');
    expect(outcomeOf(await verify(id, code))).toBe('exhausted_attempts');
    expect(outcomeOf(await verify(id, await receiveCode(house, id)))).toBe('ok');
  });

  it('goes on being counted when the service starts anew', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    for (let count = 0; count < 6; count += 1) await verify(id, wrong(code));
    const other = await house.build();
    for (let count = 0; count < 4; count += 1)
      expect(outcomeOf(await verify(id, code))).toBe('exhausted_attempts');
    await other.stop();
  });
});

describe('sending', () => {
  it('stops after five codes, and says when to come back', async () => {
    const { id } = await takeHold(house);
    for (let count = 0; count < 5; count += 1) valueOf(await send(id));
    expect(await send(id)).toMatchObject({
      refusal: { code: 'rate_limited', extra: { retryAfterSeconds: 900 } },
    });
  });

  it('that fails keeps the code before it in force, and costs nothing', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    house.neighbours.before.mail = () => {
      throw new Error('the mail server is ill');
    };
    for (let count = 0; count < 6; count += 1) await expect(send(id)).rejects.toThrow('unavailable');
    house.neighbours.repair();
    expect(outcomeOf(await verify(id, code))).toBe('ok');
    expect(outcomeOf(await send(id))).toBe('ok');
  });
});

describe('a hold', () => {
  it('that nobody knows is hold_not_found, whoever asks', async () => {
    expect(outcomeOf(await send(randomUUID()))).toBe('hold_not_found');
    expect(outcomeOf(await verify(randomUUID(), '123456'))).toBe('hold_not_found');
    const { id } = await takeHold(house);
    const request = { reservationId: id, email: GUEST };
    expect(outcomeOf(await house.ask(contract.sendGuestCode, request, randomUUID()))).toBe('hold_not_found');
  });

  it('that has ended takes no code', async () => {
    const { id } = await takeHold(house);
    const code = await receiveCode(house, id);
    await house.ledger.letTimePass(id, 15);
    expect(outcomeOf(await send(id))).toBe('hold_not_held');
    expect(outcomeOf(await verify(id, code))).toBe('hold_not_held');
  });
});
