import { unexpectedResponse } from './errors.ts';
import { listOf } from './list.ts';
import type { List } from './list.ts';
import type { Answer, BodyArgument, Ids, Path, PathsOf, QueryArgument, Verb } from './operation.ts';
import type { CallOptions, ChangeOptions, CreateOptions, ReadOptions, RequestOptions } from './options.ts';
import { responseInfo } from './response-info.ts';

export type Call<V extends Verb, P extends Path, Options = CallOptions> = (
  ...args: [...ids: Ids<P>, options?: Options]
) => Promise<Answer<V, P>>;

export type Send<V extends Verb, P extends Path, Options = CallOptions> = (
  ...args: [...ids: Ids<P>, ...BodyArgument<V, P>, options?: Options]
) => Promise<Answer<V, P>>;

export type Find<P extends Path> = (
  ...args: [...ids: Ids<P>, ...QueryArgument<P>, options?: CallOptions]
) => Promise<Answer<'get', P>>;

/** Answers undefined where the body is still the one that `ifNoneMatch` names. */
export interface Read<P extends Path> {
  (
    ...args: [...ids: Ids<P>, ...QueryArgument<P>, options: ReadOptions & { readonly ifNoneMatch: string }]
  ): Promise<Answer<'get', P> | undefined>;
  (
    ...args: [...ids: Ids<P>, ...QueryArgument<P>, options?: CallOptions & { readonly ifNoneMatch?: never }]
  ): Promise<Answer<'get', P>>;
}

type ItemOf<Page, Field> = Field extends keyof Page
  ? Page[Field] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

export type Listing<V extends Verb, P extends Path, Field> = List<Answer<V, P>, ItemOf<Answer<V, P>, Field>>;
export type ListCall<P extends Path, Field> = (
  ...args: [...ids: Ids<P>, ...QueryArgument<P>, options?: CallOptions]
) => Listing<'get', P, Field>;
export type SearchCall<P extends Path, Field> = (
  ...args: [...ids: Ids<P>, ...BodyArgument<'post', P>, options?: CallOptions]
) => Listing<'post', P, Field>;

export type AllOptions = CreateOptions & ReadOptions & ChangeOptions;

/** What is always the same about the requests of a method. */
interface Plan {
  readonly method: Verb;
  readonly path: string;
  readonly takes?: 'body' | 'query';
  /** Sending it again changes nothing more. */
  readonly repeatable?: boolean;
  readonly withKey?: boolean;
  /** In place of JSON. */
  readonly answersText?: boolean;
}

/** One call of a method. */
export interface Planned extends Plan {
  readonly ids: readonly string[];
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** Beside a body; names as the API has them. */
  readonly query?: RequestOptions['query'];
  readonly options: AllOptions;
}

export type Perform = (planned: Planned) => Promise<unknown>;
type Anything = (...args: unknown[]) => unknown;

/** Makes the methods of the client from paths. What they take and answer follows from the generated types. */
export function createApi(perform: Perform) {
  const plannedOf = (plan: Plan, args: readonly unknown[]): Planned => {
    const count = plan.path.split('{').length - 1;
    const ids = args.slice(0, count) as string[];
    const [input, options] = plan.takes === undefined ? [undefined, args[count]] : args.slice(count);
    return { ...plan, ids, input: input as Planned['input'], options: (options ?? {}) as AllOptions };
  };
  const one =
    (plan: Plan): Anything =>
    (...args) =>
      perform(plannedOf(plan, args));
  const keyed = (path: string) =>
    one({ method: 'post', path, takes: 'body', repeatable: true, withKey: true });
  const many =
    (plan: Plan, field: string): Anything =>
    (...args) => {
      const planned = plannedOf(plan, args);
      const read = (cursor: string | undefined) =>
        perform(cursor === undefined ? planned : { ...planned, input: { ...planned.input, cursor } });
      return listOf(read as (cursor?: string) => Promise<object>, (page) => itemsOf(page, field));
    };
  return {
    /** Takes ids alone. */
    call: <V extends Verb, P extends PathsOf<V>>(method: V, path: P, repeatable = method !== 'post') =>
      one({ method, path, repeatable }) as Call<V, P>,
    /** Takes a body. */
    send: <V extends Verb, P extends PathsOf<V>>(method: V, path: P, repeatable = method === 'put') =>
      one({ method, path, takes: 'body', repeatable }) as Send<V, P>,
    /** Takes a body, and an Idempotency-Key that stays the same when it is repeated. */
    create: <P extends PathsOf<'post'>>(path: P) => keyed(path) as Send<'post', P, CreateOptions>,
    /** The same, and honours `ifMatch`. */
    createChange: <P extends PathsOf<'post'>>(path: P) =>
      keyed(path) as Send<'post', P, CreateOptions & ChangeOptions>,
    /** Takes a query. */
    find: <P extends PathsOf<'get'>>(path: P) =>
      one({ method: 'get', path, takes: 'query', repeatable: true }) as Find<P>,
    /** Honours `ifNoneMatch`. */
    read: <P extends PathsOf<'get'>>(path: P, takes?: 'query') =>
      one({ method: 'get', path, ...(takes && { takes }), repeatable: true }) as Read<P>,
    /** Answers text, and honours `ifNoneMatch`. */
    text: <P extends PathsOf<'get'>>(path: P, takes?: 'query') =>
      one({ method: 'get', path, ...(takes && { takes }), repeatable: true, answersText: true }) as Read<P>,
    /** `field` holds the items of a page. */
    list: <P extends PathsOf<'get'>, const F extends string>(path: P, field: F, takes?: 'query') =>
      many({ method: 'get', path, ...(takes && { takes }), repeatable: true }, field) as ListCall<P, F>,
    search: <P extends PathsOf<'post'>, const F extends string>(path: P, field: F) =>
      many({ method: 'post', path, takes: 'body', repeatable: true }, field) as SearchCall<P, F>,
    /** Honours `ifMatch`. */
    change: <V extends Verb, P extends PathsOf<V>>(method: V, path: P) =>
      one({ method, path, takes: 'body' }) as Send<V, P, ChangeOptions>,
    /** Honours `ifMatch`. */
    end: <V extends Verb, P extends PathsOf<V>>(method: V, path: P) =>
      one({ method, path }) as Call<V, P, ChangeOptions>,
  };
}

function itemsOf(page: object, field: string): unknown[] {
  const items: unknown = Object(page)[field];
  if (Array.isArray(items)) return items;
  throw unexpectedResponse(
    responseInfo(page) ?? { status: 200, headers: new Headers() },
    JSON.stringify(page),
  );
}

export type Api = ReturnType<typeof createApi>;
