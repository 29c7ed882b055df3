import type { FastifyInstance } from 'fastify';

export interface KnownPaths {
  /** The methods of the routes that the path fits; empty for an unknown path. */
  methodsOf(path: string): string[];
}

/** Must be set up before the routes. Wildcard routes make no path known. */
export function watchRoutes(app: FastifyInstance): KnownPaths {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  return {
    methodsOf: (path) => {
      const fitting = [...routes.values()].filter(({ pattern }) => pattern.test(path));
      return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].toSorted();
    },
  };
}

function patternOf(url: string): RegExp {
  const literal = url.replace(/[.+?^${}|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replace(/:\w+(\([^)]*\))?/g, '[^/]+')}$`);
}
