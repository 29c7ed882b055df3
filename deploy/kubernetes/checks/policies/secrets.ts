import type { IExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1beta1';
import { allOf, nameOf, workloadsOf } from './policy.ts';
import type { Rendered } from './policy.ts';

/** Secret → keys. */
export type AvailableSecrets = ReadonlyMap<string, ReadonlySet<string>>;

export function secretsOfStore(rendered: Rendered): AvailableSecrets {
  return new Map(
    allOf<IExternalSecret>(rendered, 'ExternalSecret').map((external) => {
      const { target, data = [] } = external.spec ?? {};
      const keys = Object.keys(target?.template?.data ?? {});
      return [
        target?.name ?? nameOf(external),
        new Set(keys.length > 0 ? keys : data.map(({ secretKey }) => secretKey)),
      ];
    }),
  );
}

export function missingSecrets(rendered: Rendered, made: AvailableSecrets): string[] {
  return workloadsOf(rendered).flatMap(({ title, containers }) =>
    containers
      .flatMap(({ env }) => env ?? [])
      .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
      .filter(({ name = '', key }) => made.get(name)?.has(key) !== true)
      .map(({ name, key }) => `${title} reads ${key} of the Secret ${name}, which does not exist`),
  );
}
