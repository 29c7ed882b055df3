import { expect, test } from 'vitest';
import { allowBookingPage } from './allow-booking-page.ts';
import type { Api } from './call-api.ts';
import { demoTenants } from './demo-data.ts';

const [tenant] = demoTenants;
if (tenant === undefined) throw new Error('the demo has no tenant');

function recorded(apiKeys: object[]): { api: Api; sent: unknown[] } {
  const sent: unknown[] = [];
  const record =
    (method: string) =>
    async (path: string, body?: object): Promise<unknown> => {
      sent.push([method, path, body]);
      return { apiKeys };
    };
  return {
    api: { get: record('get'), post: record('post'), put: record('put'), patch: record('patch') },
    sent,
  };
}

const key = (id: string, kind: string, allowedOrigins: string[] = []) => ({
  id,
  kind,
  name: 'demo',
  allowedOrigins,
});

test('at its usual port the page is known, and nothing is requested', async () => {
  const { api, sent } = recorded([]);
  await allowBookingPage(api, 't1', tenant, 'http://localhost:3000');
  expect(sent).toEqual([]);
});

test('at another port it is added to the publishable keys of the demo and to the returns of test payments', async () => {
  const origin = 'http://localhost:40001';
  const { api, sent } = recorded([
    key('k1', 'publishable'),
    key('k2', 'secret'),
    key('k3', 'publishable', [origin]),
  ]);
  await allowBookingPage(api, 't1', tenant, origin);
  const [, ...changes] = sent;
  expect(changes).toEqual([
    [
      'patch',
      '/admin/v1/tenants/t1/api-keys/k1',
      { allowedOrigins: expect.arrayContaining([origin, 'http://localhost:3000']) },
    ],
    [
      'put',
      '/admin/v1/tenants/t1/payment-account',
      expect.objectContaining({ mode: 'test', redirectOrigins: expect.arrayContaining([origin]) }),
    ],
  ]);
});
