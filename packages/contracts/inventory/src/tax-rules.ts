import {
  boundedArray,
  currency,
  exampleIds,
  listOf,
  localDate,
  minorUnits,
  nameTranslations,
  pageRequest,
  rpc,
  shownTranslations,
  text,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { resourceKind } from './records.ts';

const context = 'inventory';

export const lineCollect = z.enum(['online', 'property']).meta({
  description:
    '`property`: the guest pays it at the property; it is not part of totals, payments or refunds.',
});

const kind = z.enum(['tax', 'fee']);
const basis = z.enum(['percent', 'per_stay', 'per_night', 'per_person_per_stay', 'per_person_per_night']);
const percentBase = z.enum(['accommodation', 'accommodation_and_fees', 'all']).meta({
  description: 'The base of a percentage. Fees paid at the property are in no base.',
});
export const rateBps = z
  .string()
  .regex(/^(0|[1-9]\d{0,4})(\.\d{1,4})?$/, 'must be a decimal from 0 to 10000 with at most 4 places')
  .meta({ description: 'Basis points with up to 4 decimals; 10000 is 100 %.' });

const age = z.int().min(0).max(150);
export const ageBand = z
  .object({
    fromAge: age.meta({ description: 'Inclusive. Adults count as age 18.' }),
    toAge: age.nullable().meta({ description: 'Inclusive; null: no end.' }),
    amountMinorUnits: minorUnits,
  })
  .meta({ id: 'AgeBand', description: 'The amount for a person of these ages.' });

const ids = boundedArray(uuid, { min: 1, max: 500 });
export const taxScope = z
  .object({
    kinds: boundedArray(resourceKind, { min: 1, max: 4 }).optional(),
    roomTypeIds: ids.optional(),
    resourceIds: ids.optional(),
    ratePlanCodes: boundedArray(text({ min: 1, max: 64 }), { min: 1, max: 100 }).optional(),
  })
  .meta({ id: 'TaxScope', description: 'The stays a rule applies to. All parts that are sent must match.' });

const nightCount = z.int().max(10_000);
/** Null where a rule that was read has it: it is the same as absent, so that the rule may be sent back. */
export const taxRuleFields = z
  .object({
    name: text({ min: 1, max: 200 }),
    kind,
    basis,
    rateBps: rateBps.nullish().meta({ description: 'For `percent` only.' }),
    of: percentBase.nullish(),
    amountMinorUnits: minorUnits.nullish().meta({
      description:
        'For a fixed basis: the amount per unit, night or person. An age band of the person overrides it.',
    }),
    currency: currency.nullish().meta({
      description: 'For a fixed basis: the rule applies only to resources of this currency.',
    }),
    ageBands: boundedArray(ageBand, { max: 20 })
      .nullish()
      .meta({ description: 'For a basis per person. Bands must not overlap.' }),
    inclusive: z.boolean().optional().meta({
      description: 'Included in prices: it is a part of the accommodation and adds nothing to the total.',
    }),
    collect: lineCollect.optional(),
    refundable: z.boolean().optional().meta({ description: 'Default: true for a tax, false for a fee.' }),
    exemptible: z
      .boolean()
      .optional()
      .meta({ description: 'Guests may be exempted in bookings by a secret key.' }),
    skipNights: nightCount
      .min(0)
      .optional()
      .meta({ description: 'The number of first nights that do not count.' }),
    maxNights: nightCount
      .min(1)
      .nullish()
      .meta({ description: 'The maximum number of the remaining nights that count.' }),
    from: localDate.nullish().meta({ description: 'The first date that counts.' }),
    to: localDate.nullish().meta({ description: 'The day after the last date that counts.' }),
    appliesTo: taxScope.nullish().meta({ description: 'Default: the rule applies to every stay.' }),
    position: z.int().min(-1_000_000).max(1_000_000).optional().meta({
      description: 'Rules are computed in this order, then by code.',
    }),
    enabled: z.boolean().optional(),
    translations: nameTranslations,
  })
  .meta({
    id: 'TaxRuleUpdate',
    description: 'A complete tax or fee: absent fields get their defaults.',
    example: { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700', inclusive: true },
  });

export const taxRule = z
  .object({
    code: z.string(),
    name: z.string(),
    kind,
    basis,
    rateBps: z.string().nullable(),
    of: percentBase.nullable(),
    amountMinorUnits: minorUnits.nullable(),
    currency: currency.nullable().meta({
      description: 'For a fixed basis: the rule applies only to resources of this currency.',
    }),
    ageBands: listOf(ageBand, 20).nullable(),
    inclusive: z.boolean(),
    collect: lineCollect,
    refundable: z.boolean(),
    exemptible: z.boolean(),
    skipNights: z.int(),
    maxNights: z.int().nullable(),
    from: localDate.nullable(),
    to: localDate.nullable(),
    appliesTo: taxScope.nullable(),
    position: z.int(),
    enabled: z.boolean(),
    translations: shownTranslations,
  })
  .meta({
    id: 'TaxRule',
    description: 'A tax or a fee of the tenant.',
    example: {
      code: 'city-tax',
      name: 'City tax',
      kind: 'tax',
      basis: 'per_person_per_night',
      rateBps: null,
      of: null,
      amountMinorUnits: '250',
      currency: 'EUR',
      ageBands: [{ fromAge: 0, toAge: 15, amountMinorUnits: '0' }],
      inclusive: false,
      collect: 'online',
      refundable: true,
      exemptible: true,
      skipNights: 0,
      maxNights: 21,
      from: null,
      to: null,
      appliesTo: { resourceIds: [exampleIds.resource] },
      position: 10,
      enabled: true,
    },
  });
export type TaxRule = z.infer<typeof taxRule>;

/** Of any form: a malformed code is `validation_failed` for a PUT, and unknown to the others. */
const code = z.string();

/** Replaces the rule, or adds it. `limit_reached` has the field `limit`. */
export const putTaxRule = rpc({
  context,
  name: 'put-tax-rule',
  permission: 'operate',
  request: z.object({ code, rule: taxRuleFields }),
  response: taxRule,
  refusals: ['validation_failed', 'limit_reached', 'resource_locked'],
  idempotent: true,
});
export const readTaxRule = rpc({
  context,
  name: 'read-tax-rule',
  request: z.object({ code }),
  response: taxRule,
  refusals: ['tax_rule_not_found'],
  idempotent: true,
});
export const deleteTaxRule = rpc({
  context,
  name: 'delete-tax-rule',
  permission: 'operate',
  request: z.object({ code }),
  response: z.object({}),
  refusals: ['tax_rule_not_found', 'resource_locked'],
  idempotent: false,
});
/** In the order in which they were first put. The position is text of this service. */
export const listTaxRules = rpc({
  context,
  name: 'list-tax-rules',
  request: pageRequest.extend({ after: z.string().nullable() }),
  response: z.object({ taxRules: z.array(taxRule), nextAfter: z.string().nullable() }),
  refusals: [],
  idempotent: true,
});
