import { explanations, problems } from '@lodging/contract-wire';
import type { ProblemCode } from '@lodging/contract-wire';
import { headers, OF_EVERY_ANSWER, OF_LIMITS } from './headers.ts';
import type { Json } from './json-schemas.ts';

const REQUEST_ID = '5a0e7f36-0c1d-4f5e-8a9b-7c6d5e4f3a2b';

/** Fields beyond those of every problem, by the code that carries them. */
const FURTHER_FIELDS: Partial<Readonly<Record<ProblemCode, Json>>> = {
  validation_failed: { errors: [{ pointer: '/partySize', message: 'Too small: expected number to be >0' }] },
  unavailable: { reasons: ['reserved'] },
  no_pricing_rule: { missingDates: ['2027-06-11'] },
  illegal_transition: { from: 'checked_out', to: 'cancelled', allowed: [] },
};

const WAITS = new Set<ProblemCode>(['rate_limited', 'resource_locked', 'service_unavailable']);

export function problemSchema(codes: readonly ProblemCode[]): Json {
  const text = (description: string) => ({ type: 'string', description });
  return {
    type: 'object',
    description: 'A refusal (RFC 9457). Match on `code`; title and detail are for people, and may change.',
    required: ['type', 'title', 'status', 'detail', 'code', 'instance'],
    properties: {
      type: { ...text('An address that explains the code.'), format: 'uri' },
      title: text('What the code means, in a few words.'),
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: text('What was wrong with this request.'),
      code: { ...text('Stable, for programs.'), enum: codes },
      instance: { ...text('The id of the request, as in X-Request-Id.'), format: 'uuid' },
      errors: {
        type: 'array',
        description: 'With `validation_failed`: each field that does not fit.',
        items: {
          type: 'object',
          required: ['pointer', 'message'],
          properties: {
            pointer: text('JSON pointer (RFC 6901) into body or query.'),
            message: { type: 'string' },
          },
        },
      },
      reasons: {
        type: 'array',
        description: 'With `unavailable`: why.',
        items: { $ref: '#/components/schemas/AvailabilityReason' },
      },
      missingDates: {
        type: 'array',
        description: 'With `no_pricing_rule`: the nights without a price.',
        items: { type: 'string', format: 'date' },
      },
      from: { description: 'With `illegal_transition`: the state it is in.', ...STATE },
      to: { description: 'With `illegal_transition`: the state that was asked for.', ...STATE },
      allowed: { type: 'array', description: 'With `illegal_transition`: where it can go.', items: STATE },
    },
  };
}

const STATE = { $ref: '#/components/schemas/ReservationState' };

export function problemExample(code: ProblemCode, problemBase: string): Json {
  const { status, title } = problems[code];
  const detail = `${title}.`;
  const further = FURTHER_FIELDS[code] ?? {};
  const value = {
    ...further,
    type: `${problemBase}/${code}`,
    title,
    status,
    detail,
    code,
    instance: REQUEST_ID,
  };
  return { summary: title, description: explanations[code].meaning, value };
}

/** By status. Where a status has one code, the operations that have it share a component. */
export function problemResponses(codes: readonly ProblemCode[]): Json {
  const entries = [...byStatus(codes)].map(([status, group]) => {
    const lone = loneCode(group);
    return [status, lone === undefined ? problemResponse(group) : { $ref: `#/components/responses/${lone}` }];
  });
  return Object.fromEntries(entries);
}

/** The components that the answers of these operations refer to. */
export function sharedResponses(operations: readonly (readonly ProblemCode[])[]): Record<string, Json> {
  const groups = operations.flatMap((codes) => [...byStatus(codes).values()]);
  const lone = new Set(groups.flatMap((group) => loneCode(group) ?? []));
  return Object.fromEntries([...lone].map((code) => [code, problemResponse([code])]));
}

function byStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  return Map.groupBy(codes, (code) => problems[code].status);
}

function loneCode(codes: readonly ProblemCode[]): ProblemCode | undefined {
  return codes.length === 1 ? codes[0] : undefined;
}

function problemResponse(codes: readonly ProblemCode[]): Json {
  const names = [
    ...OF_EVERY_ANSWER,
    ...(codes.some((code) => WAITS.has(code)) ? ['Retry-After'] : []),
    ...(codes.includes('rate_limited') ? OF_LIMITS : []),
    ...(problems[codes[0] ?? 'internal_error'].status === 401 ? ['WWW-Authenticate'] : []),
  ];
  const ofCodes = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, ofCodes] };
  const examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const),
  );
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join('\n\n'),
    headers: headers(...names),
    content: { 'application/problem+json': { schema, examples } },
  };
}
