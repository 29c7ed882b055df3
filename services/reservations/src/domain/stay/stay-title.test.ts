import { expect, it } from 'vitest';
import { buildReservation } from '../../../test/build-reservation.ts';
import { stayTitle } from './stay-title.ts';

const held = buildReservation('held');
const room101 = { name: 'Room 101', translations: { de: { name: 'Zimmer 101' } } };

it.each([
  [null, room101, 'Room 101, 21–23 November, A7P7K3Q9'],
  ['de-AT', room101, 'Zimmer 101, 21.–23. November, A7P7K3Q9'],
  ['fr', null, '21–23 novembre, A7P7K3Q9'],
])('in %s of %j is %s', (guestLanguage, room, title) => {
  expect(stayTitle({ ...held, guestLanguage }, room)).toBe(title);
});

it('fits the page, however long the name is', () => {
  expect(stayTitle(held, { name: '😀'.repeat(10_000) }).length).toBeLessThanOrEqual(250);
});
