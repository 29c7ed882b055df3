import { mailKind, mailLanguage } from '@lodging/contract-notifications';
import { exampleOf, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Access } from '../../domain/keys/access.ts';
import { COMMON_HEADERS, headerRefs, LIMIT_HEADERS } from './headers.ts';
import { isCounted, problemCodesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { problemResponses } from './problems.ts';

/** The names are roles in OpenAPI's sense: here the permission that a secret key, or an operator, needs. */
const needed = (permission: DocumentedRoute['permission']) => (permission === null ? [] : [permission]);
const PUBLISHABLE = { publishableKey: [], browserOrigin: [] };

function securityOf({ access, permission }: DocumentedRoute): Record<string, string[]>[] {
  const secret = { secretKey: needed(permission) };
  const session = { operatorSession: needed(permission) };
  const cookie = { consoleSession: needed(permission) };
  const byAccess: Readonly<Record<Access, Record<string, string[]>[]>> = {
    open: [],
    any_key: [secret, PUBLISHABLE, session, cookie],
    secret_key: [secret, session, cookie],
    operator: [session, cookie],
    console: [session, cookie],
  };
  return byAccess[access];
}

const PATH_PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  id: uuid.meta({
    description: 'The id of the record. An invalid UUID is handled like an unknown id.',
  }),
  tokenId: uuid.meta({ description: 'The id of the feed token.' }),
  listingId: uuid.meta({ description: 'The id of the listing.' }),
  exportId: uuid.meta({ description: 'The id of the export.' }),
  changeId: uuid.meta({ description: 'The id of the change.' }),
  deliveryId: uuid.meta({ description: 'The id of the delivery.' }),
  token: z.string().meta({ description: 'The secret of the feed.' }),
  type: mailKind,
  language: mailLanguage,
  code: z.string().meta({
    description: 'Letters, digits, `_` and `-`, at most 64. Not case-sensitive; returned as first written.',
    example: 'VAT',
  }),
};

/** `problemBase` is the address of the pages of the problems. */
export function operationOf(route: DocumentedRoute, problemBase: string): ZodOpenApiOperationObject {
  const { docs } = route;
  const { body } = route.shapes;
  return {
    operationId: docs.operationId,
    tags: [docs.tag],
    summary: docs.summary,
    description: docs.description,
    security: securityOf(route),
    ...parametersOf(route),
    ...(body === undefined ? {} : { requestBody: requestBody(body, route.bodyLimitBytes) }),
    responses: { ...successes(route), ...problemResponses(problemCodesOf(route), problemBase) },
  };
}

function parametersOf({
  path,
  docs,
  shapes: { query },
  takesIdempotencyKey,
  takesGuestToken,
}: DocumentedRoute): Pick<ZodOpenApiOperationObject, 'parameters' | 'requestParams'> {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => [name, pathParameter(name)] as const,
  );
  const headers = [
    ...(takesGuestToken ? [{ $ref: '#/components/parameters/GuestToken' as const }] : []),
    ...idempotencyKey(takesIdempotencyKey),
    ...(docs.etag ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(docs.ifMatch ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
  return {
    ...(inPath.length === 0 && query === undefined
      ? {}
      : {
          requestParams: {
            path: z.object(Object.fromEntries(inPath)),
            ...(query === undefined ? {} : { query: query as z.ZodObject }),
          },
        }),
    ...(headers.length === 0 ? {} : { parameters: headers }),
  };
}

function idempotencyKey(taken: DocumentedRoute['takesIdempotencyKey']) {
  if (taken === false) return [];
  const name = taken === 'optional' ? 'OptionalIdempotencyKey' : 'IdempotencyKey';
  return [{ $ref: `#/components/parameters/${name}` as const }];
}

function pathParameter(name: string): z.ZodType {
  const shape = PATH_PARAMETERS[name];
  if (shape === undefined) throw new Error(`no documentation for the path parameter ${name}`);
  return shape;
}

function requestBody(body: z.ZodType, limitBytes: number) {
  const description = `At most ${limitBytes / 1024} KiB.`;
  return body instanceof z.ZodOptional
    ? { description, required: false, content: jsonContent(body.unwrap() as z.ZodType) }
    : { description, required: true, content: jsonContent(body) };
}

function successes(route: DocumentedRoute): ZodOpenApiResponsesObject {
  const { docs } = route;
  const names = [
    ...COMMON_HEADERS,
    ...(isCounted(route) ? LIMIT_HEADERS : []),
    ...(docs.etag ? ['ETag'] : []),
    ...(docs.lastModified ? ['Last-Modified'] : []),
    ...(route.cacheControl === undefined ? [] : ['Cache-Control']),
  ];
  const headers = headerRefs(names);
  if (route.status === 204) return { 204: { description: 'Done. The response has no body.', headers } };
  const content = contentOf(responseOf(route), route.mediaType);
  return {
    [`${route.status}`]: { description: docs.summary, headers, content },
    ...(docs.existing === undefined ? {} : { 200: existing(docs.existing) }),
    ...(docs.accepted === undefined ? {} : { 202: accepted(docs.accepted) }),
    ...(docs.etag ? { 304: { description: 'The client has this body already.', headers } } : {}),
  };

  function accepted({ shape, description }: NonNullable<typeof docs.accepted>) {
    return { description, headers, content: jsonContent(shape) };
  }

  function existing(description: string) {
    const replayed = route.takesIdempotencyKey === false ? [] : ['Idempotent-Replayed'];
    return { description, headers: headerRefs([...names, ...replayed]), content };
  }
}

function responseOf({ docs, operation }: DocumentedRoute): z.ZodType {
  const shape = docs.response ?? operation?.response;
  if (shape === undefined) throw new Error(`no response shape for the operation ${docs.operationId}`);
  return shape;
}

export function jsonContent(shape: z.ZodType) {
  return contentOf(shape, 'application/json');
}

function contentOf(schema: z.ZodType, mediaType = 'application/json') {
  const [type = ''] = mediaType.split(';', 1);
  return { [type]: { schema, example: exampleOf(schema) } };
}
