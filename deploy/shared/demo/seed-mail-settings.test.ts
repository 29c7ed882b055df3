import { expect, test } from 'vitest';
import { managePageOf } from '../demo-pages.ts';
import type { Api } from './call-api.ts';
import { linkManagePage } from './seed-mail-settings.ts';

test('the page of a booking is set in the sandbox, and what else is set there stays', async () => {
  const refused = () => Promise.reject(new Error('not requested'));
  const sent: unknown[] = [];
  const api: Api = {
    get: () => Promise.resolve({ propertyName: 'Casa', manageUrl: null, guestMay: { cancel: false } }),
    put: (path, body) => Promise.resolve(sent.push([path, body])),
    post: refused,
    patch: refused,
  };
  const pages = { bookingPageUrl: 'http://localhost:3000', gatewayUrl: 'http://127.0.0.1:8080' };
  const manageUrl = managePageOf(pages, { name: 'Casa da Graça', testPublishableKey: 'pk_test_1' });
  await linkManagePage(api, manageUrl);
  expect(sent).toEqual([
    ['/v1/mail-settings', { propertyName: 'Casa', manageUrl, guestMay: { cancel: false } }],
  ]);
  const { origin, pathname, searchParams } = new URL(manageUrl);
  expect(`${origin}${pathname}`).toBe('http://localhost:3000/manage');
  expect(Object.fromEntries(searchParams)).toEqual({
    name: 'Casa da Graça',
    api: 'http://127.0.0.1:8080',
    'publishable-key': 'pk_test_1',
  });
});
