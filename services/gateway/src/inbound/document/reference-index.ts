import { webhookEvents } from '@lodging/contract-public';
import { explanations, problems } from '@lodging/contract-wire';
import { operationAnchor } from './anchors.ts';
import { TAGS } from '../public/operation-docs.ts';
import { allCodes, problemCodesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';

/** Pages that `llms.txt` and the index link besides the operations. */
const PAGES = {
  'openapi.json': 'The OpenAPI 3.1 document: every shape, every refusal, examples, webhooks.',
  'reference.json': 'An index of operations, problem codes and events, without shapes.',
  docs: 'The reference for people.',
} as const;

/** The operations and codes without their shapes: 60 KB where the OpenAPI document has 800. */
export function writeReferenceIndex(publicUrl: string, routes: readonly DocumentedRoute[]) {
  const codesOf = routes.map((route) => problemCodesOf(route));
  const everywhere = allCodes.filter((code) => codesOf.every((codes) => codes.includes(code)));
  const operations = routes.map((route) => ({
    operationId: route.docs.operationId,
    method: route.method,
    path: route.path,
    tag: route.docs.tag,
    summary: route.docs.summary,
    access: route.access,
    permission: route.permission,
    idempotencyKey: route.takesIdempotencyKey,
    status: route.status,
    problems: problemCodesOf(route).filter((code) => !everywhere.includes(code)),
  }));
  const codes = new Set(codesOf.flat());
  return {
    openapi: `${publicUrl}/openapi.json`,
    operations,
    /** Beside those of each operation. */
    problemsOfEveryOperation: everywhere,
    problems: [...codes].map((code) => ({
      code,
      ...problems[code],
      meaning: explanations[code].meaning,
      remedy: explanations[code].remedy,
      page: `${publicUrl}/problems/${code}`,
    })),
    events: Object.entries(webhookEvents).map(([type, shape]) => ({
      type,
      description: shape.meta()?.description ?? '',
    })),
  };
}

/** https://llmstxt.org: what the API is, and links to the other pages. */
export function writeLlmsText(publicUrl: string, routes: readonly DocumentedRoute[]): string {
  const pages = Object.entries(PAGES).map(([path, about]) => `- [${path}](${publicUrl}/${path}): ${about}`);
  const sections = Object.entries(TAGS).flatMap(([tag, about]) => [
    `## ${tag}`,
    '',
    about,
    '',
    ...routes.filter(({ docs }) => docs.tag === tag).map((route) => line(publicUrl, route)),
    '',
  ]);
  return [
    '# Lodging API',
    '',
    '> Bookings for hotels, apartments, villas and other things that can be booked. HTTP and JSON, keys as bearer tokens, refusals as',
    '> problem+json with a stable `code`, money as strings of minor units.',
    '',
    'A stay takes six calls: POST /v1/quotes, POST /v1/holds, POST /v1/holds/{id}/otp, POST /v1/holds/{id}/otp/verify,',
    'POST /v1/holds/{id}/payment-intent (or checkout-session), POST /v1/holds/{id}/confirm. An operator’s own system books with',
    `POST /v1/bookings alone. Each problem code has a page at ${publicUrl}/problems/{code}, as JSON, or as HTML if the Accept header requests it.`,
    '',
    ...repeating(routes),
    '## Documents',
    '',
    ...pages,
    '',
    ...sections,
  ].join('\n');
}

/** A program that repeats a refund without a key gives money back twice. */
function repeating(routes: readonly DocumentedRoute[]): readonly string[] {
  const keyed = routes.filter(({ takesIdempotencyKey }) => takesIdempotencyKey !== false);
  return [
    '## Idempotency-Key',
    '',
    'A UUID of yours, one for each intention. Sent again with the same key and body, these answer what the first request made:',
    '',
    ...keyed.map(({ method, path }) => `- \`${method} ${path}\``),
    '',
    'No other operation takes one. Before you repeat another POST that creates, read what is there.',
    '',
    'Only `POST /v1/bookings/{id}/refunds` works without one too, and then every request gives money back. Where the answer of such',
    'a request did not come (the connection broke, 500, 503), wait 30 seconds and read `GET /v1/bookings/{id}/payments`. Entries of',
    '`refunds` with the reason `requested` that were made since are that refund, one for each payment it took from, also while they',
    'are `pending`. Send it again only where there are none, or all of them have `failed`.',
    '',
  ];
}

function line(publicUrl: string, { docs, method, path }: DocumentedRoute): string {
  return `- [${docs.operationId}](${publicUrl}/docs${operationAnchor(docs)}): \`${method} ${path}\` ${docs.summary}`;
}
