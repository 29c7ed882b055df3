import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { allOf, nameOf, selects, workloadsOf } from './policy.ts';
import type { Policy, Workload } from './policy.ts';

/** Services that call external hosts. */
const WITH_EGRESS = new Set(['payments', 'channels', 'notifications']);

export const trafficIsDeniedByDefault: Policy = (rendered) => {
  const policies = allOf<INetworkPolicy>(rendered, 'NetworkPolicy');
  const coversBoth = (policy: INetworkPolicy): boolean =>
    ['Ingress', 'Egress'].every((type) => policy.spec?.policyTypes?.some((each) => each === type));
  const deniesAll = policies.some(
    ({ spec }) =>
      Object.keys(spec?.podSelector ?? { some: 'pods' }).length === 0 &&
      (spec?.ingress ?? []).length + (spec?.egress ?? []).length === 0,
  );
  return [
    ...(deniesAll ? [] : ['the namespace has no policy that denies everything']),
    ...workloadsOf(rendered)
      .filter(
        ({ labels }) =>
          !policies.some(
            (each) => selects(each.spec?.podSelector, labels) && coversBoth(each) && isOwn(each),
          ),
      )
      .map(({ title }) => `${title} has no policy of its own for both directions`),
  ];
};

function isOwn({ spec }: INetworkPolicy): boolean {
  return Object.keys(spec?.podSelector?.matchLabels ?? {}).length > 0;
}

export const openPortsExist: Policy = (rendered) => {
  const workloads = workloadsOf(rendered);
  return allOf<INetworkPolicy>(rendered, 'NetworkPolicy').flatMap((policy) => {
    const own = workloads.filter(({ labels }) => selects(policy.spec?.podSelector, labels));
    const inward = (policy.spec?.ingress ?? []).flatMap(({ ports }) => ports ?? []);
    const missing = inward.filter(
      ({ port }) => typeof port === 'string' && !own.some((each) => listensOn(each, port)),
    );
    return missing.map(
      ({ port }) => `NetworkPolicy ${nameOf(policy)} opens ${port}, which none of its pods has`,
    );
  });
};

function listensOn({ containers }: Workload, port: string | number): boolean {
  return containers.some(({ ports }) =>
    (ports ?? []).some(({ name, containerPort }) => name === port || containerPort === port),
  );
}

export const egressIsRestricted: Policy = (rendered) =>
  workloadsOf(rendered).flatMap(({ title, labels }) => {
    const blocks = allOf<INetworkPolicy>(rendered, 'NetworkPolicy')
      .filter((policy) => selects(policy.spec?.podSelector, labels))
      .flatMap(({ spec }) => spec?.egress ?? []);
    const open = blocks.some(({ to }) => to === undefined || to.length === 0);
    const outside = blocks.flatMap(({ to }) => to ?? []).flatMap(({ ipBlock }) => (ipBlock ? [ipBlock] : []));
    const mayHaveEgress =
      labels['app.kubernetes.io/component'] === 'service' &&
      WITH_EGRESS.has(labels['app.kubernetes.io/name'] ?? '');
    return [
      ...(open ? [`${title} may connect to everything`] : []),
      ...(outside.length > 0 && !mayHaveEgress ? [`${title} has egress from the cluster`] : []),
      ...outside
        .filter(({ cidr, except = [] }) => (PRIVATE[cidr] ?? []).some((range) => !except.includes(range)))
        .map(() => `${title} may connect to private addresses`),
    ];
  });

/** The last of IPv6 leads to IPv4 addresses where the network translates them. */
const PRIVATE: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0/0': ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  '::/0': ['fc00::/7', 'fe80::/10', '64:ff9b::/96'],
};

/** Pods of operators, Postgres for example, are not workloads of the rendered files. */
export const noPolicyOpensAllEgress: Policy = (rendered) =>
  allOf<INetworkPolicy>(rendered, 'NetworkPolicy').flatMap((policy) =>
    (policy.spec?.egress ?? [])
      .filter(({ to = [], ports = [] }) => to.length === 0 || ports.length === 0)
      .map(() => `NetworkPolicy ${nameOf(policy)} lets its pods connect to every address or every port`),
  );
