/** The deps of a use case, of which a test provides the methods that are called. */
export function depsOf<Deps>(parts: { readonly [Name in keyof Deps]: Partial<Deps[Name]> }): Deps {
  return parts as Deps;
}
