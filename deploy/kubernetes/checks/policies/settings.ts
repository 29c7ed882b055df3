import type { IConfigMap, IContainer } from 'kubernetes-models/v1';
import { settingsOf } from '../service-settings.ts';
import type { KnownSetting } from '../service-settings.ts';
import { allOf, nameOf, servicesOf, workloadsOf } from './policy.ts';
import type { Policy, Rendered } from './policy.ts';

interface Told {
  /** Names with values that stand in the manifests. */
  readonly literals: ReadonlyMap<string, string>;
  readonly fromSecrets: ReadonlySet<string>;
}

export const settingsAreKnownAndWhole: Policy = (rendered) =>
  servicesOf(rendered).flatMap((deployment) => {
    const name = nameOf(deployment);
    const known = settingsOf(name);
    const told = toldTo(rendered, deployment.spec?.template.spec?.containers[0]);
    const names = [...told.literals.keys(), ...told.fromSecrets];
    return [
      ...names.filter((each) => !known.has(each)).map((each) => `${name} does not know the setting ${each}`),
      ...[...known]
        .filter(([each, { required }]) => required && !names.includes(each))
        .map(([each]) => `${name} is not told ${each}`),
      ...[...told.literals].flatMap(([each, value]) => {
        const problem = known.get(each)?.problemOf(value);
        return problem === undefined ? [] : [`${name}: ${each} ${problem}`];
      }),
    ];
  });

/** The job reads one setting; everything else would be there for nothing. */
export const migrationsAreToldTheirDatabase: Policy = (rendered) =>
  workloadsOf(rendered)
    .filter(({ kind }) => kind === 'Job')
    .flatMap(({ title, name, containers }) => {
      const sources = containers.flatMap(({ env }) => env ?? []);
      const [only] = sources;
      const isRight = only?.name === 'MIGRATIONS_URL' && only.valueFrom?.secretKeyRef?.name === name;
      return isRight && sources.length === 1
        ? []
        : [`${title} needs MIGRATIONS_URL from the Secret ${name}, and no more`];
    });

export const secretsStandNowhere: Policy = (rendered) => [
  ...rendered.objects
    .filter(({ kind }) => kind === 'Secret')
    .map(({ metadata }) => `Secret ${metadata.name} is checked in`),
  ...servicesOf(rendered).flatMap((deployment) => {
    const name = nameOf(deployment);
    const { literals } = toldTo(rendered, deployment.spec?.template.spec?.containers[0]);
    const known = settingsOf(name);
    return [...literals]
      .filter(([each, value]) => isSecret(known.get(each), value))
      .map(([each]) => `${name}: ${each} stands in clear`);
  }),
];

function isSecret(setting: KnownSetting | undefined, value: string): boolean {
  return setting?.secret === true || /\/\/[^@/\s]+@/.test(value);
}

/** Where a service listens is said twice, to the service and to the cluster. */
export const portsAreWhatTheServiceIsTold: Policy = (rendered) =>
  servicesOf(rendered).flatMap((deployment) => {
    const container = deployment.spec?.template.spec?.containers[0];
    const { literals } = toldTo(rendered, container);
    const told = ['HEALTH_PORT', 'PORT', 'ADMIN_PORT', 'WEBHOOK_PORT'].flatMap(
      (each) => literals.get(each) ?? [],
    );
    const named = (container?.ports ?? []).map(({ containerPort }) => String(containerPort));
    const name = nameOf(deployment);
    return [
      ...(told.toSorted().join() === named.toSorted().join()
        ? []
        : [`${name} listens on ${told}, and names ${named}`]),
      ...(literals.get('HOST') === '0.0.0.0' ? [] : [`${name} listens to itself alone`]),
    ];
  });

function toldTo(rendered: Rendered, container: IContainer | undefined): Told {
  const maps = new Map(allOf<IConfigMap>(rendered, 'ConfigMap').map((map) => [nameOf(map), map.data ?? {}]));
  const fromMaps = (container?.envFrom ?? []).flatMap(({ configMapRef }) =>
    Object.entries(maps.get(configMapRef?.name ?? '') ?? {}),
  );
  const env = container?.env ?? [];
  return {
    literals: new Map([
      ...fromMaps,
      ...env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])),
    ]),
    fromSecrets: new Set(
      env.flatMap(({ name, valueFrom }) => (valueFrom?.secretKeyRef === undefined ? [] : [name])),
    ),
  };
}
