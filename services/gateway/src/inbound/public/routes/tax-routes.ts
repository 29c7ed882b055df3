import { deleteTaxRule, listTaxRules, putTaxRule, readTaxRule } from '@lodging/contract-inventory';
import { pageQuery, taxRuleBody, taxRulePage } from '@lodging/contract-public';
import { opaqueListRoute, route } from '../declare-route.ts';
import type { PublicRoute } from '../public-route.ts';

export const taxRoutes: readonly PublicRoute[] = [
  opaqueListRoute({
    path: '/v1/tax-rules',
    docs: {
      operationId: 'listTaxRules',
      tag: 'Rates',
      summary: 'List taxes and fees',
      description: 'Ordered by creation.',
      response: taxRulePage,
    },
    access: 'secret_key',
    permission: 'read',
    operation: listTaxRules,
    query: pageQuery,
    request: (page) => page,
    list: 'tax-rules',
  }),
  route({
    method: 'PUT',
    path: '/v1/tax-rules/{code}',
    docs: {
      operationId: 'putTaxRule',
      tag: 'Rates',
      summary: 'Create or replace a tax or fee',
      description:
        'Applies from the next quote on; existing quotes keep their price. A rule applies to a stay if it is ' +
        'enabled, matches `appliesTo`, and at least one night counts: the first `skipNights` nights are excluded; of ' +
        'the next nights, at most `maxNights`, the dates from `from` until `to`, exclusive, count. ' +
        'Consecutive stays of one guest are not combined. A rule with a fixed amount applies only to resources of ' +
        'its currency. The basis per person counts the whole party; per stay and per night count the units. Each ' +
        'line is rounded once, half up. Order of computation: exclusive fees, inclusive taxes and fees (fixed ' +
        'amounts first, then all percentages together), exclusive taxes; never a tax on a tax. At most 50 rules: ' +
        '`limit_reached`. For the rates of a new year, add a second code with `from`.',
    },
    access: 'secret_key',
    permission: 'operate',
    timeout: 'write',
    body: taxRuleBody,
    operation: putTaxRule,
    request: ({ code, body }) => ({ code, rule: body }),
  }),
  route({
    method: 'GET',
    path: '/v1/tax-rules/{code}',
    docs: {
      operationId: 'readTaxRule',
      tag: 'Rates',
      summary: 'Retrieve a tax or fee',
      description: 'All fields with their value or default; null if the field does not apply to the basis.',
    },
    access: 'secret_key',
    permission: 'read',
    timeout: 'read',
    operation: readTaxRule,
    request: ({ code }) => ({ code }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/tax-rules/{code}',
    docs: {
      operationId: 'deleteTaxRule',
      tag: 'Rates',
      summary: 'Delete a tax or fee',
      description: 'New quotes no longer include it. Existing quotes and bookings stay unchanged.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 204,
    timeout: 'write',
    operation: deleteTaxRule,
    request: ({ code }) => ({ code }),
  }),
];
