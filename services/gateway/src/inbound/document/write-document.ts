import { createDocument } from 'zod-openapi';
import type { CreateDocumentOptions, ZodOpenApiOperationObject } from 'zod-openapi';
import { ping } from '@lodging/contract-public';
import { SMALL_BODY_BYTES } from '../public/body-limits.ts';
import { TAGS } from '../public/operation-docs.ts';
import { publicRoutes } from '../public/routes/routes.ts';
import { consoleCookieName } from '../console/console-cookie.ts';
import { headerComponents, parameterComponents } from './headers.ts';
import { introduction } from './introduction.ts';
import { allCodes, problemCodesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { operationOf } from './operation.ts';
import type { ApiDocument } from './open-api.ts';
import { problemExample, problemShape, sharedResponses } from './problems.ts';
import { addSamples } from './samples/write-samples.ts';
import { webhooks } from './webhooks.ts';

const pingRoute: DocumentedRoute = {
  method: 'GET',
  path: '/v1/ping',
  docs: {
    operationId: 'ping',
    tag: 'Service',
    summary: 'Check that the API is reachable',
    description: 'Needs no key. Does not check the services behind the API.',
    response: ping,
  },
  access: 'open',
  permission: null,
  takesIdempotencyKey: false,
  takesGuestToken: false,
  status: 200,
  bodyLimitBytes: SMALL_BODY_BYTES,
  shapes: {},
  operation: undefined,
};

/** Every operation of /v1. */
export const documentedRoutes: readonly DocumentedRoute[] = [pingRoute, ...publicRoutes];

const codes = allCodes.filter((code) =>
  documentedRoutes.some((route) => problemCodesOf(route).includes(code)),
);

/** The OpenAPI document. `publicUrl` is the address at which clients reach the gateway. */
export function writeDocument(publicUrl: string) {
  const problemBase = `${publicUrl}/problems`;
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Lodging',
        version: '1.0.0',
        summary: 'Bookings for hotels, apartments, villas and other bookable resources.',
        description: introduction(publicUrl),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths: paths(problemBase),
      webhooks: webhooks(),
      components: {
        schemas: { Problem: problemShape(codes) },
        responses: sharedResponses(
          documentedRoutes.map((route) => problemCodesOf(route)),
          problemBase,
        ),
        parameters: parameterComponents,
        examples: Object.fromEntries(codes.map((code) => [code, problemExample(code, problemBase)])),
        headers: headerComponents,
        securitySchemes: securitySchemes(consoleCookieName(publicUrl)),
      },
    },
    { override },
  );
  addSamples(document as unknown as ApiDocument);
  return document;
}

const override: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  // Each body has its example beside its schema.
  delete jsonSchema['example'];
  // zod's bounds of an integer in JavaScript.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Unknown fields of a request are ignored, and responses may gain fields.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

const bearer = (bearerFormat: string, description: string) => ({
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat,
  description,
});

/** The name of the console's cookie depends on the scheme of the public address. */
const securitySchemes = (consoleCookie: string) => ({
  secretKey: bearer(
    'sk_live_… or sk_test_…',
    'For servers only. A test key acts on the sandbox. Each operation names the permission it needs.',
  ),
  publishableKey: bearer(
    'pk_live_… or pk_test_…',
    'For browsers, from allowed origins. It cannot read guest data or move money.',
  ),
  browserOrigin: {
    type: 'apiKey' as const,
    in: 'header',
    name: 'Origin',
    description: 'Sent by browsers; must be an allowed origin of the publishable key.',
  },
  operatorSession: bearer(
    'os_…',
    'Created by POST /v1/operator/sessions, valid for 12 hours. The role of the operator determines its permissions.',
  ),
  consoleSession: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: consoleCookie,
    description:
      'Set by POST /v1/console/session for the operator’s console, valid for 12 hours and until 60 minutes pass without a ' +
      'request. It counts for requests of the console’s own pages alone, and not beside a bearer token.',
  },
});

function paths(problemBase: string): Record<string, Record<string, ZodOpenApiOperationObject>> {
  const byPath = Object.entries(Object.groupBy(documentedRoutes, ({ path }) => path));
  return Object.fromEntries(
    byPath.map(([path, routes = []]) => [
      path,
      Object.fromEntries(
        routes.map((route) => [route.method.toLowerCase(), operationOf(route, problemBase)]),
      ),
    ]),
  );
}
