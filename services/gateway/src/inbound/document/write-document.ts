import { publicRoutes } from '../public/routes.ts';
import { TAGS } from './description.ts';
import { headerComponents, parameterComponents } from './headers.ts';
import { ABOUT } from './about.ts';
import { jsonSchemas } from './json-schemas.ts';
import type { Json } from './json-schemas.ts';
import { allCodes, codesOf } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { problemExample, problemSchema, sharedResponses } from './problem-responses.ts';
import { fieldWords, shapeWords } from './shape-words.ts';
import { webhooks } from './webhooks.ts';
import { writeOperation } from './write-operation.ts';

const pingRoute: DocumentedRoute = {
  method: 'GET',
  path: '/v1/ping',
  access: 'open',
  takesIdempotencyKey: false,
  status: 200,
  shapes: {},
  operation: undefined,
};

/** Every operation of /v1. */
export const documentedRoutes: readonly DocumentedRoute[] = [pingRoute, ...publicRoutes];

export interface Document extends Json {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly webhooks: Json;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** `publicUrl` is where clients reach the service. */
export function writeDocument(publicUrl: string): Document {
  const queries = documentedRoutes.flatMap(({ shapes: { query } }) => (query === undefined ? [] : [query]));
  const schemas = jsonSchemas([...new Set(queries)]);
  const codes = allCodes.filter((code) => documentedRoutes.some((route) => codesOf(route).includes(code)));
  const problemBase = `${publicUrl}/problems`;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lodging',
      version: '1.0.0',
      summary: 'Bookings for hotels, apartments, villas and other things that can be booked.',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths((route) => writeOperation(route, schemas)),
    webhooks: webhooks(),
    components: {
      schemas: { ...withWords(schemas.components), Problem: problemSchema(codes) },
      responses: sharedResponses(documentedRoutes.map((route) => codesOf(route))),
      parameters: parameterComponents,
      examples: Object.fromEntries(codes.map((code) => [code, problemExample(code, problemBase)])),
      headers: headerComponents,
      securitySchemes,
    },
  };
}

const bearer = (bearerFormat: string, description: string) => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat,
  description,
});

const securitySchemes: Readonly<Record<string, Json>> = {
  secretKey: bearer('sk_live_… or sk_test_…', 'For servers alone. A test key acts on the sandbox.'),
  publishableKey: bearer(
    'pk_live_… or pk_test_…',
    'For browsers, from the origins on its list. It never reads guest data and never moves money.',
  ),
  browserOrigin: {
    type: 'apiKey',
    in: 'header',
    name: 'Origin',
    description: 'Browsers send it by themselves; it must be on the list of the publishable key.',
  },
  operatorSession: bearer('os_…', 'From POST /v1/operator/sessions, for 12 hours.'),
};

function paths(write: (route: DocumentedRoute) => Json): Document['paths'] {
  const byPath = Map.groupBy(documentedRoutes, ({ path }) => path);
  const entries = [...byPath].map(([path, routes]) => {
    const operations = routes.map((route) => [route.method.toLowerCase(), write(route)] as const);
    return [path, Object.fromEntries(operations)] as const;
  });
  return Object.fromEntries(entries);
}

function withWords(components: Readonly<Record<string, Json>>): Record<string, Json> {
  const described = Object.entries(components).map(([name, schema]) => {
    const properties: unknown = schema['properties'];
    for (const [field, fieldSchema] of Object.entries(Object(properties))) {
      const words = fieldWords[`${name}.${field}`];
      if (words !== undefined) Object.assign(Object(fieldSchema), { description: words });
    }
    return [name, { description: shapeWords[name], ...schema }] as const;
  });
  return Object.fromEntries(described);
}
