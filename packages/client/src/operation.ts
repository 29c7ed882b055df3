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

type Body<V extends Verb, P extends Path> =
  Operation<V, P> extends { requestBody?: infer Holder } ? Content<NonNullable<Holder>> : never;

/** The query of a GET, in camelCase. */
type Query<P extends Path> =
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
