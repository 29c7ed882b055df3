import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { book } from './bookings.ts';
import type { BookingRequest } from './bookings.ts';
import type { Client } from './client.ts';
import type { Demo, DemoTenant } from './demo.ts';
import type { OwnResource, OwnTenant } from './own-tenant.ts';
import type { Booking, BookingPayments, BookingWithTerms } from './records.ts';
import { payByCard, untilState } from './stay.ts';

export const TODAY = Temporal.Now.plainDateISO('UTC');

interface StayOptions {
  /** In days from today. */
  readonly arrival?: number;
  readonly nights?: number;
  readonly [more: string]: unknown;
}

/** A stay of one adult in a room at UTC. */
export function stayIn(
  room: Required<OwnResource>,
  guestName: string,
  { arrival = 0, nights = 2, ...more }: StayOptions = {},
): BookingRequest {
  const from = TODAY.add({ days: arrival });
  return {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${from}T15:00:00Z`,
    to: `${from.add({ days: nights })}T11:00:00Z`,
    partySize: 1,
    guestEmail: 'guest@example.com',
    guestName,
    ...more,
  };
}

export async function bookStay(client: Client, request: BookingRequest): Promise<Booking> {
  const { status, body } = await book(client, request);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.booking;
}

export const bookPaid = (client: Client, request: BookingRequest): Promise<Booking> =>
  bookStay(client, { ...request, paidOffline: true });

export async function bookByCard(demo: Demo, tenant: OwnTenant, request: BookingRequest): Promise<Booking> {
  const { status, body } = await book(tenant.secret, request);
  if (body.payment === null || body.payment === undefined) throw new Error(`nothing to pay: ${status}`);
  await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, body.payment);
  await untilState(tenant.secret, body.booking.id, 'confirmed');
  return body.booking;
}

export async function readBooking(client: Client, id: string): Promise<BookingWithTerms> {
  return (await client.get<BookingWithTerms>(`/v1/bookings/${id}`)).body;
}

export async function readMoney(client: Client, id: string): Promise<BookingPayments> {
  return (await client.get<BookingPayments>(`/v1/bookings/${id}/payments`)).body;
}

/** The ids of the rows in a table of bookings, in no order. */
export async function idsIn(table: Locator): Promise<string[]> {
  const rows = table.locator('[data-booking]');
  const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-booking') ?? ''));
  return ids.toSorted((one, other) => one.localeCompare(other));
}

/** The definition of a term, such as of "Due". */
export const factOf = (region: Locator, name: string): Locator =>
  region.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');

export const messagesOf = (page: Page): Locator => page.getByRole('status', { name: 'Messages' });

/** A request of the page itself, under its cookie: the status and the code of the answer. */
export function sendFrom(page: Page, method: string, path: string, body: object) {
  return page.evaluate(
    async ([how, address, json]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(address, { method: how, headers, body: json });
      const { code = null } = (await answer.json()) as { code?: string };
      return [answer.status, code] as const;
    },
    [method, path, JSON.stringify(body)] as const,
  );
}
