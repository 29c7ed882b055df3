import type { z } from 'zod';
import type { Access } from '../../domain/admit.ts';
import { descriptionOf } from './described.ts';
import type { Described } from './description.ts';
import { examples } from './examples.ts';
import { headers, OF_EVERY_ANSWER, OF_LIMITS } from './headers.ts';
import type { Json, Schemas } from './json-schemas.ts';
import { nameOf } from './named-shapes.ts';
import { codesOf, isCounted } from './operation-codes.ts';
import type { DocumentedRoute } from './operation-codes.ts';
import { problemResponses } from './problem-responses.ts';

const SECRET = { secretKey: [] };
const PUBLISHABLE = { publishableKey: [], browserOrigin: [] };
const SESSION = { operatorSession: [] };

const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  open: [],
  any_key: [SECRET, PUBLISHABLE],
  secret_key: [SECRET],
  secret_key_or_operator: [SECRET, SESSION],
  operator: [SESSION],
};

const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  tokenId: 'The id of the feed token.',
  listingId: 'The id of the listing.',
  deliveryId: 'The id of the delivery.',
  token: 'The secret of the feed.',
  id: 'The id of the record. One that is no UUID is answered like one that is unknown.',
  cursor: '`nextCursor` of the page before.',
  limit: 'How many at the most.',
  resource_id: 'The resource to look at.',
  party_size: 'How many guests.',
  from: 'Where the window begins.',
  to: 'Where the window ends.',
};

export function writeOperation(route: DocumentedRoute, { queries }: Schemas): Json {
  const described = descriptionOf(route);
  const { body, query } = route.shapes;
  const parameters = [
    ...pathParameters(route.path, described),
    ...(query === undefined ? [] : queryParameters(queries.get(query) ?? {}, described)),
    ...(route.takesIdempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(described.tagged ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ];
  return {
    operationId: described.id,
    tags: [described.tag],
    summary: described.summary,
    description: described.description,
    security: SECURITY[route.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: { ...successes(route, described), ...problemResponses(codesOf(route)) },
  };
}

function pathParameters(path: string, described: Described): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const description = wordsOf(name, described);
    const schema = name === 'token' ? { type: 'string' } : { type: 'string', format: 'uuid' };
    return { name, in: 'path', required: true, description, schema };
  });
}

function queryParameters({ properties, required }: Json, described: Described): Json[] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(Object(properties)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    description: wordsOf(name, described),
    schema,
  }));
}

function wordsOf(name: string, { id, parameters }: Described): string {
  const words = parameters?.[name] ?? PARAMETER_WORDS[name];
  if (words === undefined) throw new Error(`the document does not describe the parameter ${name} of ${id}`);
  return words;
}

function requestBody(shape: z.ZodType): Json {
  return { required: !shape.safeParse(undefined).success, content: jsonContent(shape) };
}

function successes(route: DocumentedRoute, described: Described): Json {
  const carried = [
    ...OF_EVERY_ANSWER,
    ...(isCounted(route) ? OF_LIMITS : []),
    ...(described.tagged ? ['ETag'] : []),
    ...(described.dated ? ['Last-Modified'] : []),
    ...(route.cacheControl === undefined ? [] : ['Cache-Control']),
  ];
  if (route.status === 204) {
    return { 204: { description: 'Done; there is nothing to say.', headers: headers(...carried) } };
  }
  const content = contentOf(answerOf(route, described), route.mediaType);
  const answers: Json = {
    [route.status]: { description: described.summary, headers: headers(...carried), content },
  };
  if (described.already !== undefined) {
    const names = route.takesIdempotencyKey ? [...carried, 'Idempotent-Replayed'] : carried;
    answers[200] = { description: described.already, headers: headers(...names), content };
  }
  if (described.tagged) {
    answers[304] = { description: 'The caller has the body as it is.', headers: headers(...carried) };
  }
  return answers;
}

/** The shape of the answer: the operation's own, unless the gateway writes it in another form. */
function answerOf(route: DocumentedRoute, described: Described): z.ZodType {
  const shape = described.answer ?? route.operation?.response;
  if (shape === undefined) throw new Error(`nothing says what ${described.id} answers`);
  return shape;
}

export function jsonContent(shape: z.ZodType): Json {
  return contentOf(shape, 'application/json');
}

function contentOf(shape: z.ZodType, mediaType = 'application/json'): Json {
  const name = nameOf(shape);
  const schema = { $ref: `#/components/schemas/${name}` };
  const [type = ''] = mediaType.split(';', 1);
  return { [type]: { schema, example: examples[name] } };
}
