import { randomBytes } from 'node:crypto';
import { ProblemError } from '@lodging/kit-http';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { formatAdminToken } from '../../domain/audit/admin-token.ts';
import type { AdminDeps } from './admin-route.ts';
import { serveAdminRoutes } from './serve-admin-routes.ts';

describe('the token of an admin request', () => {
  it.each([false, true])('is looked up as that of a suspect: %s', async (isExceeded) => {
    const suspected: boolean[] = [];
    const deps = {
      digest: () => randomBytes(32),
      adminTokenFinder: {
        find: (_digest: Uint8Array, { isSuspect }: { readonly isSuspect: boolean }) => {
          suspected.push(isSuspect);
          return Promise.resolve(undefined);
        },
      },
    };
    const failures = {
      isExceeded: () => isExceeded,
      count: () => {
        throw new ProblemError({ code: 'rate_limited', detail: 'counted' });
      },
    };
    const app = fastify();
    // The routes themselves are not requested.
    serveAdminRoutes(app, [], deps as unknown as AdminDeps, [], failures);
    const authorization = `Bearer ${formatAdminToken(randomBytes(32))}`;
    const answer = await app.inject({ url: '/admin/v1/tenants', headers: { authorization } });
    expect(suspected).toEqual([isExceeded]);
    expect(answer.json()).toMatchObject({ message: 'counted' });
    await app.close();
  });
});
