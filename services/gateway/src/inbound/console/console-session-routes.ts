import { consoleSession, operatorSessionBody, ownPasswordBody, ownSessions } from '@lodging/contract-public';
import { ok, refuse } from '@lodging/kernel';
import { ownerOf } from '@lodging/kit-runtime';
import { z } from 'zod';
import { countAuthenticationFailure } from '../../metrics.ts';
import { changeOwnPassword } from '../../use-cases/operators/change-own-password.ts';
import { endOwnSessions } from '../../use-cases/operators/end-own-sessions.ts';
import { startOperatorSession } from '../../use-cases/operators/start-operator-session.ts';
import { ownSessionToWire, signedInToWire } from '../../wire/operators.ts';
import { SMALL_BODY_BYTES } from '../public/body-limits.ts';
import { localRoute } from '../public/declare-route.ts';
import type { LocalDeps, PublicRoute } from '../public/public-route.ts';
import { SIGN_IN_FAILURES, SIGN_INS_PER_MINUTE } from '../public/routes/session-routes.ts';
import { SESSION_ENDED } from './session-ended.ts';

const SESSION = '/v1/console/session';
const SESSIONS = '/v1/console/sessions';
const MAX_SESSIONS = 100;

export const consoleSessionRoutes: readonly PublicRoute[] = [
  localRoute({
    method: 'POST',
    path: SESSION,
    docs: {
      operationId: 'startConsoleSession',
      tag: 'Service',
      summary: 'Sign in an operator to the console',
      description:
        'For the pages of the console alone. The session is in a cookie that no script can read; it ends after 12 hours, and ' +
        'after 60 minutes without a request. Failed attempts count together with those of POST /v1/operator/sessions.',
    },
    access: 'open',
    permission: null,
    forOwnPages: true,
    requestsPerMinute: SIGN_INS_PER_MINUTE,
    status: 201,
    timeout: 'write',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: operatorSessionBody,
    operation: {
      response: consoleSession,
      refusals: ['invalid_credentials', 'tenant_suspended', 'origin_not_allowed', 'rate_limited'],
    },
    async run(deps, { clientAddress = '' }, { body }) {
      const signIn = { ...body, kind: 'cookie', clientNetwork: clientAddress } as const;
      const started = await startOperatorSession(deps, signIn);
      if (started.ok) {
        const headers = { 'set-cookie': deps.consoleCookie.set(started.value.token) };
        return { ...ok(signedInToWire(started.value)), headers };
      }
      countAuthenticationFailure(SIGN_IN_FAILURES[started.refusal.code]);
      return started;
    },
  }),
  localRoute({
    method: 'GET',
    path: SESSION,
    docs: {
      operationId: 'readConsoleSession',
      tag: 'Service',
      summary: 'Read the session of the console',
      description:
        'Who is signed in, for which tenant and mode, with which permissions. Every answer to a request with the cookie has ' +
        'the same permissions in the header `Console-Permissions`, joined by commas. With an `id` in the header ' +
        '`Console-Session` a request of another session is refused.',
    },
    access: 'console',
    permission: null,
    timeout: 'read',
    operation: { response: consoleSession, refusals: [] },
    async run({ sessions }, { tenantId }, { credentialId = '' }) {
      const signedIn = await sessions.find(tenantId, credentialId);
      return signedIn === undefined ? refuse('session_ended', SESSION_ENDED) : ok(signedInToWire(signedIn));
    },
  }),
  localRoute({
    method: 'DELETE',
    path: SESSION,
    docs: {
      operationId: 'endConsoleSession',
      tag: 'Service',
      summary: 'Sign out of the console',
      description: 'Ends this session.',
    },
    access: 'console',
    permission: null,
    status: 204,
    timeout: 'write',
    operation: { response: z.object({}), refusals: [] },
    async run(deps, { tenantId }, { credentialId = '' }) {
      await deps.sessions.end(tenantId, credentialId);
      return { ...ok({}), headers: signedOut(deps) };
    },
  }),
  localRoute({
    method: 'DELETE',
    path: SESSIONS,
    docs: {
      operationId: 'endConsoleSessions',
      tag: 'Service',
      summary: 'Sign out everywhere',
      description: 'Ends every session of this operator, live and sandbox, tokens of sessions too.',
    },
    access: 'console',
    permission: null,
    status: 204,
    timeout: 'write',
    operation: { response: z.object({}), refusals: [] },
    async run(deps, ctx, _input, source) {
      await endOwnSessions(deps, ctx, source());
      return { ...ok({}), headers: signedOut(deps) };
    },
  }),
  localRoute({
    method: 'GET',
    path: SESSIONS,
    docs: {
      operationId: 'listConsoleSessions',
      tag: 'Service',
      summary: 'List the sessions of the operator',
      description:
        'The open sessions of the operator who is signed in, newest first, at most 100; tokens of sessions too.',
    },
    access: 'console',
    permission: null,
    timeout: 'read',
    operation: { response: ownSessions, refusals: [] },
    async run({ sessions }, ctx, { credentialId }) {
      const own = await sessions.listOf(ownerOf(ctx), ctx.caller.operatorId ?? '', MAX_SESSIONS);
      return ok({ sessions: own.map((one) => ownSessionToWire(one, credentialId)) });
    },
  }),
  localRoute({
    method: 'PUT',
    path: '/v1/console/password',
    docs: {
      operationId: 'changeConsolePassword',
      tag: 'Service',
      summary: 'Change the own password',
      description:
        'Ends every other session of this operator. A wrong current password counts as a failed attempt to sign in.',
    },
    access: 'console',
    permission: null,
    status: 204,
    timeout: 'write',
    bodyLimitBytes: SMALL_BODY_BYTES,
    body: ownPasswordBody,
    operation: { response: z.object({}), refusals: ['invalid_credentials', 'rate_limited'] },
    async run(deps, ctx, { body }, source) {
      const changed = await changeOwnPassword(deps, ctx, { ...body, source: source() });
      if (changed.ok) return ok({});
      if (changed.refusal.code === 'invalid_credentials') countAuthenticationFailure('operator_password');
      return changed;
    },
  }),
];

/** What the browser has cached of a guest goes with the session. */
function signedOut({ consoleCookie }: LocalDeps) {
  return { 'set-cookie': consoleCookie.empty(), 'clear-site-data': '"cache"' };
}
