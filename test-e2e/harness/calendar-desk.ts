import type { Locator, Page } from 'playwright-core';
import { bookedOffline } from './bookings.ts';
import type { Client } from './client.ts';
import { makeLodging, makeRoomType } from './own-tenant.ts';
import type { LodgingOptions, OwnResource } from './own-tenant.ts';
import type { Booking } from './records.ts';

export type Room = Required<OwnResource> & { readonly name: string };

interface Nights {
  readonly from: string;
  /** The day of departure. */
  readonly to: string;
}

/** Rooms of one type, with these names. */
export async function makeRooms<const Names extends readonly string[]>(
  secret: Client,
  names: Names,
  options: LodgingOptions = {},
): Promise<{ readonly [Key in keyof Names]: Room }> {
  const roomTypeId = await makeRoomType(secret);
  const rooms = names.map(async (name) => ({
    ...(await makeLodging(secret, { ...options, name, roomTypeId })),
    name,
  }));
  return (await Promise.all(rooms)) as unknown as { readonly [Key in keyof Names]: Room };
}

export const windowOf = ({ from, to }: Nights): Nights => ({
  from: `${from}T15:00:00Z`,
  to: `${to}T11:00:00Z`,
});

/** A stay that is paid. */
export function bookNights(
  secret: Client,
  room: Pick<Room, 'id' | 'ratePlanId'>,
  nights: Nights,
  guestName: string,
): Promise<Booking> {
  return bookedOffline(secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...windowOf(nights),
    partySize: 1,
    guestEmail: 'guest@example.com',
    guestName,
  });
}

export const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Calendar' });

export const barOf = (page: Page, { id }: { readonly id: string }): Locator =>
  gridOf(page).locator(`[data-booking="${id}"]`);

export const nightOf = (page: Page, { id }: { readonly id: string }, date: string): Locator =>
  gridOf(page).locator(`[role=gridcell][data-resource="${id}"][data-lane="0"][data-date="${date}"]`);

export const rowOf = (page: Page, { name }: { readonly name: string }): Locator =>
  gridOf(page).getByRole('row', { name, exact: true });

/** With the pointer, by the first night of a bar or by its left edge. */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  by: 'night' | 'left edge' = 'night',
): Promise<void> {
  const [begin, end] = [await from.boundingBox(), await to.boundingBox()];
  if (begin === null || end === null) throw new Error('there is nothing to drag, or nowhere to drag it to');
  await page.mouse.move(begin.x + (by === 'night' ? 20 : 3), begin.y + begin.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 4 });
  await page.mouse.up();
}
