/**
 * Gives a class of errors its name, also where a bundler has renamed it, and makes `instanceof` true for the errors of
 * another copy of this package: the ES module beside the CommonJS one.
 */
export function brand(type: { readonly prototype: object }, name: string): void {
  const mark = Symbol.for(`@lodging/client/${name}`);
  const isInstance = function (this: unknown, value: unknown): boolean {
    // A subclass has instances of its own.
    return this === type
      ? typeof value === 'object' && value !== null && mark in value
      : Function.prototype[Symbol.hasInstance].call(this as typeof Function, value);
  };
  Object.defineProperties(type, { name: { value: name }, [Symbol.hasInstance]: { value: isInstance } });
  // On the prototype, so that the first line of a stack has it.
  const named = { value: name, configurable: true, writable: true };
  Object.defineProperties(type.prototype, { name: named, [mark]: { value: true } });
}
