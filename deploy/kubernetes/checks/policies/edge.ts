import type { IConfigMap } from 'kubernetes-models/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { allOf, nameOf } from './policy.ts';
import type { Policy } from './policy.ts';

const FROM_OUTSIDE: Readonly<Record<string, string>> = { gateway: 'public', payments: 'webhooks' };
/** Wider than the pods of a cluster are others, which could then forge the address of their client. */
const WIDEST = { 4: 16, 6: 64 };

/** Where nothing is trusted about addresses, it does not matter who connects. */
export const strangersComeByTheProxies: Policy = (rendered) => {
  if (trustedIn(rendered).length === 0) return [];
  return allOf<INetworkPolicy>(rendered, 'NetworkPolicy').flatMap((policy) => {
    const port = FROM_OUTSIDE[nameOf(policy)];
    const rules = (policy.spec?.ingress ?? []).filter(({ ports }) =>
      (ports ?? []).some((each) => each.port === port),
    );
    return rules
      .filter(({ from = [] }) => !from.length || from.some(({ namespaceSelector: of }) => !of?.matchLabels))
      .map(() => `NetworkPolicy ${nameOf(policy)} opens ${port} to more than the proxies`);
  });
};

export const fewProxiesAreTrusted: Policy = (rendered) =>
  trustedIn(rendered)
    .filter((network) => {
      const [address = '', bits] = network.split('/');
      return bits !== undefined && Number(bits) < WIDEST[address.includes(':') ? 6 : 4];
    })
    .map((network) => `every address of ${network} may name its client`);

function trustedIn(rendered: Parameters<Policy>[0]): string[] {
  return allOf<IConfigMap>(rendered, 'ConfigMap').flatMap(({ data }) =>
    (data?.['TRUSTED_PROXIES'] ?? '').split(',').filter(Boolean),
  );
}

const KEPT: Readonly<Record<string, string>> = {
  'argocd.argoproj.io/sync-options': 'Prune=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};

/** `rollout undo` brings back pods that read the previous settings, under their previous name. */
export const previousSettingsAreKept: Policy = (rendered) =>
  allOf<IConfigMap>(rendered, 'ConfigMap')
    .filter((map) => /-settings-[a-z0-9]{10}$/.test(nameOf(map)))
    .flatMap((map) =>
      Object.entries(KEPT)
        .filter(([key, value]) => map.metadata?.annotations?.[key] !== value)
        .map(([key]) => `ConfigMap ${nameOf(map)} lacks ${key}`),
    );
