import { isUuid, ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { validationProblem } from '@lodging/kit-http';
import type { Problem } from '@lodging/kit-http';
import type { z } from 'zod';

export interface AdminSent {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly requestId: string;
}

export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201 | 202 | 204;
  /** The answer's body, in the names and forms of the API. */
  readonly run: (sent: AdminSent) => Promise<Result<unknown, Problem>>;
}

interface Parts<Body, Query> {
  readonly id: string;
  readonly keyId: string;
  readonly connectionId: string;
  readonly deadLetterId: string;
  readonly body: Body;
  readonly query: Query;
  readonly requestId: string;
}

/** The 404 of a placeholder whose value is no UUID: the same as of one that is unknown. */
const MISSING: Readonly<Record<string, Problem>> = {
  id: refuse('tenant_not_found', 'There is no such tenant.').refusal,
  keyId: refuse('api_key_not_found', 'The tenant has no such API key.').refusal,
  connectionId: refuse('connection_not_found', 'The tenant has no such connection.').refusal,
  deadLetterId: refuse('dead_letter_not_found', 'There is no such dead letter.').refusal,
};

export function adminRoute<Value, Body extends z.ZodType, Query extends z.ZodType>(
  declared: Pick<AdminRoute, 'method' | 'path' | 'status'> & {
    readonly body?: Body;
    readonly query?: Query;
    readonly run: (parts: Parts<z.output<Body>, z.output<Query>>) => Promise<Result<Value, Problem>>;
    readonly present?: (value: Value) => unknown;
  },
): AdminRoute {
  const { method, path, status, run, present = (value: Value): unknown => value } = declared;
  return {
    method,
    path,
    status,
    async run({ params, query, body, requestId }) {
      const readBody = shape(declared.body, body);
      if (!readBody.ok) return readBody;
      const readQuery = shape(declared.query, query);
      if (!readQuery.ok) return readQuery;
      const missing = Object.entries(params).find(([, value]) => !isUuid(value));
      const problem = missing === undefined ? undefined : MISSING[missing[0]];
      if (problem !== undefined) return { ok: false, refusal: problem };
      const named = (name: string) => (params[name] ?? '').toLowerCase();
      const ids = {
        id: named('id'),
        keyId: named('keyId'),
        connectionId: named('connectionId'),
        deadLetterId: named('deadLetterId'),
      };
      const done = await run({ ...ids, requestId, body: readBody.value, query: readQuery.value });
      return done.ok ? ok(present(done.value)) : done;
    },
  };
}

function shape<S extends z.ZodType>(schema: S | undefined, value: unknown): Result<z.output<S>, Problem> {
  if (schema === undefined) return ok(undefined as z.output<S>);
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : { ok: false, refusal: validationProblem(parsed.error) };
}
