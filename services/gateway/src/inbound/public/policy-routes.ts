import {
  deleteCancellationPolicy,
  listCancellationPolicies,
  putCancellationPolicy,
  readCancellationPolicy,
} from '@lodging/contract-inventory';
import { cancellationPolicyBody, cancellationPolicyPage, pageQuery } from '@lodging/contract-public';
import { opaqueListRoute, route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

export const policyRoutes: readonly PublicRoute[] = [
  opaqueListRoute({
    path: '/v1/cancellation-policies',
    docs: {
      operationId: 'listCancellationPolicies',
      tag: 'Rates',
      summary: 'List cancellation policies',
      description: 'In the order in which they were first put, each in its current version.',
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
      summary: 'Add or replace a cancellation policy',
      description:
        'Acts where a rate plan or a generic resource names it in `cancellationPolicyCode`, from the very next quote on; quotes ' +
        'and bookings that were made keep the version that they were sold with. Deadlines are counted back from the arrival ' +
        'date at `referenceTime`, else at the `checkInTime` of the resource, in its zone; for a generic resource from the exact ' +
        'start. A step holds until its deadline, and `afterwards` after the last one. A change makes the next `version`. A ' +
        'policy that is named cannot take a fixed penalty in a currency other than that of what names it. At most 200 ' +
        'policies: `limit_reached`.',
    },
    access: 'secret_key',
    permission: 'operate',
    timeout: 'write',
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
      summary: 'Read a cancellation policy',
      description: 'The current version, with every field.',
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
        'While a rate plan or a generic resource names it: `policy_in_use`. Bookings that were sold with it keep it. A policy ' +
        'that is made anew under the code goes on counting its versions.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 204,
    timeout: 'write',
    operation: deleteCancellationPolicy,
    request: ({ code }) => ({ code }),
  }),
];
