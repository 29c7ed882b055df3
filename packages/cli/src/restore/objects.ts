/** Of the objects of the cluster, the fields that are read here. */
export interface Metadata {
  readonly name: string;
  readonly creationTimestamp: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface Archived {
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The database, an object of CloudNativePG. */
export interface Cluster {
  readonly metadata: Metadata;
  readonly spec: {
    readonly imageName?: string;
    readonly plugins?: readonly Archived[];
    readonly bootstrap?: {
      readonly recovery?: { readonly recoveryTarget?: { readonly targetTime?: string } };
    };
    readonly externalClusters?: readonly { readonly plugin?: Archived }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly image?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

export interface Backup {
  readonly metadata: Metadata;
  readonly status?: {
    readonly phase?: string;
    readonly stoppedAt?: string;
    readonly majorVersion?: number;
    readonly error?: string;
  };
}

export interface Deployment {
  readonly metadata: Metadata;
  readonly spec: {
    readonly replicas?: number;
    readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } };
  };
  readonly status?: { readonly replicas?: number; readonly updatedReplicas?: number };
}

export interface Autoscaler {
  readonly metadata: Metadata;
  readonly spec: { readonly minReplicas?: number };
}

export interface Job {
  readonly metadata: Metadata;
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** With their groups: other operators have clusters and backups, too. */
export const CLUSTERS = 'clusters.postgresql.cnpg.io';
export const BACKUPS = 'backups.postgresql.cnpg.io';
export const ROUTES = ['httproutes.gateway.networking.k8s.io', 'ingresses.networking.k8s.io'];

export const DATABASE = 'postgres';
export const SERVICES_LABEL = 'app.kubernetes.io/component=service';
export const MIGRATIONS_LABEL = 'app.kubernetes.io/component=migrations';
export const DATABASE_LABEL = `cnpg.io/cluster=${DATABASE}`;

export function hasCondition({ status }: { readonly status?: Job['status'] }, type: string): boolean {
  return status?.conditions?.some((one) => one.type === type && one.status === 'True') ?? false;
}

export const isRestoredTo = (cluster: Cluster, targetTime: string): boolean =>
  cluster.spec.bootstrap?.recovery?.recoveryTarget?.targetTime === targetTime;

/** The archive that it writes; without a parameter it has the name of the Cluster. */
export const archiveOf = ({ spec, metadata }: Cluster): string =>
  spec.plugins?.[0]?.parameters?.['serverName'] ?? metadata.name;

/** The archive that it was restored from. */
export const sourceOf = ({ spec }: Cluster): string | undefined =>
  spec.externalClusters?.[0]?.plugin?.parameters?.['serverName'];

/** `…/postgresql:17.11-…@sha256:…` is 17. */
export function majorOf(image: string | undefined): number | undefined {
  const major = /:(\d+)/.exec(image ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}
