import { expect, it } from 'vitest';
import { buildReservation } from '../../../test/build-reservation.ts';
import { stayTitle } from './stay-title.ts';

const held = buildReservation('held');

it.each([
  [null, 'Room 101', 'Room 101, 21–23 November, A7P7K3Q9'],
  ['de-AT', 'Zimmer 101', 'Zimmer 101, 21.–23. November, A7P7K3Q9'],
  ['fr', null, '21–23 novembre, A7P7K3Q9'],
])('in %s of %s is %s', (guestLanguage, name, title) => {
  expect(stayTitle({ ...held, guestLanguage }, name)).toBe(title);
});

it('fits the page, however long the name is', () => {
  expect(stayTitle(held, '😀'.repeat(10_000)).length).toBeLessThanOrEqual(250);
});
