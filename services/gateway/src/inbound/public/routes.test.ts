// Guarantees of the table of /v1: what it lets whom do, and that it names nothing that is not in the contracts.
import { problems } from '@lodging/contract-wire';
import { describe, expect, it } from 'vitest';
import { publicRoutes } from './routes.ts';

const named = (access: string) =>
  publicRoutes
    .filter((route) => route.access === access)
    .map((route) => `${route.method} ${route.path}`)
    .toSorted();

describe('the table of /v1', () => {
  it('needs no key for the public signing keys alone', () => {
    expect(named('open')).toEqual(['GET /v1/.well-known/jwks.json']);
  });

  it('lets a publishable key do what a booking page needs, and nothing else', () => {
    expect(named('any_key')).toEqual([
      'GET /v1/availability',
      'GET /v1/resources',
      'GET /v1/resources/{id}',
      'POST /v1/holds',
      'POST /v1/holds/{id}/confirm',
      'POST /v1/holds/{id}/otp',
      'POST /v1/holds/{id}/otp/verify',
      'POST /v1/quotes',
    ]);
  });

  it('asks for an Idempotency-Key where a repeat must not make a second thing', () => {
    const keyed = publicRoutes.filter((route) => route.takesIdempotencyKey).map((route) => route.path);
    expect(keyed).toEqual(['/v1/holds', '/v1/holds/{id}/payment-intent']);
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
    const sent = { idempotencyKey: '', query: {}, openCursor: () => undefined };
    for (const route of publicRoutes.filter((row) => row.path.includes('{id}') && row.method === 'GET')) {
      const read = route.read({ ...sent, id: 'no-uuid', body: undefined });
      expect(read.ok, route.path).toBe(false);
      if (!read.ok) expect(route.operation.refusals).toContain(read.refusal.code);
    }
  });
});
