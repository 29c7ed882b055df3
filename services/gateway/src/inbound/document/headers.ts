import type { ZodOpenApiComponentsObject } from 'zod-openapi';

const text = { type: 'string' } as const;

export const headerComponents: NonNullable<ZodOpenApiComponentsObject['headers']> = {
  'X-Request-Id': {
    required: true,
    description: 'The id of this request in the logs; equal to `instance` of a problem.',
    schema: { type: 'string', format: 'uuid' },
  },
  Traceparent: { description: 'W3C trace context of the request.', schema: text },
  'RateLimit-Policy': {
    description: 'The quota of the key: `q` requests in `w` seconds.',
    schema: text,
    example: '"default";q=6000;w=60',
  },
  RateLimit: {
    description:
      'The remaining quota: `r` requests for the next `t` seconds. Absent while requests are not counted.',
    schema: text,
    example: '"default";r=5999;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text, example: 'Bearer' },
  'Idempotent-Replayed': {
    description: '`true` if an earlier request with the same Idempotency-Key created the result.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: { description: 'Strong; identifies this body or its version.', schema: text, example: '"5f3a9c0d"' },
  'Last-Modified': { description: 'The time of the last change.', schema: text },
  'Access-Control-Allow-Origin': {
    description:
      'The Origin of the request. Sent with errors of operations that take a key, unless a secret key or session was used, and with ' +
      'successful responses to a publishable key from an allowed origin.',
    schema: text,
    example: 'https://www.seaside.example',
  },
  'Cache-Control': { description: 'How long the response may be cached.', schema: text },
};

export const parameterComponents: NonNullable<ZodOpenApiComponentsObject['parameters']> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A UUID that the client generates, the same for every retry. Kept for 30 days.',
    schema: { type: 'string', format: 'uuid' },
    example: '0b8f9c1e-5d2a-4e7b-9f60-3a1c2d4e5f60',
  },
  OptionalIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A UUID that the client generates, the same for every retry. Kept for 30 days. Without it, each request is one ' +
      'of its own.',
    schema: { type: 'string', format: 'uuid' },
    example: '0b8f9c1e-5d2a-4e7b-9f60-3a1c2d4e5f60',
  },
  GuestToken: {
    name: 'Guest-Token',
    in: 'header',
    required: true,
    description: '`token` of a guest link. It opens its booking under `/v1/manage` alone.',
    schema: text,
    example: 'eyJhbGciOiJFZERTQSJ9',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags of cached responses, separated by commas, or `*`.',
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
export const REFUSAL_HEADERS = [...COMMON_HEADERS, 'Access-Control-Allow-Origin'] as const;
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;
