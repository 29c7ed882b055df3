import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bookedOffline, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { findEverywhere } from '../harness/find-everywhere.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import type {
  Booking,
  BookingPayments,
  BookingWithTerms,
  GuestExport,
  GuestProfile,
} from '../harness/records.ts';
import { codeFromMail, hold } from '../harness/stay.ts';
import { eventsOf } from '../harness/webhooks.ts';

const demo = inject('demo');
const word = `quixel${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const email = `${word}@canary.example`;
let tenant: OwnTenant;
let next: () => BookingRequest;
let database: pg.Client;
let dumps: string;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
  database = new pg.Client({ connectionString: demo.postgresUrl });
  await database.connect();
  dumps = await mkdtemp(join(tmpdir(), 'lodging-erased-'));
});
afterAll(async () => {
  await database?.end();
  await rm(dumps, { recursive: true, force: true });
});

/** Where the word stands: in a table of any schema, in a stream, or in the log of a service. */
async function placesOf(text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema NOT LIKE 'pg\\_%' AND table_schema <> 'information_schema'`,
  );
  expect(tables.rows.length).toBeGreaterThan(40);
  for (const { name } of tables.rows) {
    const { rows } = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    await writeFile(join(dumps, `${name}.txt`), rows.map(({ row }) => row).join('\n'));
  }
  for (const [service, { logFile }] of Object.entries(demo.services))
    await writeFile(join(dumps, `${service}.log`), await readFile(logFile));
  const streams = join(inject('home'), 'nats', 'jetstream');
  return findEverywhere([text], [dumps, streams]);
}

async function verifiedHold(): Promise<string> {
  const { guestEmail: _, ...stay } = next();
  const { id } = await hold(tenant.browser, stay);
  expect((await tenant.browser.post(`/v1/holds/${id}/otp`, { email })).status).toBe(200);
  const code = await codeFromMail(demo, email);
  expect((await tenant.browser.post(`/v1/holds/${id}/otp/verify`, { email, code })).status).toBe(200);
  return id;
}

const read = (id: string) => tenant.secret.get<BookingWithTerms>(`/v1/bookings/${id}`);

it('a guest is found, exported and erased, and stands nowhere afterwards', async () => {
  const held = await verifiedHold();
  const booked = await bookedOffline(tenant.secret, {
    ...next(),
    guestEmail: email.toUpperCase(),
    guestName: `Zoe ${word}`,
    guestPhone: '+43 1 2345678',
    guestLanguage: 'de-AT',
    notes: `${word} has a dog.`,
  });
  const { guestId } = booked;
  expect((await read(held)).body.guestId).toBe(guestId);
  const guest = `/v1/guests/${guestId}`;
  const changes = { notes: `A friend of ${word}.`, metadata: { club: word } };
  const changed = await tenant.secret.send<GuestProfile>('PATCH', guest, { body: changes });
  expect(changed.body).toMatchObject({ email, name: `Zoe ${word}`, staysCount: 2, ...changes });
  expect(changed.body.verifiedAt).not.toBeNull();
  const found = await tenant.secret.get<{ guests: GuestProfile[] }>(`/v1/guests?q=${word}&verified=true`);
  expect(found.body.guests).toEqual([changed.body]);
  const stays = await tenant.secret.get<{ bookings: (Booking & { verified: boolean })[] }>(`${guest}/stays`);
  expect(stays.body.bookings.map(({ id, verified }) => [id, verified])).toEqual([
    [held, true],
    [booked.id, false],
  ]);

  const refused = await tenant.secret.post(`${guest}/erase`);
  expectProblem(refused, 409, 'guest_has_open_stays');
  for (const id of [held, booked.id])
    await tenant.secret.send('PATCH', `/v1/bookings/${id}`, { body: { state: 'cancelled', reason: word } });
  expect(await placesOf(word)).not.toEqual([]);

  const exported = await tenant.secret.post<GuestExport>(`${guest}/export`);
  expect(exported.headers.get('content-disposition')).toContain('attachment');
  const before = await read(booked.id);
  const shown = exported.body.stays.find(({ booking }) => booking.id === booked.id);
  expect(exported.body.guest).toEqual((await tenant.secret.get(guest)).body);
  expect(shown?.booking).toEqual({ ...before.body, verified: false });
  const payments = await tenant.secret.get<BookingPayments>(`/v1/bookings/${booked.id}/payments`);
  expect(shown?.payments).toEqual(payments.body);

  const erased = await tenant.secret.post<{ erased: string[] }>(`${guest}/erase`);
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  expect((await tenant.secret.post(`${guest}/erase`)).body).toEqual(erased.body);
  const after = await read(booked.id);
  expect(after.body).toMatchObject({
    guestId,
    guestEmail: null,
    guestName: null,
    notes: null,
    moveReason: null,
  });
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(after.body.updatedAt > before.body.updatedAt).toBe(true);
  expect((await tenant.secret.get<GuestProfile>(guest)).body).toMatchObject({
    email: null,
    notes: null,
    staysCount: 2,
  });
  for (const path of [`/v1/guests?q=${word}`, `/v1/guests?email=${encodeURIComponent(email)}`])
    expect((await tenant.secret.get<{ guests: unknown[] }>(path)).body.guests).toEqual([]);
  expect((await tenant.secret.get<{ bookings: unknown[] }>(`/v1/bookings?q=${word}`)).body.bookings).toEqual(
    [],
  );
  expectProblem(await tenant.secret.send('PATCH', guest, { body: { name: 'Zoe' } }), 409, 'guest_erased');

  const [event] = await eventually('the event is logged', async () => {
    const events = await eventsOf(tenant.secret, 'type=guest.erased');
    return events.length > 0 ? events : undefined;
  });
  expect(event).toMatchObject({
    sequence: 0,
    data: { object: { id: guestId, reservationIds: expect.arrayContaining([held, booked.id]) } },
  });
  expect(await placesOf(word)).toEqual([]);

  const later = await bookedOffline(tenant.secret, { ...next(), guestEmail: email });
  expect(later.guestId).not.toBe(guestId);
});

it('a merge moves the bookings, and another tenant sees no guest', async () => {
  const [one, two] = [
    await bookedOffline(tenant.secret, { ...next(), guestEmail: `one-${word}@canary.example` }),
    await bookedOffline(tenant.secret, { ...next(), guestEmail: `two-${word}@canary.example` }),
  ];
  const merged = await tenant.secret.post<GuestProfile>(`/v1/guests/${one.guestId}/merge`, {
    from: two.guestId,
  });
  expect(merged.body).toMatchObject({ id: one.guestId, staysCount: 2 });
  expect((await read(two.id)).body).toMatchObject({ guestId: one.guestId, version: two.version + 1 });
  expectProblem(await tenant.secret.get(`/v1/guests/${two.guestId}`), 404, 'guest_not_found');
  const other = await makeTenant(demo);
  expectProblem(await other.secret.get(`/v1/guests/${one.guestId}`), 404, 'guest_not_found');
  expectProblem(await other.secret.post(`/v1/guests/${one.guestId}/erase`), 404, 'guest_not_found');
  expect((await other.secret.get<{ guests: unknown[] }>('/v1/guests')).body.guests).toEqual([]);
});
