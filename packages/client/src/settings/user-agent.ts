/** The version in `package.json`; a test compares them. */
const VERSION = '1.0.0';

interface Runtimes {
  readonly Deno?: { readonly version?: { readonly deno?: string } };
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
  readonly document?: unknown;
}

/**
 * `lodging-client/1.0.0 (node 20)`. Undefined in browsers: as a header that a page sets, it would have to be allowed by
 * the preflight of each request.
 */
export function userAgent(global: Runtimes = globalThis as Runtimes): string | undefined {
  if (global.document !== undefined) return undefined;
  const { bun, node } = global.process?.versions ?? {};
  const found = Object.entries({ deno: global.Deno?.version?.deno, bun, node }).find(
    ([, version]) => version,
  );
  return found && `lodging-client/${VERSION} (${found[0]} ${found[1]?.split('.')[0]})`;
}
