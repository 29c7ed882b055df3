import type { INetworkPolicy, INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1';
import { selects } from './policies/policy.ts';
import type { ClusterObject } from './render-overlay.ts';

export interface Endpoint {
  readonly labels: Readonly<Record<string, string>>;
  readonly port: number;
  /** The port's name in its pod. */
  readonly portName?: string;
}

type Direction = 'Ingress' | 'Egress';

/** Whether the policies of a namespace let a connection between two of its pods through, at both of its ends. */
export function reaches(
  objects: readonly ClusterObject[],
  from: Readonly<Record<string, string>>,
  to: Endpoint,
): boolean {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy') as unknown as INetworkPolicy[];
  return allows(policies, 'Egress', from, to.labels, to) && allows(policies, 'Ingress', to.labels, from, to);
}

/** A pod that no policy of a direction selects is free in it. */
function allows(
  policies: readonly INetworkPolicy[],
  direction: Direction,
  pod: Readonly<Record<string, string>>,
  peer: Readonly<Record<string, string>>,
  { port, portName }: Endpoint,
): boolean {
  const own = policies.filter(
    ({ spec }) =>
      selects(spec?.podSelector, pod) && (spec?.policyTypes ?? []).some((type) => type === direction),
  );
  if (own.length === 0) return true;
  return own.some(({ spec }) => {
    const rules =
      direction === 'Egress'
        ? (spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }))
        : (spec?.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }));
    return rules.some(
      ({ peers, ports }) =>
        (peers === undefined || peers.some((one) => isPodHere(one, peer))) &&
        (ports === undefined || ports.some((one) => one.port === port || one.port === portName)),
    );
  });
}

function isPodHere(
  { podSelector, namespaceSelector, ipBlock }: INetworkPolicyPeer,
  labels: Readonly<Record<string, string>>,
): boolean {
  return ipBlock === undefined && namespaceSelector === undefined && selects(podSelector, labels);
}
