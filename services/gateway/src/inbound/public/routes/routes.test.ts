import { problems } from '@lodging/contract-wire';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publicRoutes } from './routes.ts';

const named = (access: string) =>
  publicRoutes
    .filter((route) => route.access === access)
    .map((route) => `${route.method} ${route.path}`)
    .toSorted();

describe('the public routes', () => {
  it('require a credential except for signing keys, sign-in and feeds', () => {
    expect(named('open')).toEqual([
      'GET /v1/.well-known/jwks.json',
      'GET /v1/feeds/{token}.ics',
      'POST /v1/console/session',
      'POST /v1/operator/sessions',
    ]);
  });

  it('take an operator session alone for what concerns it, and require a permission for refunds', () => {
    expect(named('operator')).toEqual(['DELETE /v1/operator/sessions/current']);
    expect(named('console')).toEqual([
      'DELETE /v1/console/session',
      'DELETE /v1/console/sessions',
      'GET /v1/console/session',
      'GET /v1/console/sessions',
      'PUT /v1/console/password',
    ]);
    const refunding = publicRoutes.filter((route) => route.permission === 'payment:refund:create');
    expect(refunding.map(({ path }) => path)).toEqual(['/v1/bookings/{id}/refunds']);
  });

  it('each declare the permission of a secret key: read for every GET and for a search, and none only where no secret key is accepted', () => {
    for (const { method, path, access, permission } of publicRoutes) {
      const takesSecretKey = !['open', 'operator', 'console'].includes(access);
      expect(permission !== null, `${method} ${path}`).toBe(takesSecretKey);
      const isRead = method === 'GET' || path === '/v1/search';
      if (takesSecretKey && isRead) expect(['read', 'guest:export'], path).toContain(permission);
      else expect(permission, `${method} ${path}`).not.toBe('read');
    }
  });

  it('let a key that may only book sell, and one that may only operate set up', () => {
    const permitted = (permission: string) =>
      publicRoutes
        .filter((route) => route.permission === permission)
        .map((route) => `${route.method} ${route.path}`)
        .toSorted();
    expect(permitted('book')).toEqual([
      'DELETE /v1/bookings/{id}',
      'DELETE /v1/bookings/{id}/changes/{changeId}',
      'DELETE /v1/bookings/{id}/guest-link',
      'PATCH /v1/bookings/{id}',
      'PATCH /v1/guests/{id}',
      'POST /v1/bookings',
      'POST /v1/bookings/{id}/change-quotes',
      'POST /v1/bookings/{id}/changes',
      'POST /v1/bookings/{id}/checkout-session',
      'POST /v1/bookings/{id}/guest-link',
      'POST /v1/bookings/{id}/mails',
      'POST /v1/bookings/{id}/offline-payments',
      'POST /v1/bookings/{id}/payment-intent',
      'POST /v1/guests/{id}/merge',
      'POST /v1/holds',
      'POST /v1/holds/{id}/checkout-session',
      'POST /v1/holds/{id}/confirm',
      'POST /v1/holds/{id}/otp',
      'POST /v1/holds/{id}/otp/verify',
      'POST /v1/holds/{id}/payment-intent',
      'POST /v1/manage/cancel',
      'POST /v1/manage/change-quotes',
      'POST /v1/manage/changes',
      'POST /v1/manage/checkout-session',
      'POST /v1/manage/link',
      'POST /v1/quotes',
    ]);
    const operate = new Set(permitted('operate').map((row) => row.split('/')[2] ?? ''));
    expect([...operate].toSorted()).toEqual([
      'cancellation-policies',
      'channel-connections',
      'mail-settings',
      'mail-templates',
      'rates',
      'resources',
      'room-types',
      'tax-rules',
      'webhook-endpoints',
    ]);
    expect(permitted('house')).toEqual([
      'DELETE /v1/blocks/{id}',
      'PATCH /v1/blocks/{id}',
      'PATCH /v1/channel/conflicts/{id}',
      'POST /v1/blocks',
    ]);
  });

  it('have the permission that the service checks again, for all that writes', () => {
    // Reading a mail and its preview are one operation.
    const writing = publicRoutes.filter(
      (route) =>
        route.kind === 'forwarded' &&
        (route.access === 'secret_key' || route.access === 'any_key') &&
        route.permission !== 'read' &&
        !route.path.endsWith('/preview'),
    );
    expect(writing.length).toBeGreaterThan(60);
    for (const route of writing) {
      if (route.kind !== 'forwarded') continue;
      const { permission, takesPublishable } = route.operation.callers;
      expect(permission?.name, `${route.method} ${route.path}`).toBe(route.permission);
      expect(takesPublishable, `${route.method} ${route.path}`).toBe(route.access === 'any_key');
    }
  });

  it('answer 201 to creates, 204 to deletes, 202 to deferred work and 200 to the rest', () => {
    const withStatus = (status: number) =>
      publicRoutes.filter((row) => row.status === status).map((row) => `${row.method} ${row.path}`);
    expect(withStatus(201).toSorted()).toEqual([
      'POST /v1/blocks',
      'POST /v1/bookings',
      'POST /v1/bookings/{id}/changes',
      'POST /v1/bookings/{id}/checkout-session',
      'POST /v1/bookings/{id}/guest-link',
      'POST /v1/bookings/{id}/offline-payments',
      'POST /v1/bookings/{id}/payment-intent',
      'POST /v1/bookings/{id}/refunds',
      'POST /v1/channel-connections',
      'POST /v1/channel-connections/{id}/listings',
      'POST /v1/console/session',
      'POST /v1/holds',
      'POST /v1/holds/{id}/checkout-session',
      'POST /v1/holds/{id}/payment-intent',
      'POST /v1/manage/changes',
      'POST /v1/manage/checkout-session',
      'POST /v1/operator/sessions',
      'POST /v1/resources',
      'POST /v1/resources/{id}/feed-tokens',
      'POST /v1/resources/{id}/feed-tokens/{tokenId}/rotate',
      'POST /v1/room-types',
      'POST /v1/webhook-endpoints',
    ]);
    expect(withStatus(204).toSorted()).toEqual([
      'DELETE /v1/blocks/{id}',
      'DELETE /v1/bookings/{id}/changes/{changeId}',
      'DELETE /v1/bookings/{id}/guest-link',
      'DELETE /v1/cancellation-policies/{code}',
      'DELETE /v1/channel-connections/{id}',
      'DELETE /v1/channel-connections/{id}/listings/{listingId}',
      'DELETE /v1/console/session',
      'DELETE /v1/console/sessions',
      'DELETE /v1/mail-templates/{type}/{language}',
      'DELETE /v1/operator/sessions/current',
      'DELETE /v1/resources/{id}/feed-tokens/{tokenId}',
      'DELETE /v1/tax-rules/{code}',
      'DELETE /v1/webhook-endpoints/{id}',
      'PUT /v1/console/password',
    ]);
    expect(withStatus(202)).toEqual([
      'POST /v1/manage/link',
      'POST /v1/channel-connections/{id}/sync',
      'POST /v1/webhook-endpoints/{id}/ping',
      'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
      'POST /v1/bookings/{id}/mails',
    ]);
  });

  it('accept a publishable key for what a booking page needs, and nothing else', () => {
    expect(named('any_key')).toEqual([
      'GET /v1/availability',
      'GET /v1/manage/booking',
      'GET /v1/resources',
      'GET /v1/resources/{id}',
      'GET /v1/resources/{id}/calendar',
      'POST /v1/holds',
      'POST /v1/holds/{id}/checkout-session',
      'POST /v1/holds/{id}/confirm',
      'POST /v1/holds/{id}/otp',
      'POST /v1/holds/{id}/otp/verify',
      'POST /v1/manage/cancel',
      'POST /v1/manage/change-quotes',
      'POST /v1/manage/changes',
      'POST /v1/manage/checkout-session',
      'POST /v1/manage/link',
      'POST /v1/quotes',
      'POST /v1/search',
    ]);
  });

  it('take an Idempotency-Key where a repeat must not create a second record', () => {
    const keyed = publicRoutes.filter((route) => route.takesIdempotencyKey).map((route) => route.path);
    expect(keyed).toEqual([
      '/v1/holds',
      '/v1/holds/{id}/payment-intent',
      '/v1/bookings',
      '/v1/bookings/{id}/refunds',
      '/v1/bookings/{id}/changes',
      '/v1/manage/checkout-session',
      '/v1/manage/changes',
      '/v1/bookings/{id}/payment-intent',
      '/v1/bookings/{id}/checkout-session',
      '/v1/bookings/{id}/offline-payments',
      '/v1/blocks',
    ]);
  });

  it('show no guest data to a publishable key', () => {
    const shown = publicRoutes.filter(({ access }) => access === 'any_key');
    for (const { method, path, operation } of shown) {
      const schema = z.toJSONSchema(operation.response as z.ZodType, { unrepresentable: 'any' });
      expect(JSON.stringify(schema), `${method} ${path}`).not.toMatch(/guest(Email|Name|Phone)|"email"/);
    }
    const booking = publicRoutes.find(({ path }) => path === '/v1/bookings/{id}');
    expect(JSON.stringify(z.toJSONSchema(booking?.operation.response as z.ZodType))).toContain('guestEmail');
  });

  it('are about a reservation where they read, change or make one', () => {
    const about = publicRoutes.filter((route) => route.about === 'reservation');
    const ofStays = publicRoutes.filter(({ method, path }) => {
      const [, , collection = '', id] = path.split('/');
      return ['holds', 'bookings'].includes(collection) && (id !== undefined || method === 'POST');
    });
    expect(ofStays.length).toBeGreaterThan(10);
    expect(about).toEqual(ofStays);
  });

  it('are unique by method and path', () => {
    const rows = publicRoutes.map((route) => `${route.method} ${route.path}`);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('have a public problem for every refusal of their operations', () => {
    const codes = publicRoutes.flatMap((route) => route.operation.refusals);
    expect(codes.filter((code) => !Object.hasOwn(problems, code))).toEqual([]);
  });

  it('answer a malformed id with a refusal of their operation', () => {
    const today = () => Temporal.PlainDate.from('2026-11-20');
    const query = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };
    const tenant = { credentialId: undefined, permissions: [], timezone: 'UTC', tenantName: 'Hotel', today };
    const texts = { token: '', code: '', type: '', language: '' };
    const place = { innerId: 'no-uuid', ...texts, publicUrl: 'https://api.lodging.example' };
    const request = {
      idempotencyKey: '',
      guestToken: '',
      ifNoneMatch: undefined,
      ifMatch: undefined,
      acceptLanguage: undefined,
      verifyCursor: () => undefined,
    };
    const sent = { ...tenant, ...place, ...request };
    for (const route of publicRoutes.filter((row) => row.path.includes('{id}') && row.method === 'GET')) {
      const read = route.read({
        ...sent,
        query: route.path.endsWith('/calendar') ? query : {},
        id: 'no-uuid',
        body: undefined,
      });
      expect(read.ok, route.path).toBe(false);
      if (!read.ok) expect(route.operation.refusals).toContain(read.refusal.code);
    }
  });

  it('take no larger bodies than they need, with any credential', () => {
    const limits = publicRoutes
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, bodyLimitBytes }) => `${method} ${path} ${bodyLimitBytes / 1024}`)
      .toSorted();
    expect(limits).toEqual([
      'DELETE /v1/blocks/{id} 4',
      'DELETE /v1/bookings/{id} 4',
      'DELETE /v1/bookings/{id}/changes/{changeId} 4',
      'DELETE /v1/bookings/{id}/guest-link 4',
      'DELETE /v1/cancellation-policies/{code} 4',
      'DELETE /v1/channel-connections/{id} 4',
      'DELETE /v1/channel-connections/{id}/listings/{listingId} 4',
      'DELETE /v1/console/session 4',
      'DELETE /v1/console/sessions 4',
      'DELETE /v1/mail-templates/{type}/{language} 4',
      'DELETE /v1/operator/sessions/current 4',
      'DELETE /v1/resources/{id}/feed-tokens/{tokenId} 4',
      'DELETE /v1/tax-rules/{code} 4',
      'DELETE /v1/webhook-endpoints/{id} 4',
      'PATCH /v1/blocks/{id} 256',
      'PATCH /v1/bookings/{id} 64',
      'PATCH /v1/channel-connections/{id} 16',
      'PATCH /v1/channel/conflicts/{id} 256',
      'PATCH /v1/guests/{id} 64',
      'PATCH /v1/resources/{id} 256',
      'PATCH /v1/webhook-endpoints/{id} 16',
      'POST /v1/blocks 256',
      'POST /v1/bookings 64',
      'POST /v1/bookings/{id}/change-quotes 64',
      'POST /v1/bookings/{id}/changes 256',
      'POST /v1/bookings/{id}/checkout-session 16',
      'POST /v1/bookings/{id}/guest-link 4',
      'POST /v1/bookings/{id}/mails 4',
      'POST /v1/bookings/{id}/offline-payments 16',
      'POST /v1/bookings/{id}/payment-intent 16',
      'POST /v1/bookings/{id}/refunds 16',
      'POST /v1/channel-connections 16',
      'POST /v1/channel-connections/{id}/listings 16',
      'POST /v1/channel-connections/{id}/sync 4',
      'POST /v1/console/session 4',
      'POST /v1/guests/{id}/erase 4',
      'POST /v1/guests/{id}/export 4',
      'POST /v1/guests/{id}/merge 16',
      'POST /v1/holds 16',
      'POST /v1/holds/{id}/checkout-session 16',
      'POST /v1/holds/{id}/confirm 4',
      'POST /v1/holds/{id}/otp 4',
      'POST /v1/holds/{id}/otp/verify 16',
      'POST /v1/holds/{id}/payment-intent 16',
      'POST /v1/mail-templates/{type}/{language}/preview 4',
      'POST /v1/manage/cancel 4',
      'POST /v1/manage/change-quotes 4',
      'POST /v1/manage/changes 256',
      'POST /v1/manage/checkout-session 16',
      'POST /v1/manage/link 4',
      'POST /v1/operator/sessions 4',
      'POST /v1/quotes 16',
      'POST /v1/rates/bulk 64',
      'POST /v1/resources 256',
      'POST /v1/resources/{id}/feed-tokens 16',
      'POST /v1/resources/{id}/feed-tokens/{tokenId}/rotate 4',
      'POST /v1/room-types 256',
      'POST /v1/search 64',
      'POST /v1/webhook-endpoints 16',
      'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver 4',
      'POST /v1/webhook-endpoints/{id}/ping 4',
      'POST /v1/webhook-endpoints/{id}/rotate-secret 4',
      'PUT /v1/cancellation-policies/{code} 16',
      'PUT /v1/console/password 4',
      'PUT /v1/mail-settings 16',
      'PUT /v1/mail-templates/{type}/{language} 256',
      'PUT /v1/resources/{id}/pricing 1024',
      'PUT /v1/resources/{id}/rates 256',
      'PUT /v1/resources/{id}/restrictions 1024',
      'PUT /v1/tax-rules/{code} 256',
    ]);
  });
});
