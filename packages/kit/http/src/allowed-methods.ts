import type { FastifyInstance } from 'fastify';

interface RoutePath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/**
 * Collects the routes that are declared after the call. Returns the methods of a path, for the Allow header; none for an
 * unknown path. Wildcard routes are left out.
 */
export function collectAllowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, RoutePath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  return (path) => {
    const matches = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(matches.flatMap(({ methods }) => [...methods]))].toSorted();
  };
}

function patternOf(url: string): RegExp {
  const literal = url.replace(/[.+?^${}|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replace(/:\w+(\([^)]*\))?/g, '[^/]+')}$`);
}
