import type { Permission } from '@lodging/contract-public';
import type { Result } from '@lodging/kernel';
import type { Problem } from '@lodging/kit-http';
import type { Bus, Forwarded, Operation, Outcome } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import type { z } from 'zod';
import type { AuditAction, AuditSource } from '../../domain/audit/audit.ts';
import type { Access } from '../../domain/keys/access.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { Learned } from '../../use-cases/audit/audited-call.ts';
import type { StartOperatorSessionDeps } from '../../use-cases/operators/start-operator-session.ts';
import type { ConsoleCookie } from '../console/console-cookie.ts';
import type { InProgressLimit } from './in-progress-limiter.ts';
import type { OperationDocs } from './operation-docs.ts';
import type { SuccessStatus, ToResponse } from './responses.ts';

/** The parts of a request that a route may use besides body and query. */
export interface RequestParts {
  /** The id in the path in lower case, and the id of the record below it where the path has two; '' where absent. */
  readonly id: string;
  readonly innerId: string;
  /** The token in the path; it is case-sensitive. */
  readonly token: string;
  /** The code in the path, as it was written. */
  readonly code: string;
  /** The kind and the language of a mail template in the path. */
  readonly type: string;
  readonly language: string;
  /** The public address of the API, without a slash at the end. */
  readonly publicUrl: string;
  /** '' where the request has none. */
  readonly idempotencyKey: string;
  /** '' where the request has none. */
  readonly guestToken: string;
  readonly ifNoneMatch: string | undefined;
  readonly ifMatch: string | undefined;
  /** The id of the API key or the operator session. */
  readonly credentialId: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly tenantName: string;
  /** The time zone of the tenant, and its local date. */
  readonly timezone: string;
  readonly today: () => Temporal.PlainDate;
}

export interface PublicRequest extends RequestParts {
  /** Of the API key or the operator session. */
  readonly permissions: readonly string[];
  readonly query: unknown;
  readonly body: unknown;
  /** The position in the cursor, or undefined when the cursor was not issued for this list. */
  readonly verifyCursor: (list: string, cursor: string) => string | undefined;
}

export interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the placeholders of OpenAPI: `/v1/resources/{id}`. */
  readonly path: string;
  /** The record that the id in the path names, or that the answer of a create has made: spans and log lines name it. */
  readonly about?: 'reservation' | undefined;
  readonly docs: OperationDocs;
  readonly access: Access;
  /** The permission that a secret key needs. Null where no secret key is accepted. */
  readonly permission: Permission | null;
  /** `optional`: without the header each request is one of its own. */
  readonly takesIdempotencyKey: boolean | 'optional';
  /** The header Guest-Token says which booking. */
  readonly takesGuestToken: boolean;
  /** For a route with open access: requests per minute and client network. */
  readonly requestsPerMinute?: number | undefined;
  readonly bodyLimitBytes: number;
  readonly cacheControl?: string | undefined;
  readonly vary?: string | undefined;
  /** `application/json` where absent. */
  readonly mediaType?: string | undefined;
  /** False where the route does not answer preflight requests. */
  readonly cors: boolean;
  /** For a route with open access: only the console's own pages may send the request. */
  readonly forOwnPages?: boolean | undefined;
  readonly timeoutMs: number;
  /** The status of a success; a replayed create answers 200. */
  readonly status: SuccessStatus;
  readonly operation: { readonly refusals: readonly string[]; readonly response: z.ZodType };
  /** The API document is generated from these schemas. */
  readonly shapes: { readonly body?: z.ZodType; readonly query?: z.ZodType };
  readonly toResponse: ToResponse;
  /** For requests with a publishable key. */
  readonly inProgress?: InProgressLimit | undefined;
  /** Cursors of the list are valid for the same filters alone, or for the same values of the filters named. */
  readonly boundToQuery?: true | readonly string[] | undefined;
}

/** Handled by another service: `read` validates the request and gives the RPC to forward. */
export interface ForwardedRoute extends RouteBase {
  readonly kind: 'forwarded';
  readonly operation: RouteBase['operation'] & {
    readonly subject: string;
    readonly callers: Operation<unknown, unknown>['callers'];
  };
  readonly read: (request: PublicRequest) => Result<Forward, Problem>;
  /** Adds to a successful response what the gateway knows. */
  readonly amend?: Amend | undefined;
}

export type Amend = (deps: LocalDeps, ownerId: string, body: Uint8Array) => Promise<Uint8Array>;

export interface Forward {
  readonly send: (bus: Pick<Bus, 'forward'>, ctx: RequestContext) => Promise<Forwarded>;
  /** Set where the request is recorded in the audit trail. */
  readonly audited: AuditedRequest | undefined;
}

/** The audit record of a request, and the additions from its successful response. */
export interface AuditedRequest extends Pick<AuditAction, 'action' | 'target' | 'changes'> {
  /** The guest of the booking is the actor, whatever key the page has. */
  readonly byGuest: boolean;
  readonly learn: (body: Uint8Array) => Learned;
}

/** Handled by the gateway itself: `read` validates the request and gives the work to run. */
export interface LocalRoute extends RouteBase {
  readonly kind: 'local';
  readonly read: (request: PublicRequest) => Result<RunLocally, Problem>;
}

export type RunLocally = (
  deps: LocalDeps,
  ctx: RequestContext,
  source: () => AuditSource,
) => Promise<LocalOutcome<unknown>>;

/** The headers are of a success. */
export type LocalOutcome<Value> = Outcome<Value> & {
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

export type LocalDeps = StartOperatorSessionDeps &
  Pick<GatewayDeps, 'apiKeys' | 'tenants'> & { readonly consoleCookie: ConsoleCookie };

export type PublicRoute = ForwardedRoute | LocalRoute;
