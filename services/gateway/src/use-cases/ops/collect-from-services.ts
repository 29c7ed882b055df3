import type { GatewayDeps } from '../../ports/deps.ts';
import type { OpsClient, ServiceAnswer } from '../../ports/ops.ts';

export type CollectDeps = Pick<GatewayDeps, 'services'>;

export interface UnreachedService {
  readonly service: string;
  readonly why: string;
}

export interface Collected<T> {
  readonly answers: { readonly service: string; readonly value: T }[];
  readonly unreached: UnreachedService[];
}

/** Calls all services in parallel. A service that refuses the request counts as unreached. */
export async function collectFromServices<T>(
  { services }: CollectDeps,
  call: (service: OpsClient) => Promise<ServiceAnswer<T>>,
): Promise<Collected<T>> {
  const collected: Collected<T> = { answers: [], unreached: [] };
  for (const { service, answer } of await callServices(services, call)) {
    if (!answer.reached) collected.unreached.push({ service, why: answer.why });
    else if (answer.result.ok) collected.answers.push({ service, value: answer.result.value });
    else collected.unreached.push({ service, why: answer.result.refusal.detail });
  }
  return collected;
}

export function callServices<T>(
  services: readonly OpsClient[],
  call: (service: OpsClient) => Promise<ServiceAnswer<T>>,
): Promise<{ service: string; answer: ServiceAnswer<T> }[]> {
  return Promise.all(
    services.map(async (client) => ({ service: client.service, answer: await call(client) })),
  );
}
