import {
  boundedArray,
  currency,
  minorUnits,
  nameTranslations,
  pageRequest,
  rpc,
  shownTranslations,
  text,
} from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'inventory';

export const penalty = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.literal('percent'),
      bps: z.int().min(1).max(10_000).meta({ description: 'Basis points; 10000 is 100 %.' }),
      of: z.enum(['accommodation', 'total']).meta({
        description:
          '`accommodation`: exclusive taxes are refunded in full; `total`: they are part of the share.',
      }),
    }),
    z.object({
      kind: z.literal('nights'),
      count: z.int().min(1).max(366).meta({
        description: 'The share of the first nights in the accommodation.',
      }),
    }),
    z.object({ kind: z.literal('fixed'), amountMinorUnits: minorUnits, currency }),
  ])
  .meta({
    id: 'Penalty',
    description:
      'The penalty of a cancellation, at most the total of the bill. Non-refundable fees and extras are added to ' +
      'every penalty except `none`.',
    example: { kind: 'percent', bps: 5000, of: 'accommodation' },
  });

export const policyStep = z
  .object({
    before: z
      .object({ count: z.int().min(1).max(365), unit: z.enum(['days', 'hours']) })
      .meta({ description: 'Days keep the local time of the arrival; an hour has 3,600 s.' }),
    penalty,
  })
  .meta({
    id: 'PolicyStep',
    description: 'The step applies until this long before the arrival; then the next one applies.',
    example: { before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } },
  });

/** A local time of the day, `15:00`. */
export const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59');

export const deposit = z
  .object({
    percentBps: z.int().min(1).max(9_999).meta({ description: 'The share of the total, in basis points.' }),
    balanceDueDaysBefore: z.int().min(0).max(365).meta({
      description: 'The balance is due at 00:00 local time this many days before the arrival date.',
    }),
  })
  .meta({
    id: 'Deposit',
    description: 'A part of the total that is paid at the time of booking.',
    example: { percentBps: 3_000, balanceDueDaysBefore: 14 },
  });

const graceMinutes = z.int().min(0).max(4_320);
const graceMinHoursBefore = z.int().min(0).max(720);
const described = {
  referenceTime: 'The local time from which deadlines are counted; null: the check-in time of the resource.',
  graceMinutes: 'The time after the confirmation during which cancelling is free.',
  graceMinHoursBefore:
    'The grace period requires an arrival at least this many hours after the confirmation.',
  steps: 'From the earliest deadline to the latest. The first step whose deadline is in the future applies.',
  afterwards: 'After the last deadline.',
  noShow: 'From the arrival on, for a no-show.',
} as const;
const steps = boundedArray(policyStep, { max: 10 }).meta({ description: described.steps });

export const cancellationPolicyFields = z
  .object({
    name: text({ min: 1, max: 200 }),
    referenceTime: localTime.nullish().meta({ description: described.referenceTime }),
    graceMinutes: graceMinutes.optional().meta({ description: described.graceMinutes }),
    graceMinHoursBefore: graceMinHoursBefore.optional().meta({ description: described.graceMinHoursBefore }),
    steps: steps.optional(),
    afterwards: penalty.meta({ description: described.afterwards }),
    noShow: penalty.meta({ description: described.noShow }),
    translations: nameTranslations,
    default: z
      .boolean()
      .optional()
      .meta({
        description:
          'True: the default policy from now on, in place of another one. Absent: false. Rate plans and generic ' +
          'resources without a policy are sold under it.',
      }),
  })
  .meta({
    id: 'CancellationPolicyUpdate',
    description: 'A complete cancellation policy: absent fields get their defaults.',
    example: {
      name: 'Flexible',
      steps: [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }],
      afterwards: { kind: 'percent', bps: 5_000, of: 'accommodation' },
      noShow: { kind: 'percent', bps: 10_000, of: 'total' },
    },
  });

const terms = {
  code: z.string(),
  name: z.string(),
  version: z.int().meta({
    description: 'Increases with every change of the terms. A booking keeps the version at the time of sale.',
  }),
  referenceTime: localTime.nullable().meta({ description: described.referenceTime }),
  graceMinutes: graceMinutes.meta({ description: described.graceMinutes }),
  graceMinHoursBefore: graceMinHoursBefore.meta({ description: described.graceMinHoursBefore }),
  steps,
  afterwards: penalty.meta({ description: described.afterwards }),
  noShow: penalty.meta({ description: described.noShow }),
  translations: shownTranslations,
};
const exampleTerms = {
  code: 'flexible',
  name: 'Flexible',
  version: 1,
  referenceTime: null,
  graceMinutes: 60,
  graceMinHoursBefore: 48,
  steps: [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }],
  afterwards: { kind: 'percent', bps: 5_000, of: 'accommodation' },
  noShow: { kind: 'percent', bps: 10_000, of: 'total' },
};

/** The terms of one version, as bookings keep them. */
export const soldCancellationPolicy = z.object(terms).meta({
  id: 'SoldCancellationPolicy',
  description: 'The cancellation policy that a booking was sold with.',
  example: exampleTerms,
});
export type SoldCancellationPolicy = z.infer<typeof soldCancellationPolicy>;

export const cancellationPolicy = z
  .object({
    ...terms,
    default: z.boolean().meta({
      description: 'Rate plans and generic resources without a policy are sold under the default policy.',
    }),
  })
  .meta({
    id: 'CancellationPolicy',
    description: 'The cost of a cancellation by time.',
    example: { ...exampleTerms, default: false },
  });
export type CancellationPolicy = z.infer<typeof cancellationPolicy>;
export type Penalty = z.infer<typeof penalty>;

/** Of any form: a malformed code is `validation_failed` for a PUT, and unknown to the others. */
const code = z.string();

/** Replaces the policy, or adds it. `limit_reached` has the field `limit`. */
export const putCancellationPolicy = rpc({
  context,
  name: 'put-cancellation-policy',
  permission: 'operate',
  request: z.object({ code, policy: cancellationPolicyFields }),
  response: cancellationPolicy,
  refusals: ['validation_failed', 'limit_reached', 'resource_locked'],
  idempotent: true,
});
export const readCancellationPolicy = rpc({
  context,
  name: 'read-cancellation-policy',
  request: z.object({ code }),
  response: cancellationPolicy,
  refusals: ['policy_not_found'],
  idempotent: true,
});
export const deleteCancellationPolicy = rpc({
  context,
  name: 'delete-cancellation-policy',
  permission: 'operate',
  request: z.object({ code }),
  response: z.object({}),
  refusals: ['policy_not_found', 'policy_in_use', 'resource_locked'],
  idempotent: false,
});
/** In the order in which they were first put. The position is text of this service. */
export const listCancellationPolicies = rpc({
  context,
  name: 'list-cancellation-policies',
  request: pageRequest.extend({ after: z.string().nullable() }),
  response: z.object({
    cancellationPolicies: z.array(cancellationPolicy),
    nextAfter: z.string().nullable(),
  }),
  refusals: [],
  idempotent: true,
});
