import { createDocument } from 'zod-openapi';
import type { CreateDocumentOptions, ZodOpenApiOperationObject } from 'zod-openapi';
import { ping } from '@lodging/contract-public';
import { TAGS } from '../public/operation-docs.ts';
import { publicRoutes } from '../public/routes.ts';
import { headerComponents, parameterComponents } from './headers.ts';
import { INTRODUCTION } from './introduction.ts';
import { allCodes, problemCodesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { operationOf } from './operation.ts';
import { problemExample, problemShape, sharedResponses } from './problems.ts';
import { webhooks } from './webhooks.ts';

const pingRoute: DocumentedRoute = {
  method: 'GET',
  path: '/v1/ping',
  docs: {
    operationId: 'ping',
    tag: 'Service',
    summary: 'Is the service there?',
    description: 'Needs no key, and says nothing about what stands behind the service.',
    response: ping,
  },
  access: 'open',
  permission: null,
  takesIdempotencyKey: false,
  status: 200,
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
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Lodging',
        version: '1.0.0',
        summary: 'Bookings for hotels, apartments, villas and other things that can be booked.',
        description: INTRODUCTION,
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
        securitySchemes,
      },
    },
    { override },
  );
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

const securitySchemes = {
  secretKey: bearer(
    'sk_live_… or sk_test_…',
    'For servers alone. A test key acts on the sandbox. Each operation names the permission that the key needs.',
  ),
  publishableKey: bearer(
    'pk_live_… or pk_test_…',
    'For browsers, from the origins on its list. It never reads guest data and never moves money.',
  ),
  browserOrigin: {
    type: 'apiKey' as const,
    in: 'header',
    name: 'Origin',
    description: 'Browsers send it by themselves; it must be on the list of the publishable key.',
  },
  operatorSession: bearer('os_…', 'From POST /v1/operator/sessions, for 12 hours.'),
};

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
