import {
  cancellationPolicy,
  cancellationPolicyFields,
  newResource,
  newRoomType,
  pricingEntry,
  pricingList,
  ratePlanEntry,
  ratePlanList,
  resource,
  resourceChanges,
  roomType,
  taxRule,
  taxRuleFields,
} from '@lodging/contract-inventory';
import { exampleOf } from '@lodging/contract-wire';
import { z } from 'zod';
import { listPage, pageQuery, resourceListPage } from './paging.ts';

export const roomTypeBody = newRoomType;
export const roomTypePage = listPage('roomTypes', roomType, {
  id: 'RoomTypePage',
  description: 'A page of room types.',
});

export const resourceBody = newResource;
export const resourcesQuery = pageQuery.extend({
  archived: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .transform((value) => value === 'true')
    .meta({ description: 'True lists only archived resources; needs a secret key.' }),
});
export const resourceChangesBody = resourceChanges;
export const resourcePage = listPage('resources', resource, {
  id: 'ResourcePage',
  description: 'A page of resources.',
});

/** Upserts by code. */
export const ratesBody = z.object({ ratePlans: ratePlanList }).meta({
  id: 'RatesUpdate',
  description: 'The rate plans to add or change.',
  example: { ratePlans: [exampleOf(ratePlanEntry)] },
});

export const pricingBody = z.object({ pricing: pricingList }).meta({
  id: 'PricingUpdate',
  description: 'The entries to replace, whole.',
  example: { pricing: [exampleOf(pricingEntry)] },
});

export const pricingPage = resourceListPage('pricing', pricingEntry, {
  id: 'Pricing',
  description: 'The prices of the resource’s plans.',
});

export const taxRuleBody = taxRuleFields;
export const taxRulePage = listPage('taxRules', taxRule, {
  id: 'TaxRulePage',
  description: 'A page of taxes and fees.',
});

export const cancellationPolicyBody = cancellationPolicyFields;
export const cancellationPolicyPage = listPage('cancellationPolicies', cancellationPolicy, {
  id: 'CancellationPolicyPage',
  description: 'A page of cancellation policies.',
});
