import {
  alternative,
  availabilityReasons,
  MAX_ALTERNATIVES,
  MAX_LISTED_NIGHTS,
} from '@lodging/contract-inventory';
import { reservationState } from '@lodging/contract-reservations';
import {
  explanations,
  listOf,
  localDate,
  minorUnits,
  problems,
  timestamp,
  uuid,
} from '@lodging/contract-wire';
import type { ProblemCode } from '@lodging/contract-wire';
import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { headerRefs, LIMIT_HEADERS, REFUSAL_HEADERS } from './headers.ts';

const REQUEST_ID = '5a0e7f36-0c1d-4f5e-8a9b-7c6d5e4f3a2b';

/** Example values of the additional fields of some problems. */
const EXTENSIONS: Partial<Readonly<Record<ProblemCode, object>>> = {
  validation_failed: {
    errors: [{ pointer: '/partySize', message: 'must be above 0' }],
    errorCount: 1,
  },
  unavailable: { reasons: ['reserved'] },
  no_pricing_rule: { missingDates: ['2027-06-11'] },
  derived_plan_invalid: { reason: 'chain' },
  template_invalid: { part: 'text', line: 3, reason: 'unknown variable: name' },
  price_changed: { totalMinorUnits: '21000' },
  penalty_changed: { penaltyMinorUnits: '10000' },
  limit_reached: { limit: 50 },
  webhook_endpoint_limit_reached: { limit: 5 },
  search_too_broad: { candidates: 2_400, work: 74_400, most: 1_000 },
  units_in_use: { from: '2027-06-09T22:00:00.000Z', to: '2027-06-11T22:00:00.000Z', unitsTaken: 3 },
  block_conflict: {
    reservationIds: ['0197a205-2233-7445-8566-778899aabbcc'],
    from: '2027-06-10T13:00:00.000Z',
    to: '2027-06-12T09:00:00.000Z',
    unitsTaken: 1,
  },
  version_mismatch: { currentVersion: 4 },
  external_reference_taken: { reservationId: '0197a205-2233-7445-8566-778899aabbcc' },
  guest_has_open_stays: { reservationIds: ['0197a205-2233-7445-8566-778899aabbcc'] },
  change_not_allowed: { state: 'checked_out' },
  change_pending: { changeId: '0197a31f-1d2e-7f30-b142-435465768798' },
  change_outdated: { currentVersion: 4 },
  illegal_transition: { from: 'checked_out', to: 'cancelled', allowed: [] },
};

const RETRY_LATER = new Set<ProblemCode>(['rate_limited', 'resource_locked', 'service_unavailable']);

/** Of `illegal_transition`, `units_in_use` and `block_conflict`. */
const spanFields = {
  from: reservationState.or(timestamp).optional().meta({
    description:
      'With `illegal_transition`: the current state; with `units_in_use` and `block_conflict`: the start of the period.',
  }),
  to: reservationState.or(timestamp).optional().meta({
    description:
      'With `illegal_transition`: the requested state; with `units_in_use` and `block_conflict`: the end of the period.',
  }),
  unitsTaken: z.int().optional().meta({
    description: 'With `units_in_use` and `block_conflict`: the units taken in that period.',
  }),
};

/** Of `search_too_broad`. */
const breadthFields = {
  candidates: z.int().optional().meta({ description: 'With `search_too_broad`: the number of resources.' }),
  work: z.int().optional().meta({ description: 'With `search_too_broad`: nights × plans.' }),
  most: z.int().optional().meta({ description: 'With `search_too_broad`: the limit that was exceeded.' }),
};

/** Of `external_reference_taken`, `guest_has_open_stays` and `block_conflict`. */
const bookingFields = {
  reservationId: uuid
    .optional()
    .meta({ description: 'With `external_reference_taken`: the booking with this reference.' }),
  reservationIds: listOf(uuid, 100).optional().meta({
    description:
      'With `guest_has_open_stays`: bookings that are open or have open money; with `block_conflict`: stays in the way.',
  }),
};

/** Of a change of a stay. */
const changeFields = {
  state: z.string().optional().meta({
    description: 'With `change_not_allowed`: the state of the booking, or of the change to be ended.',
  }),
  changeId: uuid
    .optional()
    .meta({ description: 'With `change_pending`: the change that awaits its payment.' }),
};

/** Of an amount that differs from the one that the request expects. */
const amountFields = {
  totalMinorUnits: minorUnits.optional().meta({ description: 'With `price_changed`: the current total.' }),
  penaltyMinorUnits: minorUnits.optional().meta({
    description: 'With `penalty_changed`: the current penalty.',
  }),
};

/** Of a rule that the request breaks. */
const ruleFields = {
  reason: z.string().optional().meta({
    description:
      'With `derived_plan_invalid`: `unknown`, `self` or `chain`. With `template_invalid`: the fault.',
  }),
  part: z
    .enum(['subject', 'text', 'html'])
    .optional()
    .meta({ description: 'With `template_invalid`: the part.' }),
  line: z.int().nullable().optional().meta({
    description: 'With `template_invalid`: the line; null: the whole part.',
  }),
  limit: z.int().optional().meta({
    description: 'With `limit_reached` and `webhook_endpoint_limit_reached`: the maximum.',
  }),
};

export function problemShape(codes: readonly ProblemCode[]): z.ZodType {
  const text = (description: string) => z.string().meta({ description });
  return z
    .object({
      type: text('The page that explains the code.').meta({ format: 'uri' }),
      title: text('A short summary of the code.'),
      status: z.int().meta({ description: 'The HTTP status.' }),
      detail: text('The problem with this request.'),
      code: z.enum(codes).meta({ description: 'Stable, for programs.' }),
      instance: uuid.meta({ description: 'The id of the request, as in X-Request-Id.' }),
      errors: listOf(
        z.object({ pointer: text('JSON pointer (RFC 6901) into body or query.'), message: z.string() }),
        20,
      )
        .optional()
        .meta({ description: 'With `validation_failed`: the first invalid fields.' }),
      errorCount: z.int().optional().meta({
        description: 'With `validation_failed`: the number of errors found.',
      }),
      reasons: availabilityReasons.optional().meta({ description: 'With `unavailable`: the reasons.' }),
      alternatives: listOf(alternative, MAX_ALTERNATIVES).optional().meta({
        description:
          'With `unavailable`, if the request has `alternatives`: available stays near the requested one.',
      }),
      missingDates: listOf(localDate, MAX_LISTED_NIGHTS)
        .optional()
        .meta({ description: 'With `no_pricing_rule`: the nights without a price.' }),
      ...ruleFields,
      ...spanFields,
      ...breadthFields,
      ...bookingFields,
      ...changeFields,
      ...amountFields,
      currentVersion: z
        .int()
        .optional()
        .meta({ description: 'With `version_mismatch` and `change_outdated`: the current version.' }),
      allowed: listOf(reservationState, reservationState.options.length)
        .optional()
        .meta({ description: 'With `illegal_transition`: the allowed states.' }),
    })
    .meta({
      description: 'An error (RFC 9457). Match on `code`; title and detail are for people and may change.',
    });
}

export function problemExample(code: ProblemCode, problemBase: string) {
  const { status, title } = problems[code];
  return {
    summary: title,
    description: explanations[code].meaning,
    value: {
      ...EXTENSIONS[code],
      type: `${problemBase}/${code}`,
      title,
      status,
      detail: `${title}.`,
      code,
      instance: REQUEST_ID,
    },
  };
}

/** The responses by status. A status with a single code refers to a component that operations share. */
export function problemResponses(
  codes: readonly ProblemCode[],
  problemBase: string,
): ZodOpenApiResponsesObject {
  const entries = [...byStatus(codes)].map(([status, group]) => {
    const [code, ...others] = group;
    const response =
      others.length === 0 ? { $ref: `#/components/responses/${code}` } : problemResponse(group, problemBase);
    return [`${status}`, response] as const;
  });
  return Object.fromEntries(entries);
}

/** The components that `problemResponses` of these operations refers to. */
export function sharedResponses(
  operations: readonly (readonly ProblemCode[])[],
  problemBase: string,
): Record<string, ZodOpenApiResponseObject> {
  const alone = operations
    .flatMap((codes) => [...byStatus(codes).values()])
    .flatMap((group) => (group.length === 1 ? group : []));
  return Object.fromEntries([...new Set(alone)].map((code) => [code, problemResponse([code], problemBase)]));
}

function byStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  return Map.groupBy(codes, (code) => problems[code].status);
}

function problemResponse(codes: readonly ProblemCode[], problemBase: string): ZodOpenApiResponseObject {
  const names = [
    ...REFUSAL_HEADERS,
    ...(codes.some((code) => RETRY_LATER.has(code)) ? ['Retry-After'] : []),
    ...(codes.includes('rate_limited') ? LIMIT_HEADERS : []),
    ...(codes.some((code) => problems[code].status === 401) ? ['WWW-Authenticate'] : []),
  ];
  const ofCodes = {
    type: 'object' as const,
    properties: { code: { type: 'string' as const, enum: [...codes] } },
  };
  return {
    description: codes
      .map((code) => `[\`${code}\`](${problemBase}/${code}): ${problems[code].title}.`)
      .join('\n\n'),
    headers: headerRefs(names),
    content: {
      'application/problem+json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, ofCodes] },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
