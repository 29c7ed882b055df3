import * as contract from '@lodging/contract-reservations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtainGuestToken, outcomeOf, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { bookingRequest, createBooking, createPaidBooking, patchBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;

beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const read = async (reservationId: string, ...knownTags: string[]) =>
  valueOf(await service.request(contract.readBooking, { reservationId, knownTags }));
const move = (
  reservationId: string,
  state: contract.ReservationState,
  ifMatch?: string[],
  reason = 'a change',
) => patchBooking(service, { reservationId, state, reason, ...(ifMatch && { ifMatch }) });

describe('the version of a booking', () => {
  it('grows with every change that a reader sees', async () => {
    const hold = await placeHold(service);
    const seen = [await readBooking(service, hold.id)];
    expect(seen[0]?.version).toBe(hold.version);
    await obtainGuestToken(service, hold.id);
    seen.push(await readBooking(service, hold.id));
    await obtainGuestToken(service, hold.id);
    seen.push(await readBooking(service, hold.id));
    valueOf(await move(hold.id, 'cancelled'));
    seen.push(await readBooking(service, hold.id));
    const versions = seen.map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => hold.version + index));
  });

  it('names the entity tag of a read, which is left out for a client that has it', async () => {
    const { id, version } = await createPaidBooking(service);
    const etag = `"v${version}"`;
    expect(await read(id)).toMatchObject({ etag, booking: { id } });
    expect(await read(id, '"v0"', etag)).toEqual({ etag, booking: null });
    expect(await read(id, '*')).toEqual({ etag, booking: null });
    expect(await read(id, '"v0"')).toMatchObject({ etag, booking: { id } });
  });

  it('does not stand for a hold past its end, which is shown as expired before its row changes', async () => {
    const { id } = await placeHold(service);
    await service.probe.sql(
      "UPDATE reservations SET attempt_until = now() + interval '1 hour' WHERE id = $1",
      [id],
    );
    const held = await read(id);
    await service.probe.sql(
      "UPDATE reservations SET hold_expires_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    expect(await read(id, held.etag)).toMatchObject({ etag: held.etag, booking: { state: 'expired' } });
  });
});

describe('a change with If-Match', () => {
  it('is made in that version only', async () => {
    const { id, version } = await createPaidBooking(service);
    const stale = await move(id, 'checked_in', [`"v${version - 1}"`]);
    expect(stale).toMatchObject({
      ok: false,
      refusal: { code: 'version_mismatch', extra: { currentVersion: version } },
    });
    expect(outcomeOf(await move(id, 'checked_in', []))).toBe('version_mismatch');
    const moved = valueOf(await move(id, 'checked_in', [`"v${version}"`]));
    expect(moved.version).toBe(version + 1);
    expect(valueOf(await move(id, 'checked_out', ['*'])).state).toBe('checked_out');
  });

  it('is refused for its version before its state, and after its existence', async () => {
    const { id } = await createPaidBooking(service);
    expect(outcomeOf(await move(id, 'checked_out', ['"v1000"']))).toBe('version_mismatch');
    expect(outcomeOf(await move(id, 'checked_out', ['*']))).toBe('illegal_transition');
    expect(outcomeOf(await move(crypto.randomUUID(), 'cancelled', ['"v1000"']))).toBe('booking_not_found');
  });

  it('succeeds once among twenty of one version', async () => {
    const { id, version } = await createPaidBooking(service);
    const moves = await Promise.all(
      Array.from({ length: 20 }, () => move(id, 'cancelled', [`"v${version}"`])),
    );
    const outcomes = moves.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'version_mismatch']));
  });
});

describe('a booking with a currency to show', () => {
  it('answers its total and the rate as a quote does, also when it is repeated', async () => {
    const request = bookingRequest({ currency: 'USD', paidOffline: true });
    const first = valueOf(await createBooking(service, request));
    expect(first).toMatchObject({
      displayTotal: { amountMinorUnits: '10000', currency: 'EUR' },
      fx: { source: 'identity' },
    });
    const { displayTotal, fx } = valueOf(await createBooking(service, request));
    expect({ displayTotal, fx }).toEqual({ displayTotal: first.displayTotal, fx: first.fx });
  });

  it('is answered without them where none was requested', async () => {
    const answer = valueOf(await createBooking(service, bookingRequest()));
    expect(Object.keys(answer).toSorted()).toEqual(['booking', 'payment']);
  });
});
