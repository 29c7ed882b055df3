import * as contract from '@lodging/contract-reservations';
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

const place = (signedQuoteToken: string, idempotencyKey: string = randomUUID()) =>
  service.request(contract.placeHold, { idempotencyKey, signedQuoteToken });

/** A stay that one guest holds and another one was refused. */
async function soldOut() {
  const { resourceId, id } = await placeHold(service);
  const token = async () => (await createQuote(service, { resourceId })).signedQuoteToken;
  expect(outcomeOf(await place(await token()))).toBe('hold_conflict');
  return { resourceId, id, token };
}

describe('a hold of units that another guest was refused before', () => {
  it('is refused without a row, and without a claim', async () => {
    const { token } = await soldOut();
    service.neighbours.faults.claim = () => {
      throw new Error('no claim is expected');
    };
    const key = randomUUID();
    for (let time = 0; time < 3; time += 1)
      expect(outcomeOf(await place(await token(), key))).toBe('hold_conflict');
    expect(await service.probe.rowsOfKey(key)).toEqual([]);
  });

  it('is placed once the units are free again', async () => {
    const { id, token } = await soldOut();
    service.neighbours.inventory.claims.delete(id);
    const again = await Promise.all([1, 2, 3, 4].map(async () => outcomeOf(await place(await token()))));
    expect(again.toSorted()).toEqual(['hold_conflict', 'hold_conflict', 'hold_conflict', 'ok']);
  });

  it('answers a repeated request of the guest who has the units with that hold', async () => {
    const { id, token } = await soldOut();
    service.neighbours.inventory.claims.delete(id);
    const [mine, key] = [await token(), randomUUID()];
    const held = valueOf(await place(mine, key));
    expect(outcomeOf(await place(await token()))).toBe('hold_conflict');
    expect(valueOf(await place(mine, key)).id).toBe(held.id);
    const twins = await Promise.all([place(mine, key), place(mine, key)]);
    expect(twins.map((twin) => valueOf(twin).id)).toEqual([held.id, held.id]);
  });

  it('is one hold for requests with one key that arrive together', async () => {
    const { id, token } = await soldOut();
    service.neighbours.inventory.claims.delete(id);
    const [mine, key] = [await token(), randomUUID()];
    const answers = await Promise.all([1, 2, 3, 4].map(() => place(mine, key)));
    expect(new Set(answers.map((answer) => valueOf(answer).id)).size).toBe(1);
  });

  it('is made by the claim where inventory does not say whether the units are taken', async () => {
    const { id, token } = await soldOut();
    service.neighbours.inventory.claims.delete(id);
    service.neighbours.faults.check = () => {
      throw new Error('a release without this request');
    };
    expect(outcomeOf(await place(await token()))).toBe('ok');
    expect(outcomeOf(await place(await token()))).toBe('hold_conflict');
  });
});
