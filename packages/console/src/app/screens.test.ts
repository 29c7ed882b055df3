import { expect, it } from 'vitest';
import { SCREENS } from './screens.ts';

it('the navigation begins with the day, then stays and guests, what is sold, and what is set up', () => {
  expect(SCREENS.map(({ name }) => name)).toEqual([
    'today',
    'calendar',
    'bookings',
    'guests',
    'rates',
    'channels',
    'reports',
    'terms',
    'webhooks',
    'events',
    'settings',
  ]);
});
