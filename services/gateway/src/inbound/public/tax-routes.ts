import { deleteTaxRule, listTaxRules, putTaxRule, readTaxRule } from '@lodging/contract-inventory';
import { pageQuery, taxRuleBody, taxRulePage } from '@lodging/contract-public';
import { opaqueListRoute, route } from './declare-route.ts';
import type { PublicRoute } from './public-route.ts';

export const taxRoutes: readonly PublicRoute[] = [
  opaqueListRoute({
    path: '/v1/tax-rules',
    docs: {
      operationId: 'listTaxRules',
      tag: 'Rates',
      summary: 'List taxes and fees',
      description: 'In the order in which they were first put.',
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
      summary: 'Add or replace a tax or a fee',
      description:
        'Shows on the very next quote; quotes that were made keep their price. A rule applies to a stay where it is ' +
        'enabled, matches `appliesTo`, and some night counts: of the nights from arrival the first `skipNights` are left ' +
        'out, at most `maxNights` of the rest are taken, and of these the dates from `from` up to, not including, `to`. ' +
        'Stays of one guest are not joined. A rule with a fixed amount applies to resources of its own currency alone. ' +
        'Per person counts the whole party, per stay and per night count the units. Each line is rounded once, half up. ' +
        'Computed in this order: exclusive fees, what prices have in them (fixed amounts, then all percentages together), ' +
        'exclusive taxes; never a tax on a tax. At most 50 rules: `limit_reached`. For a new year, add a second code with ' +
        '`from`.',
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
      summary: 'Read a tax or a fee',
      description: 'Every field with its value or default; null where it does not belong to the basis.',
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
      summary: 'Delete a tax or a fee',
      description: 'No new quote has it. Quotes and bookings that were made with it stay as they are.',
    },
    access: 'secret_key',
    permission: 'operate',
    status: 204,
    timeout: 'write',
    operation: deleteTaxRule,
    request: ({ code }) => ({ code }),
  }),
];
