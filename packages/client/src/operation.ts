import type { paths } from './generated.ts';

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Path = keyof paths;

type Operation<V extends Verb, P extends Path> = paths[P] extends Record<V, infer Found> ? Found : never;
/** The paths that have an operation of the method. */
export type PathsOf<V extends Verb> = { [P in Path]: paths[P] extends Record<V, object> ? P : never }[Path];

type Content<Holder> = Holder extends { content: infer Types }
  ? [NonNullable<Types>] extends [never]
    ? undefined
    : Types[keyof Types]
  : undefined;

/** What a success answers; undefined where the response has no body. */
export type Answer<V extends Verb, P extends Path> =
  Operation<V, P> extends { responses: infer Responses } ? Content<Responses[keyof Responses]> : never;

/** What a method takes as its body. */
export type Body<V extends Verb, P extends Path> =
  Operation<V, P> extends { requestBody?: infer Holder } ? WithNulls<P, Content<NonNullable<Holder>>> : never;

/** Their `ratePlanId` may be null, as offers and quotes have it; it is left out of the request. */
export const NULL_PLANS = ['/v1/quotes', '/v1/bookings'] as const;
type WithNulls<P extends Path, Found> = P extends (typeof NULL_PLANS)[number]
  ? Omit<Found, 'ratePlanId'> & {
      /** Null, or absent, where the resource has no rate plans. */
      ratePlanId?: string | null;
    }
  : Found;

/** The query of a GET, in camelCase. */
export type Query<P extends Path> =
  Operation<'get', P> extends { parameters: { query?: infer Found } } ? Renamed<NonNullable<Found>> : never;
type Renamed<Found> = [Found] extends [never]
  ? never
  : { [Name in keyof Found as CamelCase<Name>]: Found[Name] };
type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name & string;

/** One string for each placeholder of the path. */
export type Ids<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [...IdNamed<Name>, ...Ids<Rest>]
  : [];
type IdNamed<Name> = Name extends 'code'
  ? [code: string]
  : Name extends 'token'
    ? [token: string]
    : [id: string];

export type BodyArgument<V extends Verb, P extends Path> =
  Operation<V, P> extends { requestBody: object } ? [body: Body<V, P>] : [body?: Body<V, P>];

export type QueryArgument<P extends Path> = [Query<P>] extends [never]
  ? []
  : Record<never, never> extends Query<P>
    ? [query?: Query<P>]
    : [query: Query<P>];
