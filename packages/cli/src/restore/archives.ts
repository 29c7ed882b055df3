import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failed } from '../failure.ts';
import { archiveOf, isRestoredTo, sourceOf } from './objects.ts';
import type { Cluster } from './objects.ts';

const RECOVERY = 'deploy/kubernetes/overlays/recovery/kustomization.yaml';
const PRODUCTION = 'deploy/kubernetes/overlays/production/data/kustomization.yaml';
const TARGET = /^(\s+targetTime: )'([^']*)'$/m;
const READS = /^(\s+serverName: )(\S+)$/m;
const WRITES = /^(\s+- op: add\n\s+path: \/spec\/plugins\/0\/parameters\/serverName\n\s+value: )(\S+)$/m;

/** What the overlays say: to which moment, from which archive, and which archive the new cluster writes. */
export interface Archives {
  readonly targetTime: string;
  readonly reads: string;
  readonly writes: string;
}

/** The nearest checkout above a directory. */
export function findCheckout(from: string): string {
  if (existsSync(join(from, RECOVERY))) return from;
  const above = dirname(from);
  if (above === from)
    throw failed(
      `There is no ${RECOVERY} here or above: run it in a checkout of the release that is deployed.`,
    );
  return findCheckout(above);
}

export async function readArchives(checkout: string): Promise<Archives> {
  const [recovery, production] = await Promise.all([
    readFile(join(checkout, RECOVERY), 'utf8'),
    readFile(join(checkout, PRODUCTION), 'utf8'),
  ]);
  return {
    targetTime: valueOf(recovery, TARGET, RECOVERY),
    reads: valueOf(recovery, READS, RECOVERY),
    writes: valueOf(production, WRITES, PRODUCTION),
  };
}

/** The names of the files that were changed. */
export async function writeArchives(checkout: string, archives: Archives): Promise<string[]> {
  const { targetTime, reads, writes } = archives;
  const changed = await Promise.all([
    edit(checkout, RECOVERY, (text) =>
      text.replace(TARGET, `$1'${targetTime}'`).replace(READS, `$1${reads}`),
    ),
    edit(checkout, PRODUCTION, (text) => text.replace(WRITES, `$1${writes}`)),
  ]);
  return changed.flat();
}

async function edit(checkout: string, path: string, change: (text: string) => string): Promise<string[]> {
  const file = join(checkout, path);
  const text = await readFile(file, 'utf8');
  const next = change(text);
  if (next === text) return [];
  await writeFile(file, next);
  return [path];
}

function valueOf(text: string, pattern: RegExp, path: string): string {
  const value = pattern.exec(text)?.[2];
  if (value === undefined) throw failed(`${path} has another form than this program knows.`);
  return value;
}

/** The previous archive is read and never written, so the new one is counted up: postgres, postgres-1, postgres-2. */
export function archivesFor(files: Archives, cluster: Cluster | undefined, targetTime: string): Archives {
  if (cluster === undefined) {
    // An earlier run has deleted the cluster, or everything is gone.
    if (files.targetTime === targetTime) return files;
    return { targetTime, reads: files.writes, writes: counted(files.writes) };
  }
  const written = archiveOf(cluster);
  if (!isRestoredTo(cluster, targetTime)) return { targetTime, reads: written, writes: counted(written) };
  return { targetTime, reads: sourceOf(cluster) ?? files.reads, writes: written };
}

export function counted(name: string): string {
  const [, stem = name, number = '0'] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  return `${stem}-${Number(number) + 1}`;
}

/** As Postgres and the operator read it, in UTC. */
export const targetTimeOf = (moment: Temporal.Instant): string =>
  moment.toString().replace('T', ' ').replace('Z', '+00');
