import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { allOf, nameOf } from './policy.ts';
import type { Policy, Rendered } from './policy.ts';

interface EdgeRoute {
  readonly path: string;
  /** Of everything below the path, or of the path alone. */
  readonly match: 'below' | 'exact' | 'unknown';
  readonly service: string;
  readonly port: string | number | undefined;
}

type Destination = readonly [match: 'below' | 'exact', service: string];

/** What strangers reach. A test compares it with the routes of the gateway. */
export const PUBLIC_PATHS: Readonly<Record<string, Destination>> = {
  '/': ['exact', 'gateway'],
  '/v1': ['below', 'gateway'],
  '/problems': ['below', 'gateway'],
  '/docs': ['below', 'gateway'],
  '/widget': ['below', 'gateway'],
  '/console': ['below', 'gateway'],
  '/openapi.json': ['exact', 'gateway'],
  '/reference.json': ['exact', 'gateway'],
  '/llms.txt': ['exact', 'gateway'],
  '/webhooks/stripe': ['exact', 'payments'],
};

/** Never the port of the admin API. Developers reach a service by a port-forward. */
export const edgeRoutesToPublicPorts: Policy = (rendered) => {
  const routes = routesOfGateway(rendered);
  if (rendered.environment === 'development' && routes.length === 0) return [];
  const services = new Map(allOf<IService>(rendered, 'Service').map((service) => [nameOf(service), service]));
  const isPublic = (port: string | number | undefined): boolean =>
    port === 'public' || port === 8080 || port === 'webhooks' || port === 8083;
  return [
    ...Object.entries(PUBLIC_PATHS)
      .filter(
        ([path, destination]) => !routes.some((route) => route.path === path && leads(route, destination)),
      )
      .map(([path, [match, service]]) => `there is no route from ${path} (${match}) to ${service}`),
    ...routes.flatMap((route) => {
      const destination = PUBLIC_PATHS[route.path];
      return destination !== undefined && leads(route, destination)
        ? []
        : [`${route.path} (${route.match}) leads to ${route.service} and should not`];
    }),
    ...routes
      .filter(({ service, port }) => {
        const ports = services.get(service)?.spec?.ports ?? [];
        return !isPublic(port) || !ports.some((each) => each.name === port || each.port === port);
      })
      .map(({ path, service, port }) => `${path} leads to ${service}:${port}, which is no public port`),
  ];
};

function leads(route: EdgeRoute, [match, service]: Destination): boolean {
  return route.match === match && route.service === service;
}

const MATCHES: Readonly<Record<string, EdgeRoute['match']>> = {
  Exact: 'exact',
  PathPrefix: 'below',
};

function routesOfGateway(rendered: Rendered): EdgeRoute[] {
  return allOf<IHTTPRoute>(rendered, 'HTTPRoute').flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ matches, backendRefs, timeouts }) =>
      (matches ?? []).flatMap(({ path }) =>
        (backendRefs ?? []).map(({ name, port }) => ({
          path: timeouts?.request === undefined ? `${path?.value} without a timeout` : (path?.value ?? '/'),
          match: MATCHES[path?.type ?? 'PathPrefix'] ?? 'unknown',
          service: name,
          port,
        })),
      ),
    ),
  );
}
