import * as contract from '@lodging/contract-reservations';
import type { ResponseOf } from '@lodging/contract-wire';
import type { Caller } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBooking, valueOf } from './guest-requests.ts';
import { createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const caller: Caller = { kind: 'secret', keyId: randomUUID(), permissions: ['book'] };
const patch = (reservationId: string, metadata: Record<string, string>) =>
  service.request(contract.changeBooking, { reservationId, metadata }, service.tenantId, { caller });

type History = ResponseOf<typeof contract.listHistory>;

async function historyOf(reservationId: string) {
  const entries: History['entries'] = [];
  let after: string | null = null;
  do {
    const request = { reservationId, limit: 100, after };
    const page: History = valueOf(await service.request(contract.listHistory, request));
    entries.push(...page.entries);
    after = page.nextAfter;
  } while (after !== null);
  return entries;
}

it('a thousand changes under one key leave a thousand entries, each with its request and its version', async () => {
  const { id, version } = await createPaidBooking(service);
  const [COUNT, PARALLEL] = [1_000, 20];
  let next = 0;
  const worker = async () => {
    while (next < COUNT) valueOf(await patch(id, { round: String((next += 1)) }));
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  const updated = (await historyOf(id)).filter(({ action }) => action === 'updated');
  expect(updated.map((entry) => entry.version)).toEqual(
    Array.from({ length: COUNT }, (_, index) => version + 1 + index),
  );
  expect(new Set(updated.map(({ requestId }) => requestId)).size).toBe(COUNT);
  expect(new Set(updated.map(({ actor }) => `${actor.kind} ${actor.id}`))).toEqual(
    new Set([`secret_key ${caller.keyId}`]),
  );
  expect((await readBooking(service, id)).version).toBe(version + COUNT);
}, 120_000);

it('of fifty changes of different keys at once all are in', async () => {
  const { id } = await createPaidBooking(service);
  const names = Array.from({ length: 50 }, (_, index) => `key-${index}`);
  await Promise.all(names.map(async (name) => valueOf(await patch(id, { [name]: name }))));
  const { metadata } = await readBooking(service, id);
  expect(metadata).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  const recorded = new Set((await historyOf(id)).flatMap(({ changes }) => changes.map(({ field }) => field)));
  for (const name of names) expect(recorded).toContain(`metadata.${name}`);
});
