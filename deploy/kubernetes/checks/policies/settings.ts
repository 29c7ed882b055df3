import type { IConfigMap, IContainer } from 'kubernetes-models/v1';
import { settingsOf } from '../service-settings.ts';
import type { KnownSetting } from '../service-settings.ts';
import { allOf, nameOf, servicesOf, workloadsOf } from './policy.ts';
import type { Policy, Rendered } from './policy.ts';

interface GivenSettings {
  /** Settings with their values in the manifests. */
  readonly literals: ReadonlyMap<string, string>;
  readonly fromSecrets: ReadonlySet<string>;
}

export const settingsAreComplete: Policy = (rendered) =>
  servicesOf(rendered).flatMap((deployment) => {
    const name = nameOf(deployment);
    const known = settingsOf(name);
    const given = settingsGivenTo(rendered, deployment.spec?.template.spec?.containers[0]);
    const names = [...given.literals.keys(), ...given.fromSecrets];
    return [
      ...names.filter((each) => !known.has(each)).map((each) => `${name} does not read the setting ${each}`),
      ...[...known]
        .filter(([each, { required }]) => required && !names.includes(each))
        .map(([each]) => `${name} requires ${each}`),
      ...[...given.literals].flatMap(([each, value]) => {
        const problem = known.get(each)?.problemOf(value);
        return problem === undefined ? [] : [`${name}: ${each} ${problem}`];
      }),
    ];
  });

/** The job reads this setting only. */
export const migrationsGetTheirDatabaseOnly: Policy = (rendered) =>
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

export const manifestsHaveNoSecrets: Policy = (rendered) => [
  ...rendered.objects
    .filter(({ kind }) => kind === 'Secret')
    .map(({ metadata }) => `Secret ${metadata.name} is checked in`),
  ...servicesOf(rendered).flatMap((deployment) => {
    const name = nameOf(deployment);
    const { literals } = settingsGivenTo(rendered, deployment.spec?.template.spec?.containers[0]);
    const known = settingsOf(name);
    return [...literals]
      .filter(([each, value]) => isSecret(known.get(each), value))
      .map(([each]) => `${name}: ${each} is a secret in clear`);
  }),
];

function isSecret(setting: KnownSetting | undefined, value: string): boolean {
  return setting?.secret === true || /\/\/[^@/\s]+@/.test(value);
}

/** Ports are declared twice: as settings of the service and as ports of the container. */
export const portsMatchSettings: Policy = (rendered) =>
  servicesOf(rendered).flatMap((deployment) => {
    const container = deployment.spec?.template.spec?.containers[0];
    const { literals } = settingsGivenTo(rendered, container);
    const given = ['HEALTH_PORT', 'PORT', 'ADMIN_PORT', 'WEBHOOK_PORT'].flatMap(
      (each) => literals.get(each) ?? [],
    );
    const named = (container?.ports ?? []).map(({ containerPort }) => String(containerPort));
    const name = nameOf(deployment);
    return [
      ...(given.toSorted().join() === named.toSorted().join()
        ? []
        : [`${name} listens on ${given}, and declares ${named}`]),
      ...(literals.get('HOST') === '0.0.0.0' ? [] : [`${name} listens on the loopback interface only`]),
    ];
  });

/** What is dropped at the first service cannot be kept by the collector, which decides on complete traces. */
export const collectorsDecideOnTraces: Policy = (rendered) =>
  servicesOf(rendered).flatMap((deployment) => {
    const container = deployment.spec?.template.spec?.containers[0];
    const { literals } = settingsGivenTo(rendered, container);
    const exports = literals.has('OTEL_EXPORTER_OTLP_ENDPOINT');
    return !exports || literals.get('TRACE_SAMPLE_RATIO') === '1'
      ? []
      : [`${nameOf(deployment)} drops traces that its collector would keep`];
  });

function settingsGivenTo(rendered: Rendered, container: IContainer | undefined): GivenSettings {
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
