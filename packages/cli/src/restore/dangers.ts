import { counted } from './archives.ts';
import type { Archives } from './archives.ts';
import { archiveOf, isRestoredTo, majorOf } from './objects.ts';
import type { Backup, Cluster, Deployment } from './objects.ts';

export interface Facts {
  readonly target: Temporal.Instant;
  readonly targetTime: string;
  readonly now: Temporal.Instant;
  readonly cluster: Cluster | undefined;
  readonly backups: readonly Backup[];
  readonly deployments: readonly Deployment[];
  readonly files: Archives;
  /** Images of `overlays/production/migrations` and of the database, as this checkout renders them. */
  readonly rendered: { readonly services: readonly string[]; readonly database: string | undefined };
  readonly flags: { readonly gitopsSuspended: boolean; readonly bucketChecked: boolean };
}

/** Why the database must not be made again now; none where it may. */
export function dangersOf(facts: Facts): string[] {
  return [
    ...momentDangers(facts),
    ...gitopsDangers(facts),
    ...backupDangers(facts),
    ...imageDangers(facts),
    ...rolloutDangers(facts),
    ...archiveDangers(facts),
  ];
}

const isDone = ({ cluster, targetTime }: Facts): boolean =>
  cluster !== undefined && isRestoredTo(cluster, targetTime);

function momentDangers({ target, now }: Facts): string[] {
  return Temporal.Instant.compare(target, now) > 0 ? [`${target} is in the future.`] : [];
}

/** It would bring the route and the replicas back at once. */
function gitopsDangers({ cluster, flags }: Facts): string[] {
  if (flags.gitopsSuspended) return [];
  const { labels = {}, annotations = {} } = cluster?.metadata ?? {};
  const names = Object.keys({ ...labels, ...annotations });
  const tool = names.some((name) => name.startsWith('kustomize.toolkit.fluxcd.io/'))
    ? 'Flux'
    : names.some((name) => name.startsWith('argocd.argoproj.io/'))
      ? 'Argo CD'
      : undefined;
  return tool === undefined
    ? []
    : [`${tool} reconciles this cluster: suspend it, then repeat with --gitops-suspended.`];
}

function backupDangers(facts: Facts): string[] {
  const { backups, cluster, target, flags } = facts;
  if (isDone(facts) || flags.bucketChecked) return [];
  if (cluster !== undefined && Temporal.Instant.compare(target, cluster.metadata.creationTimestamp) < 0)
    return [
      `${target} is before this cluster was made (${cluster.metadata.creationTimestamp}): it is in an earlier archive than ${archiveOf(cluster)}.`,
    ];
  return usableBackups(facts).length > 0
    ? []
    : [
        `Of ${backups.length} backups none was completed before ${target}: look into the bucket, then repeat with --bucket-checked.`,
      ];
}

/** Completed before the restore time, into the archive that is read. */
export function usableBackups({ backups, cluster, target }: Facts): readonly Backup[] {
  const madeAt = cluster?.metadata.creationTimestamp;
  return backups.filter(
    ({ status, metadata }) =>
      status?.phase === 'completed' &&
      status.stoppedAt !== undefined &&
      Temporal.Instant.compare(status.stoppedAt, target) <= 0 &&
      (madeAt === undefined || Temporal.Instant.compare(metadata.creationTimestamp, madeAt) >= 0),
  );
}

/** A base backup of one major version does not start under another. */
function imageDangers(facts: Facts): string[] {
  const { cluster, backups, rendered } = facts;
  const next = majorOf(rendered.database);
  if (next === undefined)
    return ['overlays/recovery has no imageName: the operator would choose the version of Postgres.'];
  const now = majorOf(cluster?.status?.image ?? cluster?.spec.imageName);
  const before = backups.map(({ status }) => status?.majorVersion).findLast((major) => major !== undefined);
  const major = now ?? before;
  return major === undefined || major === next
    ? []
    : [`The backups are of Postgres ${major}, and overlays/recovery has ${next}.`];
}

function rolloutDangers({ deployments, rendered }: Facts): string[] {
  const partly = deployments.filter(({ status }) => (status?.updatedReplicas ?? 0) < (status?.replicas ?? 0));
  const images = deployments.flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image));
  const others = [...new Set(images)].filter((image) => !rendered.services.includes(image));
  return [
    ...partly.map(
      ({ metadata }) => `${metadata.name} runs two versions: finish or roll back its rollout first.`,
    ),
    ...(others.length === 0
      ? []
      : [`This checkout is of another release than what runs: ${others.join(', ')}.`]),
  ];
}

/** Of the two, one would write into the archive that the other reads. */
function archiveDangers(facts: Facts): string[] {
  const { cluster, files, targetTime } = facts;
  if (cluster === undefined || isDone(facts)) return [];
  const written = archiveOf(cluster);
  const isEdited = files.targetTime === targetTime && files.writes === counted(written);
  return files.writes === written || isEdited
    ? []
    : [
        `The cluster writes to the archive ${written}, and overlays/production/data says ${files.writes}: use the checkout of what is deployed.`,
      ];
}
