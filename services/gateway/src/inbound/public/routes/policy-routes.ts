import {
  deleteCancellationPolicy,
  listCancellationPolicies,
  putCancellationPolicy,
  readCancellationPolicy,
} from '@lodging/contract-inventory';
import { cancellationPolicyBody, cancellationPolicyPage, pageQuery } from '@lodging/contract-public';
import { STAY_BODY_BYTES } from '../body-limits.ts';
import { opaqueListRoute, route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';

export const policyRoutes: readonly PublicRoute[] = [
  opaqueListRoute({
    path: '/v1/cancellation-policies',
    docs: {
      operationId: 'listCancellationPolicies',
      tag: 'Rates',
      summary: 'List cancellation policies',
      description: 'Ordered by creation, each in its current version.',
      response: cancellationPolicyPage,
    },
    access: 'secret_key',
    permission: 'read',
    operation: listCancellationPolicies,
    query: pageQuery,
    request: (page) => page,
    list: 'cancellation-policies',
  }),
  route({
    method: 'PUT',
    path: '/v1/cancellation-policies/{code}',
    docs: {
      operationId: 'putCancellationPolicy',
      tag: 'Rates',
      summary: 'Create or replace a cancellation policy',
      description:
        'Applies from the next quote on, to rate plans and generic resources that name it in ' +
        '`cancellationPolicyCode`; existing quotes and bookings keep their version. Deadlines are counted back from ' +
        'the arrival date at `referenceTime`, or at the `checkInTime` of the resource, in its time zone; for a ' +
        'generic resource from the exact start. A step applies until its deadline, and `afterwards` after the last ' +
        'one. Each change creates the next `version`. A fixed penalty of a policy that is in use must have the ' +
        'currency of the plans and resources that name it. A `default` policy applies to rate plans and generic ' +
        'resources without one: its fixed penalties do not act on another currency, and its `referenceTime` not on a ' +
        'generic resource. At most 200 policies: `limit_reached`.',
    },
    access: 'secret_key',
    permission: 'operate',
    timeout: 'write',
    bodyLimitBytes: STAY_BODY_BYTES,
    body: cancellationPolicyBody,
    operation: putCancellationPolicy,
    request: ({ code, body }) => ({ code, policy: body }),
  }),
  route({
    method: 'GET',
    path: '/v1/cancellation-policies/{code}',
    docs: {
      operationId: 'readCancellationPolicy',
      tag: 'Rates',
      summary: 'Retrieve a cancellation policy',
      description: 'The current version, with all fields.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'read',
    operation: readCancellationPolicy,
    request: ({ code }) => ({ code }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/cancellation-policies/{code}',
    docs: {
      operationId: 'deleteCancellationPolicy',
      tag: 'Rates',
      summary: 'Delete a cancellation policy',
      description:
        'The default policy, and one that a rate plan or a generic resource names, is `policy_in_use`. Existing bookings keep their ' +
        'policy. A policy created later with the same code continues its version numbers.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 204,
    timeout: 'write',
    operation: deleteCancellationPolicy,
    request: ({ code }) => ({ code }),
  }),
];
