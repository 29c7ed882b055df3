import { operatorSession, operatorSessionBody } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import { z } from 'zod';
import { countAuthenticationFailure } from '../../../metrics.ts';
import { startOperatorSession } from '../../../use-cases/operators/start-operator-session.ts';
import { SMALL_BODY_BYTES } from '../body-limits.ts';
import { localRoute } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';
import { startedSessionToWire } from '../../../wire/operators.ts';

/** Per client network, because a sign-in has no API key: checking a password is slow by design. */
export const SIGN_INS_PER_MINUTE = 600;

export const SIGN_IN_FAILURES = {
  invalid_credentials: 'operator_password',
  tenant_suspended: 'tenant_suspended',
  rate_limited: 'too_many_tries',
} as const;

export const sessionRoutes: readonly PublicRoute[] = [
  localRoute({
    method: 'POST',
    path: '/v1/operator/sessions',
    docs: {
      operationId: 'startOperatorSession',
      tag: 'Service',
      summary: 'Sign in an operator',
      description:
        'The token (prefix `os_`) is shown once and valid for 12 hours. It is accepted wherever a secret key is, with the ' +
        'permissions of the operator’s role, and acts on the live tenant unless `mode` is `test`. At most five failed attempts per account, and 50 per ' +
        'address, in 15 minutes.',
    },
    access: 'open',
    permission: null,
    requestsPerMinute: SIGN_INS_PER_MINUTE,
    status: 201,
    timeout: 'write',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: operatorSessionBody,
    operation: {
      response: operatorSession,
      refusals: ['invalid_credentials', 'tenant_suspended', 'rate_limited'],
    },
    async run(deps, { clientAddress = '' }, { body }) {
      const started = await startOperatorSession(deps, {
        ...body,
        kind: 'bearer',
        clientNetwork: clientAddress,
      });
      if (started.ok) return ok(startedSessionToWire(started.value));
      countAuthenticationFailure(SIGN_IN_FAILURES[started.refusal.code]);
      return started;
    },
  }),
  localRoute({
    method: 'DELETE',
    path: '/v1/operator/sessions/current',
    docs: {
      operationId: 'endOperatorSession',
      tag: 'Service',
      summary: 'Sign out an operator',
      description: 'Ends the session of the token.',
    },
    access: 'operator',
    permission: null,
    status: 204,
    timeout: 'write',
    operation: { response: z.object({}), refusals: [] },
    async run({ sessions }, { tenantId }, { credentialId = '' }) {
      await sessions.end(tenantId, credentialId);
      return ok({});
    },
  }),
];
