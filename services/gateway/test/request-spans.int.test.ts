import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import { keepSpans } from '../../../packages/kit/runtime/test/keep-spans.ts';
import type { TestTenant } from './build-tenant.ts';
import type { StubServices } from './stub-services.ts';
import { useGateway } from './use-gateway.ts';

const ended = keepSpans({ sampleRatio: 1 });
let stubs: StubServices;
let tenant: TestTenant;
useGateway((started) => ({ stubs, tenant } = started));

const id = randomUUID();
const dates = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
const booking = { resourceId: randomUUID(), ...dates, partySize: 2, guestEmail: 'guest@example.com' };
const keyed = () => ({ 'idempotency-key': randomUUID() });
const create = (path: string, body: object) => () => tenant.secret.post(path, body, keyed());
const hold = create('/v1/holds', { signedQuoteToken: 'a.b.c' });
const book = create('/v1/bookings', booking);

it.each([
  ['a hold', 'POST /v1/holds', 'place-hold', hold, { id, status: 'held' }],
  ['a hold whose id comes second', 'POST /v1/holds', 'place-hold', hold, { status: 'held', id }],
  [
    'a booking',
    'POST /v1/bookings',
    'create-booking',
    book,
    { payment: null, booking: { status: 'held', id } },
  ],
  [
    'a booking by its id',
    'GET /v1/bookings/:id',
    'read-booking',
    () => tenant.secret.get(`/v1/bookings/${id.toUpperCase()}`),
    { id },
  ],
])('the span of a request about %s names the reservation', async (_, name, operation, request, value) => {
  stubs.answer(operation, { ok: true, value });
  expect((await request()).status).toBeLessThan(300);
  const span = await eventually('the span of the request', () => ended.find((each) => each.name === name));
  expect(span.attributes['lodging.reservation.id']).toBe(id);
});

it('the span of a list names none', async () => {
  stubs.answer('list-bookings', { ok: true, value: { bookings: [{ id }], nextAfter: null } });
  await tenant.secret.get('/v1/bookings');
  const span = await eventually('the span of the list', () =>
    ended.find(({ name }) => name === 'GET /v1/bookings'),
  );
  expect(span.attributes).not.toHaveProperty(['lodging.reservation.id']);
});
