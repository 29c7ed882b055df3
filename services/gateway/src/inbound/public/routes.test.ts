// Guarantees of the table of /v1: what it lets whom do, and that it names nothing that is not in the contracts.
import { problems } from '@lodging/contract-wire';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publicRoutes } from './routes.ts';

const named = (access: string) =>
  publicRoutes
    .filter((route) => route.access === access)
    .map((route) => `${route.method} ${route.path}`)
    .toSorted();

describe('the table of /v1', () => {
  it('needs no key for the public signing keys, for signing in and for feeds alone', () => {
    expect(named('open')).toEqual([
      'GET /v1/.well-known/jwks.json',
      'GET /v1/feeds/{token}.ics',
      'POST /v1/operator/sessions',
    ]);
  });

  it('takes an operator for refunds, for metrics and to sign out, and a permission for refunds', () => {
    expect(named('secret_key_or_operator')).toEqual([
      'GET /v1/metrics/summary',
      'POST /v1/bookings/{id}/refunds',
    ]);
    expect(named('operator')).toEqual(['DELETE /v1/operator/sessions/current']);
    const permitted = publicRoutes.filter((route) => route.permission !== undefined);
    expect(permitted.map(({ path }) => path)).toEqual(['/v1/bookings/{id}/refunds']);
  });

  it('answers creates with 201, what ends with 204, what is done later with 202 and the rest with 200', () => {
    const told = (status: number) =>
      publicRoutes.filter((row) => row.status === status).map((row) => `${row.method} ${row.path}`);
    expect(told(201).toSorted()).toEqual([
      'POST /v1/bookings',
      'POST /v1/bookings/{id}/refunds',
      'POST /v1/channel-connections',
      'POST /v1/channel-connections/{id}/listings',
      'POST /v1/holds',
      'POST /v1/holds/{id}/checkout-session',
      'POST /v1/holds/{id}/payment-intent',
      'POST /v1/operator/sessions',
      'POST /v1/resources',
      'POST /v1/resources/{id}/feed-tokens',
      'POST /v1/resources/{id}/feed-tokens/{tokenId}/rotate',
      'POST /v1/room-types',
      'POST /v1/webhook-endpoints',
    ]);
    expect(told(204).toSorted()).toEqual([
      'DELETE /v1/channel-connections/{id}',
      'DELETE /v1/channel-connections/{id}/listings/{listingId}',
      'DELETE /v1/operator/sessions/current',
      'DELETE /v1/resources/{id}/feed-tokens/{tokenId}',
      'DELETE /v1/webhook-endpoints/{id}',
    ]);
    expect(told(202)).toEqual([
      'POST /v1/channel-connections/{id}/sync',
      'POST /v1/webhook-endpoints/{id}/ping',
      'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    ]);
  });

  it('lets a publishable key do what a booking page needs, and nothing else', () => {
    expect(named('any_key')).toEqual([
      'GET /v1/availability',
      'GET /v1/resources',
      'GET /v1/resources/{id}',
      'GET /v1/resources/{id}/calendar',
      'POST /v1/holds',
      'POST /v1/holds/{id}/checkout-session',
      'POST /v1/holds/{id}/confirm',
      'POST /v1/holds/{id}/otp',
      'POST /v1/holds/{id}/otp/verify',
      'POST /v1/quotes',
    ]);
  });

  it('asks for an Idempotency-Key where a repeat must not make a second thing', () => {
    const keyed = publicRoutes.filter((route) => route.takesIdempotencyKey).map((route) => route.path);
    expect(keyed).toEqual(['/v1/holds', '/v1/holds/{id}/payment-intent', '/v1/bookings']);
  });

  it('shows a publishable key nothing of a guest', () => {
    const shown = publicRoutes.filter(({ access }) => access === 'any_key');
    for (const { method, path, operation } of shown) {
      const schema = z.toJSONSchema(operation.response as z.ZodType, { unrepresentable: 'any' });
      expect(JSON.stringify(schema), `${method} ${path}`).not.toMatch(/guest(Email|Name|Phone)|"email"/);
    }
    const booking = publicRoutes.find(({ path }) => path === '/v1/bookings/{id}');
    expect(JSON.stringify(z.toJSONSchema(booking?.operation.response as z.ZodType))).toContain('guestEmail');
  });

  it('has one row for each method and path', () => {
    const rows = publicRoutes.map((route) => `${route.method} ${route.path}`);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('knows a public problem for every refusal of the operations behind it', () => {
    const codes = publicRoutes.flatMap((route) => route.operation.refusals);
    expect(codes.filter((code) => !Object.hasOwn(problems, code))).toEqual([]);
  });

  it('answers an id that cannot be one with a refusal that the operation itself knows', () => {
    const today = () => Temporal.PlainDate.from('2026-11-20');
    const query = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };
    const tenant = { keyId: undefined, timezone: 'UTC', today };
    const place = { innerId: 'no-uuid', token: '', publicUrl: 'https://api.lodging.example' };
    const request = {
      idempotencyKey: '',
      ifNoneMatch: undefined,
      openCursor: () => undefined,
      openCursorInWords: () => undefined,
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
});
