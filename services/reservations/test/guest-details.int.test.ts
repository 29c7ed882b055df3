import * as contract from '@lodging/contract-reservations';
import type { RequestOf } from '@lodging/contract-wire';
import type { Caller } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { bookingRequest, createBooking, createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

type Guest = RequestOf<typeof contract.verifyGuestCode>['guest'];
type CodeRequest = Partial<RequestOf<typeof contract.sendGuestCode>>;

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const publishable: Caller = { kind: 'publishable', keyId: randomUUID(), permissions: [] };
const ada = {
  name: 'Ada Lovelace',
  phone: '+49 30 901820',
  arrivalTime: '21:30',
  message: 'Late train.\nThe cot, please.',
};
const adaOfBooking = {
  guestName: ada.name,
  guestPhone: ada.phone,
  arrivalTime: ada.arrivalTime,
  guestMessage: ada.message,
};

async function codeFor(reservationId: string, email: string, request: CodeRequest = {}): Promise<string> {
  valueOf(await service.request(contract.sendGuestCode, { reservationId, email, ...request }));
  return service.neighbours.mails.at(-1)?.code ?? '';
}
const verify = (reservationId: string, email: string, code: string, guest?: Guest) =>
  service.request(
    contract.verifyGuestCode,
    { reservationId, email, code, ...(guest !== undefined && { guest }) },
    undefined,
    { caller: publishable },
  );
async function rowOf(id: string): Promise<string> {
  return JSON.stringify(await service.probe.sql('SELECT * FROM reservations WHERE id = $1', [id]));
}
async function historyOf(reservationId: string) {
  const page = { reservationId, limit: 100, after: null };
  return valueOf(await service.request(contract.listHistory, page)).entries;
}
const newEmail = () => `guest-${randomUUID()}@example.com`;

describe('what a guest says with the code', () => {
  it('is stored sealed in the commit that verifies, and named in the history', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    const code = await codeFor(hold.id, email, { language: 'de-AT' });
    const answer = valueOf(await verify(hold.id, email, code, ada));
    expect(Object.keys(answer)).toEqual(['guestVerificationToken', 'expiresAt']);
    const booking = await readBooking(service, hold.id);
    expect(booking).toMatchObject({ ...adaOfBooking, guestEmail: email, guestLanguage: 'de-AT', version: 2 });
    const stored = await rowOf(hold.id);
    for (const value of [...Object.values(ada), email]) expect(stored).not.toContain(value);
    const history = await historyOf(hold.id);
    const verified = history.find(({ action }) => action === 'guest_verified');
    expect(verified?.changes).toEqual(
      ['guestEmail', 'guestName', 'guestPhone', 'arrivalTime', 'guestMessage', 'guestLanguage'].map(
        (field) => ({ field, before: null, after: 'set' }),
      ),
    );
    expect(await service.probe.eventsOf(hold.id)).toEqual(['created']);
  });

  it('is not written with a refused code', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    const code = await codeFor(hold.id, email, { language: 'fr' });
    const before = await rowOf(hold.id);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(outcomeOf(await verify(hold.id, email, wrong, ada))).toBe('bad_code');
    expect(await rowOf(hold.id)).toBe(before);
  });

  it('is corrected by a second verification, and stays where that says nothing of it', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    await verify(hold.id, email, await codeFor(hold.id, email, { language: 'es' }), ada);
    const second = await codeFor(hold.id, email);
    expect(outcomeOf(await verify(hold.id, email, second, { name: 'Grace Hopper' }))).toBe('ok');
    expect(await readBooking(service, hold.id)).toMatchObject({
      ...adaOfBooking,
      guestName: 'Grace Hopper',
      guestLanguage: 'es',
      version: 3,
    });
    const list = { limit: 100, after: null };
    const found = async (q: string) =>
      valueOf(await service.request(contract.listBookings, { ...list, q })).bookings.map(({ id }) => id);
    expect(await found('hopper')).toContain(hold.id);
    expect(await found('lovelace')).not.toContain(hold.id);
  });
});

describe('arrival time and message of a booking', () => {
  it('are given with it, changed and removed, are sealed, and are in no event', async () => {
    const details = { arrivalTime: '15:00', guestMessage: 'Two cots.' };
    const booking = await createPaidBooking(service, details);
    expect(booking).toMatchObject(details);
    const patch = { reservationId: booking.id, arrivalTime: '16:45', guestMessage: null };
    const changed = valueOf(await service.request(contract.changeBooking, patch));
    expect(changed).toMatchObject({ arrivalTime: '16:45', guestMessage: null, version: booking.version + 1 });
    const [entry] = (await historyOf(booking.id)).filter(({ action }) => action === 'updated');
    expect(entry?.changes).toEqual([
      { field: 'arrivalTime', before: 'set', after: 'set' },
      { field: 'guestMessage', before: 'set', after: null },
    ]);
    const outbox = await service.probe.sql('SELECT envelope FROM outbox WHERE aggregate_id = $1', [
      booking.id,
    ]);
    for (const value of ['15:00', '16:45', 'Two cots.'])
      expect(JSON.stringify([outbox, await rowOf(booking.id)])).not.toContain(`"${value}"`);
  });

  it('are null where nothing was said', async () => {
    const { booking } = valueOf(await createBooking(service, bookingRequest()));
    expect(booking).toMatchObject({ arrivalTime: null, guestMessage: null });
  });
});

describe('the mail with the code', () => {
  it('is requested with the languages, the property, and the local dates of the stay', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    const requested = { language: 'pt', acceptedLanguages: ['de-AT', 'en'], tenantName: 'Hotel Alpenblick' };
    await codeFor(hold.id, email, requested);
    expect(service.neighbours.mails.at(-1)).toMatchObject({
      languages: ['pt', 'de-AT', 'en'],
      property: 'Hotel Alpenblick',
      stay: { resourceName: `Room ${hold.resourceId.slice(-4)}`, from: '2027-03-01', to: '2027-03-03' },
    });
    expect((await readBooking(service, hold.id)).guestLanguage).toBeNull();
  });

  it('is sent without the name of the resource where inventory does not answer', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    service.neighbours.faults.name = () => {
      throw new Error('inventory is away');
    };
    await codeFor(hold.id, email);
    expect(service.neighbours.mails.at(-1)?.stay?.resourceName).toBeNull();
  });

  it('asks inventory for a name once in a while', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    await codeFor(hold.id, email);
    await codeFor(hold.id, email);
    expect(service.neighbours.inventory.named.filter((id) => id === hold.resourceId)).toHaveLength(1);
  });
});

const long = 'x'.repeat(100_000);
const bad: readonly [string, unknown][] = [
  ...['', 'x'.repeat(201), long, 'A\nB', 'A\u0000B', '\u0007', 7, null, [], {}, '\ud800'].map(
    (value): [string, unknown] => ['name', value],
  ),
  ...['', 'x'.repeat(51), long, '1\r\n2', true, null].map((value): [string, unknown] => ['phone', value]),
  ...['', '24:00', '7:30', '12:60', '12:30:00', '12:30\n', ' 12:30', '١٢:٣٠', long, 730, null].map(
    (value): [string, unknown] => ['arrivalTime', value],
  ),
  ...['', 'x'.repeat(1_001), long, 'a\tb', 'a\u0000', 'a\u001b[31m', 'a\u0085', 3, null, ['a']].map(
    (value): [string, unknown] => ['message', value],
  ),
];

describe('a malformed field', () => {
  it.each(bad)('%s of the guest is refused by the shape: %j', (field, value) => {
    const request = { reservationId: randomUUID(), email: 'a@example.com', code: '123456' };
    const parsed = contract.verifyGuestCode.request.safeParse({ ...request, guest: { [field]: value } });
    expect(parsed.error?.issues.map(({ path }) => path.join('/'))).toContain(`guest/${field}`);
  });

  it.each(['', 'english please', 'de_AT', 'x'.repeat(101), long, '\u0000', 5, null, ['de']])(
    'language %j is refused by the shape',
    (value) => {
      const request = { reservationId: randomUUID(), email: 'a@example.com', language: value };
      const parsed = contract.sendGuestCode.request.safeParse(request);
      expect(parsed.error?.issues.map(({ path }) => path.join('/'))).toContain('language');
    },
  );

  it('of a request over the bus writes nothing', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    const code = await codeFor(hold.id, email);
    const before = await rowOf(hold.id);
    for (const [field, value] of bad) {
      const guest: Guest = Object({ [field]: value });
      await expect(verify(hold.id, email, code, guest)).rejects.toThrow();
    }
    expect(await rowOf(hold.id)).toBe(before);
    expect(outcomeOf(await verify(hold.id, email, code, ada))).toBe('ok');
  });

  it('and the hold of another tenant are not confused: that one is hold_not_found', async () => {
    const [hold, email] = [await placeHold(service), newEmail()];
    const code = await codeFor(hold.id, email);
    const before = await rowOf(hold.id);
    const request = { reservationId: hold.id, email, code, guest: ada };
    expect(outcomeOf(await service.request(contract.verifyGuestCode, request, randomUUID()))).toBe(
      'hold_not_found',
    );
    const requested = { reservationId: hold.id, email, language: 'de' };
    expect(outcomeOf(await service.request(contract.sendGuestCode, requested, randomUUID()))).toBe(
      'hold_not_found',
    );
    expect(await rowOf(hold.id)).toBe(before);
  });
});
