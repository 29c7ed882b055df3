import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENDPOINT_EVENTS } from '../settings.ts';
import { isUnneeded } from '../domain/notifications/notification.ts';
import { readNotification } from './read-notification.ts';

const now = Temporal.Instant.from('2027-01-15T08:00:00Z');
const UNNEEDED = ['payment_intent.created', 'charge.succeeded', 'charge.failed', 'account.updated'];

test('the endpoint at Stripe is subscribed to every event that is acted on, and to no other', () => {
  const types = [...ENDPOINT_EVENTS, ...UNNEEDED];
  const needed = types.filter((type) => {
    const notification = readNotification({ id: 'evt_1', type, data: {} }, now);
    return notification !== undefined && !isUnneeded(notification);
  });
  expect(needed).toEqual([...ENDPOINT_EVENTS]);
  const source = readFileSync(new URL('./read-notification.ts', import.meta.url), 'utf8');
  const acted = source.match(/(?<=')(?:payment_intent|charge|refund|checkout\.session)\.[a-z_.]+(?=')/g);
  expect(new Set(acted)).toEqual(new Set(ENDPOINT_EVENTS));
});

test('the README names them', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(ENDPOINT_EVENTS.filter((type) => !readme.includes(`\`${type}\``))).toEqual([]);
});
