import type { ZodOpenApiComponentsObject } from 'zod-openapi';

const text = { type: 'string' } as const;

export const headerComponents: NonNullable<ZodOpenApiComponentsObject['headers']> = {
  'X-Request-Id': {
    required: true,
    description: 'Names this request in our logs. The `instance` of a problem is the same.',
    schema: { type: 'string', format: 'uuid' },
  },
  Traceparent: { description: 'W3C trace context of the request.', schema: text },
  'RateLimit-Policy': {
    description: 'The budget of the key: `q` requests in `w` seconds.',
    schema: text,
    example: '"default";q=6000;w=60',
  },
  RateLimit: {
    description:
      'What is left of it: `r` requests for the next `t` seconds. Absent while nothing is counted.',
    schema: text,
    example: '"default";r=5999;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text, example: 'Bearer' },
  'Idempotent-Replayed': {
    description: '`true` where an earlier request with the same Idempotency-Key made what is answered.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: { description: 'Strong; names this very body, or its version.', schema: text, example: '"5f3a9c0d"' },
  'Last-Modified': { description: 'When what is answered last changed.', schema: text },
  'Cache-Control': { description: 'How long the answer may be kept.', schema: text },
};

export const parameterComponents: NonNullable<ZodOpenApiComponentsObject['parameters']> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A UUID made by the caller, the same with every repeat. Kept for 30 days.',
    schema: { type: 'string', format: 'uuid' },
    example: '0b8f9c1e-5d2a-4e7b-9f60-3a1c2d4e5f60',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags that the caller has, separated by commas, or `*`.',
    schema: text,
    example: '"5f3a9c0d"',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'ETags of the version to change, separated by commas, or `*`; anything else is `version_mismatch`.',
    schema: text,
    example: '"v3"',
  },
};

export function headerRefs(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const COMMON_HEADERS = ['X-Request-Id', 'Traceparent'] as const;
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;
