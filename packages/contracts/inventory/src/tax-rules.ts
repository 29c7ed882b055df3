import {
  currency,
  exampleIds,
  localDate,
  minorUnits,
  pageRequest,
  rpc,
  text,
  uuid,
} from '@lodging/contract-wire';
import { z } from 'zod';
import { resourceKind } from './records.ts';

const context = 'inventory';

export const lineCollect = z.enum(['online', 'property']).meta({
  description: '`property`: the guest pays it on the spot; it is in no total, payment or refund.',
});

const kind = z.enum(['tax', 'fee']);
const basis = z.enum(['percent', 'per_stay', 'per_night', 'per_person_per_stay', 'per_person_per_night']);
const percentBase = z.enum(['accommodation', 'accommodation_and_fees', 'all']).meta({
  description: 'What a percentage is taken of. Fees at the property are in none of them.',
});
export const rateBps = z
  .string()
  .regex(/^(0|[1-9]\d{0,4})(\.\d{1,4})?$/, 'must be a decimal from 0 to 10000 with at most 4 places')
  .meta({ description: 'Basis points with up to 4 decimals; 10000 is the whole.' });

const age = z.int().min(0).max(150);
export const ageBand = z
  .object({
    fromAge: age.meta({ description: 'Included. Adults are of age 18.' }),
    toAge: age.nullable().meta({ description: 'Included; null has no end.' }),
    amountMinorUnits: minorUnits,
  })
  .meta({ id: 'AgeBand', description: 'What a person of these ages is charged.' });

const ids = z.array(uuid).min(1).max(500);
export const taxScope = z
  .object({
    kinds: z.array(resourceKind).min(1).max(4).optional(),
    roomTypeIds: ids.optional(),
    resourceIds: ids.optional(),
    ratePlanCodes: z
      .array(text({ min: 1, max: 64 }))
      .min(1)
      .max(100)
      .optional(),
  })
  .meta({ id: 'TaxScope', description: 'The stays a rule applies to. All parts that are sent must match.' });

const nightCount = z.int().max(10_000);
/** Null where a rule that was read has it: it is the same as absent, so that the rule may be sent back. */
export const taxRuleFields = z
  .object({
    name: text({ min: 1, max: 200 }),
    kind,
    basis,
    rateBps: rateBps.nullish().meta({ description: 'Of `percent` alone.' }),
    of: percentBase.nullish(),
    amountMinorUnits: minorUnits.nullish().meta({
      description: 'Of a fixed basis: for each unit, night or person. A person’s age band stands before it.',
    }),
    currency: currency.nullish().meta({
      description: 'Of a fixed basis: the rule applies to resources of this currency alone.',
    }),
    ageBands: z.array(ageBand).max(20).nullish().meta({ description: 'Of a basis per person. Disjoint.' }),
    inclusive: z.boolean().optional().meta({
      description: 'Prices have it in them: it is taken out of the accommodation and adds nothing.',
    }),
    collect: lineCollect.optional(),
    refundable: z.boolean().optional().meta({ description: 'Without it true for a tax, false for a fee.' }),
    exemptible: z
      .boolean()
      .optional()
      .meta({ description: 'A booking by secret key may exempt its guests.' }),
    skipNights: nightCount.min(0).optional().meta({ description: 'The first nights that do not count.' }),
    maxNights: nightCount.min(1).nullish().meta({ description: 'How many of the rest count at the most.' }),
    from: localDate.nullish().meta({ description: 'The first date that counts.' }),
    to: localDate.nullish().meta({ description: 'The date after the last that counts.' }),
    appliesTo: taxScope.nullish().meta({ description: 'Without it the rule applies to every stay.' }),
    position: z.int().min(-1_000_000).max(1_000_000).optional().meta({
      description: 'Rules are computed in this order, then by code.',
    }),
    enabled: z.boolean().optional(),
  })
  .meta({
    id: 'TaxRuleUpdate',
    description: 'A tax or a fee, whole: what is not sent has its default.',
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
      description: 'Of a fixed amount: the rule applies to resources of this currency alone.',
    }),
    ageBands: z.array(ageBand).nullable(),
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
