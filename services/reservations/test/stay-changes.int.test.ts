import * as contract from '@lodging/contract-reservations';
import { billLine } from '@lodging/contract-inventory';
import type { BillLine } from '@lodging/contract-inventory';
import { exampleOf } from '@lodging/contract-wire';
import { eventually } from '@lodging/kit-testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeStay, changeTokenFor, LATER, listChanges, LONGER, quoteChange } from './change-requests.ts';
import { outcomeOf, placeHold, readBooking, valueOf } from './guest-requests.ts';
import { RefusalError } from './neighbour-faults.ts';
import { createHeldBooking, createPaidBooking, moveBooking, patchBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const claimOf = (id: string) => service.neighbours.inventory.claims.get(id);
const historyOf = async (id: string) =>
  valueOf(await service.request(contract.listHistory, { reservationId: id, limit: 50, after: null })).entries;
const stateOfChange = async (id: string, changeId: string) =>
  (await listChanges(service, id)).find((change) => change.id === changeId)?.state;

describe('a quote of a change', () => {
  it('says what would change and what it costs, and stores nothing', async () => {
    const { id, version } = await createPaidBooking(service);
    const quote = valueOf(await quoteChange(service, id, LONGER));
    expect(quote).toMatchObject({
      bookingId: id,
      version,
      current: { to: '2027-03-03T10:00:00.000Z', totalMinorUnits: '10000', partySize: 2 },
      proposed: { to: '2027-03-04T10:00:00.000Z', totalMinorUnits: '30000' },
      changes: ['to', 'totalMinorUnits'],
      removedMinorUnits: '0',
      retainedMinorUnits: '0',
      difference: { kind: 'charge', amountMinorUnits: '20000' },
      refundMinorUnits: '0',
      dueMinorUnits: '20000',
    });
    expect(await listChanges(service, id)).toEqual([]);
    expect((await readBooking(service, id)).version).toBe(version);
  });

  it('shows the total in another currency where one is named', async () => {
    const { id } = await createPaidBooking(service);
    expect(valueOf(await quoteChange(service, id, { ...LONGER, currency: 'EUR' })).proposed).toMatchObject({
      displayTotal: { amountMinorUnits: '30000', currency: 'EUR' },
    });
    expect(valueOf(await quoteChange(service, id, LONGER)).proposed).not.toHaveProperty('fx');
  });

  it('keeps the booked nights, and prices all nights again with reprice', async () => {
    const { id, resourceId } = await createPaidBooking(service);
    service.neighbours.inventory.moves.prices.set(resourceId, { night: 14_000 });
    const totalWith = async (reprice: 'added_nights' | 'all') =>
      valueOf(await quoteChange(service, id, { ...LONGER, reprice })).proposed.totalMinorUnits;
    expect(await totalWith('added_nights')).toBe('38000');
    expect(await totalWith('all')).toBe('42000');
  });

  it('takes the ages of the booked children alone, one for each', async () => {
    const { id } = await createPaidBooking(service, { partySize: 3, occupancyChildren: 1 });
    const quote = (wanted: object) => quoteChange(service, id, wanted);
    expect(valueOf(await quote({ childAges: [9] })).changes).toContain('childAges');
    for (const childAges of [[], [9, 4]])
      expect(await quote({ childAges })).toMatchObject({
        refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/childAges' }] } },
      });
    expect(outcomeOf(await quote({ occupancyChildren: 2, childAges: [9, 4] }))).toBe('ok');
    expect(outcomeOf(await quote({ occupancyChildren: 0, childAges: [] }))).toBe('ok');
  });

  it.each([1, 26, 30, 50])('holds for a bill of %i taxes with long names', async (count) => {
    const { id, resourceId } = await createPaidBooking(service);
    const lines = Array.from({ length: count }, (_, index) => ({
      ...(exampleOf(billLine) as BillLine),
      code: `TAX-${index}`,
      name: randomBytes(150).toString('base64'),
    }));
    service.neighbours.inventory.moves.prices.set(resourceId, { lines });
    const token = await changeTokenFor(service, id, LONGER);
    expect(outcomeOf(await changeStay(service, id, token, { settle: 'later' }))).toBe('ok');
    expect((await readBooking(service, id)).bill?.lines).toMatchObject(lines);
  });

  it('is refused in the order of existence, precondition, state, and where nothing would change', async () => {
    const { id } = await createPaidBooking(service);
    expect(outcomeOf(await quoteChange(service, randomUUID(), LONGER))).toBe('booking_not_found');
    expect(outcomeOf(await quoteChange(service, id, { ...LONGER, ifMatch: ['"v99"'] }))).toBe(
      'version_mismatch',
    );
    expect(outcomeOf(await quoteChange(service, id, { currency: 'USD' }))).toBe('no_change');
    expect(outcomeOf(await quoteChange(service, id, { partySize: 2 }))).toBe('no_change');
    await moveBooking(service, id, 'checked_in');
    expect(await quoteChange(service, id, LATER)).toMatchObject({
      refusal: { code: 'change_not_allowed', extra: { state: 'checked_in' } },
    });
    expect(outcomeOf(await quoteChange(service, id, LONGER))).toBe('ok');
    await moveBooking(service, id, 'checked_out');
    expect(outcomeOf(await quoteChange(service, id, LONGER))).toBe('change_not_allowed');
  });

  it('waives the penalty and exempts from a tax only with the permission', async () => {
    const { id } = await createPaidBooking(service);
    const keyId = randomUUID();
    const caller = { kind: 'secret' as const, keyId, permissions: ['book'] as string[] };
    const quote = (wanted: object) =>
      service.request(contract.quoteChange, { reservationId: id, ...LONGER, ...wanted }, undefined, {
        caller,
      });
    expect(outcomeOf(await quote({ penalty: { kind: 'waive' } }))).toBe('insufficient_permission');
    expect(outcomeOf(await quote({ taxExemptions: [{ code: 'VAT', reason: 'x' }] }))).toBe(
      'insufficient_permission',
    );
    expect(outcomeOf(await quote({}))).toBe('ok');
  });
});

describe('a change that needs no payment first', () => {
  it('moves the units, then stay, price and terms in one commit, with one event', async () => {
    const { id, version } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LONGER);
    const changed = valueOf(await changeStay(service, id, token, { settle: 'later' }));
    expect(changed).toMatchObject({
      booking: {
        endsAt: '2027-03-04T10:00:00.000Z',
        totalMinorUnits: '30000',
        version: version + 1,
        balanceState: 'due',
        schedule: [
          { purpose: 'stay', amountMinorUnits: '10000' },
          { purpose: 'change', amountMinorUnits: '20000' },
        ],
      },
      change: { state: 'applied', settle: 'later', dueMinorUnits: '20000', expiresAt: null },
      payment: null,
      refunds: [],
    });
    expect(claimOf(id)).toMatchObject({ to: '2027-03-04T10:00:00.000Z' });
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'changed']);
    const last = (await historyOf(id)).at(-1);
    expect(last).toMatchObject({ action: 'changed', version: version + 1, actor: { kind: 'secret_key' } });
    expect(last?.changes).toContainEqual({
      field: 'to',
      before: '2027-03-03T10:00:00.000Z',
      after: '2027-03-04T10:00:00.000Z',
    });
  });

  it('is in the history with children, their ages and exempt lines too', async () => {
    const { id, resourceId } = await createPaidBooking(service, { partySize: 3, occupancyChildren: 1 });
    const tax = { ...(exampleOf(billLine) as BillLine), code: 'CITY' };
    const permissions = ['book', 'booking:tax:exempt'];
    const caller = { kind: 'secret' as const, keyId: randomUUID(), permissions };
    const applied = async (wanted: object, note: string | null) => {
      service.neighbours.inventory.moves.prices.set(resourceId, { lines: [{ ...tax, note }] });
      const quoted = service.request(contract.quoteChange, { reservationId: id, ...wanted }, undefined, {
        caller,
      });
      valueOf(await changeStay(service, id, valueOf(await quoted).changeToken, { settle: 'later' }));
      const changes = (await historyOf(id)).at(-1)?.changes ?? [];
      return changes.filter(({ field }) => field !== 'totalMinorUnits');
    };
    const taxExemptions = [{ code: 'CITY', reason: 'A diplomat' }];
    expect(await applied({ childAges: [9], taxExemptions }, 'exempt:A diplomat')).toEqual([
      { field: 'childAges', before: null, after: [9] },
      { field: 'taxExemptions', before: [], after: ['CITY'] },
    ]);
    expect(await applied({ occupancyChildren: 2, childAges: [4, 9] }, 'exempt:A diplomat')).toEqual([
      { field: 'occupancyChildren', before: 1, after: 2 },
      { field: 'childAges', before: [9], after: [4, 9] },
    ]);
    expect(await applied({ occupancyChildren: 0, taxExemptions: [] }, null)).toEqual([
      { field: 'occupancyChildren', before: 2, after: 0 },
      { field: 'taxExemptions', before: ['CITY'], after: [] },
    ]);
  });

  it('is answered again under its key, and refused under it with another body', async () => {
    const { id } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LONGER);
    const request = { settle: 'later', idempotencyKey: randomUUID() } as const;
    const first = valueOf(await changeStay(service, id, token, request));
    const again = await changeStay(service, id, token, request);
    expect(again).toMatchObject({ replayed: true, value: { change: first.change } });
    expect(outcomeOf(await changeStay(service, id, token, { ...request, settle: 'now' }))).toBe(
      'idempotency_key_conflict',
    );
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'changed']);
  });

  it('returns what is above the new price, once payments can be reached', async () => {
    const { id } = await placeHold(service);
    service.neighbours.publishPaymentSucceeded(service.tenantId, id);
    await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
    service.neighbours.payments.net.set(id, 30_000n);
    service.neighbours.faults.settleChange = () => {
      throw new Error('payments is down');
    };
    const token = await changeTokenFor(service, id, LATER);
    const { change, refunds } = valueOf(await changeStay(service, id, token));
    expect(change).toMatchObject({ state: 'applied', refundMinorUnits: '20000' });
    expect(refunds).toEqual([]);
    service.neighbours.clearFaults();
    await eventually('the money goes back', () => service.neighbours.payments.net.get(id) === 10_000n);
    expect(service.neighbours.payments.changes.settledChanges).toMatchObject([
      { reservationId: id, changeId: change.id, keepMinorUnits: '10000', offlineMinorUnits: '0' },
    ]);
  });

  it('is refused where another has the night; booking and claim stay, and the key is free', async () => {
    const { id, resourceId, version } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LONGER);
    await createPaidBooking(service, {
      resourceId,
      from: '2027-03-03T14:00:00.000Z',
      to: '2027-03-05T10:00:00.000Z',
    });
    const request = { settle: 'later', idempotencyKey: randomUUID() } as const;
    expect(outcomeOf(await changeStay(service, id, token, request))).toBe('booking_conflict');
    expect(await readBooking(service, id)).toMatchObject({ version, totalMinorUnits: '10000' });
    expect(claimOf(id)?.to).toBe('2027-03-03T10:00:00.000Z');
    expect(await listChanges(service, id)).toMatchObject([{ state: 'refused' }]);
    expect(outcomeOf(await changeStay(service, id, token, request))).toBe('booking_conflict');
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed']);
  });

  it('is made once of two of one version at the same time', async () => {
    const { id } = await createPaidBooking(service);
    const tokens = await Promise.all([LONGER, LATER].map((wanted) => changeTokenFor(service, id, wanted)));
    const answers = await Promise.all(
      tokens.map((token) => changeStay(service, id, token, { settle: 'later' })),
    );
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(['change_outdated', 'resource_locked']).toContain(outcomes.find((outcome) => outcome !== 'ok'));
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'changed']);
  });

  it('of a hold ends its payment first; a hold that was paid meanwhile is outdated', async () => {
    const held = await placeHold(service);
    const token = await changeTokenFor(service, held.id, LONGER);
    const { booking, payment } = valueOf(await changeStay(service, held.id, token));
    expect(booking).toMatchObject({
      state: 'held',
      holdExpiresAt: held.holdExpiresAt,
      totalMinorUnits: '30000',
    });
    expect(payment).toBeNull();
    const other = await placeHold(service);
    const late = await changeTokenFor(service, other.id, LONGER);
    service.neighbours.recordPayment(other.id);
    expect(outcomeOf(await changeStay(service, other.id, late))).toBe('change_outdated');
  });

  it('refuses a token that is expired, altered, or of another booking', async () => {
    const [mine, other] = [await createPaidBooking(service), await createPaidBooking(service)];
    const token = await changeTokenFor(service, mine.id, LONGER);
    expect(outcomeOf(await changeStay(service, randomUUID(), token))).toBe('booking_not_found');
    expect(outcomeOf(await changeStay(service, other.id, token))).toBe('invalid_change_token');
    expect(outcomeOf(await changeStay(service, mine.id, `${token.slice(0, -4)}AAAA`))).toBe(
      'invalid_change_token',
    );
    await patchBooking(service, { reservationId: mine.id, notes: 'late' });
    expect(await changeStay(service, mine.id, token)).toMatchObject({
      refusal: { code: 'change_outdated', extra: { currentVersion: mine.version + 1 } },
    });
  });
});

describe('a booking that is paid at the property', () => {
  it('is still paid on arrival once it was changed, and needs no payment first', async () => {
    const { id } = await createHeldBooking(service, { payAtProperty: true });
    const quote = valueOf(await quoteChange(service, id, LATER));
    expect(quote).toMatchObject({ dueMinorUnits: '0', proposed: { schedule: [{ purpose: 'stay' }] } });
    const { booking, change } = valueOf(await changeStay(service, id, quote.changeToken));
    expect(change.state).toBe('applied');
    expect(booking).toMatchObject({
      balanceState: 'scheduled',
      schedule: [{ purpose: 'stay', dueAt: '2027-03-01T23:00:00.000Z' }],
    });
  });
});

describe('a crash', () => {
  it('after the units have moved is rolled forward: by the client under its key', async () => {
    const { id } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LONGER);
    const request = { settle: 'later', idempotencyKey: randomUUID() } as const;
    service.neighbours.faults.moved = () => {
      throw new Error('the answer is lost');
    };
    await expect(changeStay(service, id, token, request)).rejects.toThrow();
    service.neighbours.clearFaults();
    const { change } = valueOf(await changeStay(service, id, token, request));
    expect(change.state).toBe('applied');
    expect(service.neighbours.inventory.moves.moves.size).toBeGreaterThan(0);
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'changed']);
  });

  it('after the units have moved is rolled forward by the sweeper too', async () => {
    const { id } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LONGER);
    service.neighbours.faults.moved = () => {
      throw new Error('the answer is lost');
    };
    await expect(changeStay(service, id, token, { settle: 'later' })).rejects.toThrow();
    expect((await readBooking(service, id)).endsAt).toBe('2027-03-03T10:00:00.000Z');
    service.neighbours.clearFaults();
    await eventually(
      'it is applied',
      async () => (await readBooking(service, id)).totalMinorUnits === '30000',
    );
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'changed']);
  });

  it('before the units have moved is forgotten after 30 seconds', async () => {
    const { id, version } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LONGER);
    service.neighbours.faults.move = () => {
      throw new Error('inventory is down');
    };
    await expect(changeStay(service, id, token, { settle: 'later' })).rejects.toThrow();
    await service.probe.sql(
      "UPDATE stay_changes SET created_at = created_at - interval '30 seconds' WHERE reservation_id = $1",
      [id],
    );
    const left = () => service.probe.sql('SELECT 1 FROM stay_changes WHERE reservation_id = $1', [id]);
    await eventually('it is forgotten', async () => (await left()).length === 0);
    service.neighbours.clearFaults();
    expect(valueOf(await patchBooking(service, { reservationId: id, notes: 'x' })).version).toBe(version + 1);
  });

  it('leaves other changes of the booking waiting, then refused', async () => {
    const { id } = await createPaidBooking(service);
    await service.probe.sql(
      "UPDATE reservations SET change_id = gen_random_uuid(), change_state = 'applying' WHERE id = $1",
      [id],
    );
    const answers = await Promise.all([
      patchBooking(service, { reservationId: id, notes: 'x' }),
      patchBooking(service, { reservationId: id, state: 'cancelled' }),
    ]);
    expect(answers.map(outcomeOf)).toEqual(['resource_locked', 'resource_locked']);
  });
});

describe('a change that is paid first', () => {
  const begin = async () => {
    const booking = await createPaidBooking(service);
    const token = await changeTokenFor(service, booking.id, LONGER);
    const answer = valueOf(await changeStay(service, booking.id, token));
    return { ...booking, token, answer, changeId: answer.change.id };
  };
  const expire = async (changeId: string) => {
    await service.probe.sql(
      'UPDATE stay_changes SET expires_at = now(), next_attempt_at = now() WHERE id = $1',
      [changeId],
    );
  };

  it('leaves the booking as it is, and is applied once its money is here', async () => {
    const { id, version, answer, changeId } = await begin();
    expect(answer).toMatchObject({
      booking: { version, totalMinorUnits: '10000' },
      change: { state: 'awaiting_payment', dueMinorUnits: '20000' },
      payment: { amountMinorUnits: '20000', reservationId: id },
    });
    expect(answer.change.expiresAt).not.toBeNull();
    expect(claimOf(id)?.to).toBe('2027-03-03T10:00:00.000Z');
    service.neighbours.publishChangePaid(service.tenantId, id, changeId);
    await eventually('it is applied', async () => (await stateOfChange(id, changeId)) === 'applied');
    expect(await readBooking(service, id)).toMatchObject({
      version: version + 1,
      totalMinorUnits: '30000',
      schedule: [{ purpose: 'stay', amountMinorUnits: '30000' }],
    });
    expect(await service.probe.eventsOf(id)).toEqual(['created', 'confirmed', 'changed']);
    expect((await historyOf(id)).map(({ action }) => action)).toContain('change_awaits_payment');
  });

  it('keeps another change away, but neither a note nor a check-in', async () => {
    const { id, changeId, token } = await begin();
    expect(await quoteChange(service, id, LATER)).toMatchObject({
      refusal: { code: 'change_pending', extra: { changeId } },
    });
    expect(outcomeOf(await changeStay(service, id, token))).toBe('change_pending');
    valueOf(await patchBooking(service, { reservationId: id, state: 'checked_in', notes: 'here' }));
    service.neighbours.publishChangePaid(service.tenantId, id, changeId);
    await eventually('it is applied', async () => (await stateOfChange(id, changeId)) === 'applied');
    expect(await readBooking(service, id)).toMatchObject({ state: 'checked_in', totalMinorUnits: '30000' });
  });

  it('that the check-in rules out is refused once it is paid: its money goes back, another may follow', async () => {
    const { id } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, { ...LONGER, from: LATER.from });
    const { change } = valueOf(await changeStay(service, id, token));
    valueOf(await moveBooking(service, id, 'checked_in'));
    service.neighbours.publishChangePaid(service.tenantId, id, change.id);
    await eventually('it is refused', async () => (await stateOfChange(id, change.id)) === 'refused');
    const { payments, inventory } = service.neighbours;
    await eventually('its parts are free', () => ![...inventory.moves.parts.values()].includes(id));
    expect(payments.changes.returnedChanges).toContain(change.id);
    expect((await historyOf(id)).at(-1)).toMatchObject({ action: 'change_ended', note: 'refused' });
    expect(outcomeOf(await quoteChange(service, id, LONGER))).toBe('ok');
  });

  it('that the check-in rules out can be ended, also where its payment was not reported yet', async () => {
    const { id } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, { ...LONGER, from: LATER.from });
    const { change } = valueOf(await changeStay(service, id, token));
    valueOf(await moveBooking(service, id, 'checked_in'));
    const { paidChanges, returnedChanges } = service.neighbours.payments.changes;
    paidChanges.add(change.id);
    const end = { reservationId: id, changeId: change.id };
    expect(outcomeOf(await service.request(contract.endChange, end))).toBe('ok');
    expect(await stateOfChange(id, change.id)).toBe('refused');
    expect(returnedChanges).toContain(change.id);
  });

  it('expires in time, and its leases end', async () => {
    const { id, version, changeId } = await begin();
    await expire(changeId);
    await eventually('it has expired', async () => (await stateOfChange(id, changeId)) === 'expired');
    await eventually(
      'its parts are free',
      () => ![...service.neighbours.inventory.moves.parts.values()].includes(id),
    );
    expect(service.neighbours.payments.changes.cancelled.has(changeId)).toBe(true);
    expect((await readBooking(service, id)).version).toBe(version);
    expect((await historyOf(id)).at(-1)).toMatchObject({ action: 'change_ended', note: 'expired' });
  });

  it.each([
    ['free', 'applied', '30000', 0],
    ['taken', 'expired', '10000', 1],
  ] as const)('paid after its end with the night %s is %s', async (night, state, total, returned) => {
    const { id, resourceId, changeId } = await begin();
    await expire(changeId);
    await eventually('it has expired', async () => (await stateOfChange(id, changeId)) === 'expired');
    const [from, to] = ['2027-03-03T14:00:00.000Z', '2027-03-05T10:00:00.000Z'];
    if (night === 'taken') await createPaidBooking(service, { resourceId, from, to });
    service.neighbours.publishChangePaid(service.tenantId, id, changeId);
    const { returnedChanges } = service.neighbours.payments.changes;
    await eventually('the money has decided', async () =>
      night === 'free' ? (await stateOfChange(id, changeId)) === state : returnedChanges.includes(changeId),
    );
    expect(await stateOfChange(id, changeId)).toBe(state);
    expect((await readBooking(service, id)).totalMinorUnits).toBe(total);
    expect(returnedChanges.filter((one) => one === changeId)).toHaveLength(returned);
  });

  it('is ended by DELETE, after which its money goes back', async () => {
    const { id, changeId } = await begin();
    const end = () => service.request(contract.endChange, { reservationId: id, changeId });
    expect(outcomeOf(await end())).toBe('ok');
    expect(await end()).toMatchObject({
      refusal: { code: 'change_not_allowed', extra: { state: 'cancelled' } },
    });
    service.neighbours.publishChangePaid(service.tenantId, id, changeId);
    const { returnedChanges } = service.neighbours.payments.changes;
    await eventually('the money goes back', () => returnedChanges.includes(changeId));
    expect((await readBooking(service, id)).totalMinorUnits).toBe('10000');
    expect(
      outcomeOf(await service.request(contract.endChange, { reservationId: id, changeId: randomUUID() })),
    ).toBe('change_not_found');
  });

  it('ends with its booking', async () => {
    const { id, changeId } = await begin();
    valueOf(await patchBooking(service, { reservationId: id, state: 'cancelled' }));
    await eventually('it has ended', async () => (await stateOfChange(id, changeId)) === 'cancelled');
    expect(service.neighbours.payments.changes.cancelled.has(changeId)).toBe(true);
  });

  it('leaves nothing where its payment cannot be opened or its units are taken', async () => {
    const { id, version } = await createPaidBooking(service);
    const token = await changeTokenFor(service, id, LONGER);
    service.neighbours.faults.openChange = () => {
      throw new RefusalError('provider_not_configured');
    };
    expect(outcomeOf(await changeStay(service, id, token))).toBe('provider_not_configured');
    service.neighbours.clearFaults();
    service.neighbours.faults.more = () => {
      throw new RefusalError('units_taken');
    };
    expect(outcomeOf(await changeStay(service, id, token))).toBe('booking_conflict');
    service.neighbours.clearFaults();
    expect((await readBooking(service, id)).version).toBe(version);
    expect([...service.neighbours.inventory.moves.parts.values()]).not.toContain(id);
    expect(valueOf(await changeStay(service, id, token)).change.state).toBe('awaiting_payment');
  });
});

it('a key of a change is purged after thirty days', async () => {
  const { id } = await createPaidBooking(service);
  const idempotencyKey = randomUUID();
  const token = await changeTokenFor(service, id, LONGER);
  valueOf(await changeStay(service, id, token, { settle: 'later', idempotencyKey }));
  const withKey = () =>
    service.probe.sql('SELECT 1 FROM stay_changes WHERE idempotency_key = $1', [idempotencyKey]);
  expect(await withKey()).toHaveLength(1);
  await service.probe.sql(
    "UPDATE stay_changes SET created_at = now() - interval '31 days' WHERE reservation_id = $1",
    [id],
  );
  const second = await service.startReplica();
  await eventually('the key is gone', async () => (await withKey()).length === 0);
  await second.stop();
});
