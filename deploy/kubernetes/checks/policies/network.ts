import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { allOf, nameOf, selects, workloadsOf } from './policy.ts';
import type { Policy, Workload } from './policy.ts';

/** Outside the cluster: for those who call strangers or the payment provider. */
const MAY_LEAVE = new Set(['payments', 'channels', 'notifications']);

export const nobodyTalksByDefault: Policy = (rendered) => {
  const policies = allOf<INetworkPolicy>(rendered, 'NetworkPolicy');
  const closed = (policy: INetworkPolicy): boolean =>
    ['Ingress', 'Egress'].every((type) => policy.spec?.policyTypes?.some((each) => each === type));
  const silent = policies.some(
    ({ spec }) =>
      Object.keys(spec?.podSelector ?? { some: 'pods' }).length === 0 &&
      (spec?.ingress ?? []).length + (spec?.egress ?? []).length === 0,
  );
  return [
    ...(silent ? [] : ['the namespace has no policy that denies everything']),
    ...workloadsOf(rendered)
      .filter(
        ({ labels }) =>
          !policies.some((each) => selects(each.spec?.podSelector, labels) && closed(each) && isOwn(each)),
      )
      .map(({ title }) => `${title} has no policy of its own for both directions`),
  ];
};

function isOwn({ spec }: INetworkPolicy): boolean {
  return Object.keys(spec?.podSelector?.matchLabels ?? {}).length > 0;
}

export const edgesLeadSomewhere: Policy = (rendered) => {
  const workloads = workloadsOf(rendered);
  return allOf<INetworkPolicy>(rendered, 'NetworkPolicy').flatMap((policy) => {
    const own = workloads.filter(({ labels }) => selects(policy.spec?.podSelector, labels));
    const inward = (policy.spec?.ingress ?? []).flatMap(({ ports }) => ports ?? []);
    const missing = inward.filter(
      ({ port }) => typeof port === 'string' && !own.some((each) => listensOn(each, port)),
    );
    return missing.map(
      ({ port }) => `NetworkPolicy ${nameOf(policy)} opens ${port}, where none of its pods listens`,
    );
  });
};

function listensOn({ containers }: Workload, port: string | number): boolean {
  return containers.some(({ ports }) =>
    (ports ?? []).some(({ name, containerPort }) => name === port || containerPort === port),
  );
}

export const fewLeaveTheCluster: Policy = (rendered) =>
  workloadsOf(rendered).flatMap(({ title, labels }) => {
    const blocks = allOf<INetworkPolicy>(rendered, 'NetworkPolicy')
      .filter((policy) => selects(policy.spec?.podSelector, labels))
      .flatMap(({ spec }) => spec?.egress ?? []);
    const open = blocks.some(({ to }) => to === undefined || to.length === 0);
    const outside = blocks.flatMap(({ to }) => to ?? []).flatMap(({ ipBlock }) => (ipBlock ? [ipBlock] : []));
    const mayLeave =
      labels['app.kubernetes.io/component'] === 'service' &&
      MAY_LEAVE.has(labels['app.kubernetes.io/name'] ?? '');
    return [
      ...(open ? [`${title} may talk to everybody`] : []),
      ...(outside.length > 0 && !mayLeave ? [`${title} may leave the cluster`] : []),
      ...outside
        .filter(
          ({ cidr, except }) => cidr === '0.0.0.0/0' && !PRIVATE.every((range) => except?.includes(range)),
        )
        .map(() => `${title} may reach private addresses by their number`),
    ];
  });

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'];
