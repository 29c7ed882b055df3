import { exampleIds, exampleWindow } from '@lodging/contract-wire';
import type { Parameter, PlacedOperation, Reference, Schema } from '../open-api.ts';

/** The values of one request, as the samples of an operation show them. */
export interface ExampleRequest {
  /** In the order of the path. */
  readonly ids: readonly string[];
  /** The required parameters, with their names on the wire. */
  readonly query: Readonly<Record<string, string | number>>;
  /** Undefined where the operation takes no body, and for an empty one that may be absent. */
  readonly body: unknown;
  readonly takesIdempotencyKey: boolean;
  readonly takesGuestToken: boolean;
}

const OTHER_ID = '0197a2c2-1a1b-7c1d-8e1f-202122232425';
const FEED_TOKEN = 'q7Vn2m0sX4dTf8Yb1KcR6zHjW3pL9aEuG5oNiQvMkZ0';

export function exampleRequest({ path, operation }: PlacedOperation): ExampleRequest {
  const { parameters = [], requestBody } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => exampleId(path, name));
  const query = parameters.filter(isRequiredInQuery).map(({ name, schema = {} }) => {
    return [name, exampleParameter(name, schema)] as const;
  });
  const body = requestBody?.content['application/json']?.example;
  const isEmpty = requestBody?.required !== true && Object.keys(Object(body)).length === 0;
  return {
    ids,
    query: Object.fromEntries(query),
    body: isEmpty ? undefined : body,
    takesIdempotencyKey: hasHeader(parameters, 'IdempotencyKey'),
    takesGuestToken: hasHeader(parameters, 'GuestToken'),
  };
}

function hasHeader(parameters: readonly (Parameter | Reference)[], name: string): boolean {
  return parameters.some((parameter) => '$ref' in parameter && parameter.$ref.endsWith(name));
}

function isRequiredInQuery(parameter: Parameter | Reference): parameter is Parameter {
  return 'in' in parameter && parameter.in === 'query' && parameter.required === true;
}

function exampleId(path: string, name: string): string {
  if (name === 'code') return path.includes('/tax-rules/') ? 'VAT' : 'flexible';
  if (name === 'token') return FEED_TOKEN;
  if (name !== 'id') return OTHER_ID;
  if (path.startsWith('/v1/resources/')) return exampleIds.resource;
  return /^\/v1\/(?:holds|bookings)\//.test(path) ? exampleIds.reservation : OTHER_ID;
}

function exampleParameter(name: string, { type, format }: Schema): string | number {
  if (format === 'uuid') return exampleIds.resource;
  if (format === 'date-time') return name === 'to' ? exampleWindow.to : exampleWindow.from;
  if (format === 'date') return (name === 'to' ? exampleWindow.to : exampleWindow.from).slice(0, 10);
  if (type === 'integer') return 2;
  throw new Error(`the samples have no value for the parameter ${name}`);
}
