import { isUuid, ok, refuse } from '@lodging/kernel';
import type { RefusedWith, Result } from '@lodging/kernel';
import { validationProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import type { z } from 'zod';
import type { Permission } from '@lodging/contract-public';
import { hasPermission, lacksPermission } from '../../domain/keys/access.ts';
import type { PublicRequest, RequestParts } from './public-route.ts';

export interface WithNotFound {
  /** The 404 of a malformed id in the path: the same as for an unknown id. */
  readonly notFound?: string;
  readonly innerNotFound?: string;
}

/** The permission that a field of this body needs, beside that of the route. It is checked before existence. */
export interface WithBodyPermission<Body extends z.ZodType> {
  readonly bodyPermission?: (body: z.output<Body>) => Permission | undefined;
}

export interface WithSchemas<Body extends z.ZodType, Query extends z.ZodType> {
  readonly body?: Body;
  readonly query?: Query;
}

export interface Input<Body extends z.ZodType, Query extends z.ZodType> extends RequestParts {
  readonly body: z.output<Body>;
  readonly query: z.output<Query>;
}

/** Checks body, then query, then the permission that the body needs, then the ids in the path. */
export function parseInput<Body extends z.ZodType, Query extends z.ZodType>(
  declaration: WithNotFound & WithSchemas<Body, Query> & WithBodyPermission<Body>,
  request: PublicRequest,
): Result<Input<Body, Query>, Problem> {
  const body = parse(declaration.body, request.body);
  if (!body.ok) return body;
  const query = parse(declaration.query, request.query);
  if (!query.ok) return query;
  const needed = declaration.bodyPermission?.(body.value);
  if (needed !== undefined && !hasPermission(request.permissions, needed)) return lacksPermission(needed);
  const unknown = malformedId(declaration, request);
  if (unknown !== undefined) return unknown;
  return ok({ ...request, body: body.value, query: query.value });
}

export function parse<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
): Result<z.output<S>, Problem> {
  if (schema === undefined) return ok(undefined as z.output<S>);
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : { ok: false, refusal: validationProblem(parsed.error) };
}

export function malformedId(
  { notFound, innerNotFound }: WithNotFound,
  { id, innerId }: RequestParts,
): RefusedWith<Problem> | undefined {
  if (notFound !== undefined && !isUuid(id)) return refuse(notFound, NOTHING_FOUND);
  if (innerNotFound !== undefined && !isUuid(innerId)) return refuse(innerNotFound, NOTHING_FOUND);
  return undefined;
}

const NOTHING_FOUND = 'No record has this id.';
