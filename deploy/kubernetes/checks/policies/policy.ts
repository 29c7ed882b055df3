import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IJob } from 'kubernetes-models/batch/v1';
import type { IContainer, IPodTemplateSpec } from 'kubernetes-models/v1';
import type { ClusterObject } from '../render-overlay.ts';

export type Environment = 'production' | 'development';

export interface Rendered {
  readonly environment: Environment;
  readonly objects: readonly ClusterObject[];
}

/** The violations, object by object. */
export type Policy = (rendered: Rendered) => string[];

export interface Workload {
  /** `Deployment gateway` */
  readonly title: string;
  readonly name: string;
  readonly kind: 'Deployment' | 'Job';
  readonly template: IPodTemplateSpec;
  readonly labels: Readonly<Record<string, string>>;
  readonly containers: readonly IContainer[];
}

/** The objects of a kind, as its model types them; `checkFields` verifies the types. */
export function allOf<T>({ objects }: Rendered, kind: string): T[] {
  return objects.filter((object) => object.kind === kind) as unknown as T[];
}

export function nameOf(object: { metadata?: { name?: string | undefined } | undefined }): string {
  return object.metadata?.name ?? '';
}

export function deploymentsOf(rendered: Rendered): IDeployment[] {
  return allOf<IDeployment>(rendered, 'Deployment');
}

/** Deployments of services, without the emulators of the development overlay. */
export function servicesOf(rendered: Rendered): IDeployment[] {
  return deploymentsOf(rendered).filter(
    ({ metadata }) => metadata?.labels?.['app.kubernetes.io/component'] === 'service',
  );
}

export function workloadsOf(rendered: Rendered): Workload[] {
  const of = (kind: Workload['kind'], object: IDeployment | IJob): Workload[] => {
    const template = object.spec?.template;
    if (template === undefined) return [];
    const name = nameOf(object);
    const labels = template.metadata?.labels ?? {};
    const containers = [...(template.spec?.initContainers ?? []), ...(template.spec?.containers ?? [])];
    return [{ title: `${kind} ${name}`, name, kind, template, labels, containers }];
  };
  return [
    ...deploymentsOf(rendered).flatMap((deployment) => of('Deployment', deployment)),
    ...allOf<IJob>(rendered, 'Job').flatMap((job) => of('Job', job)),
  ];
}

interface Selector {
  matchLabels?: Record<string, string> | undefined;
  matchExpressions?: { key: string; operator: string; values?: string[] | undefined }[] | undefined;
}

/** An empty selector matches everything, a missing one nothing. */
export function selects(selector: Selector | undefined, labels: Readonly<Record<string, string>>): boolean {
  if (selector === undefined) return false;
  const matching = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return matching && (selector.matchExpressions ?? []).every((expression) => holds(expression, labels));
}

function holds(
  { key, operator, values = [] }: NonNullable<Selector['matchExpressions']>[number],
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = labels[key];
  if (operator === 'In') return value !== undefined && values.includes(value);
  if (operator === 'NotIn') return value === undefined || !values.includes(value);
  if (operator === 'Exists') return value !== undefined;
  return value === undefined;
}
