import { endOperatorSession, operatorSessionBody, startOperatorSession } from '@lodging/contract-public';
import { route } from './public-route.ts';
import type { PublicRoute } from './public-route.ts';

/** A sign-in compares a password, which is slow on purpose, and nobody's key stands for it. */
const SIGN_INS_PER_MINUTE = 600;

export const sessionRoutes: readonly PublicRoute[] = [
  route({
    method: 'POST',
    path: '/v1/operator/sessions',
    access: 'open',
    requestsPerMinute: SIGN_INS_PER_MINUTE,
    status: 201,
    patience: 'setup',
    body: operatorSessionBody,
    operation: startOperatorSession,
    request: ({ body }) => body,
  }),
  route({
    method: 'DELETE',
    path: '/v1/operator/sessions/current',
    access: 'operator',
    status: 204,
    patience: 'setup',
    operation: endOperatorSession,
    request: ({ keyId }) => ({ sessionId: keyId ?? '' }),
  }),
];
