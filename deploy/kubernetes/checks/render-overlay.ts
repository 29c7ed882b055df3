import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { findKubectl } from './find-kubectl.ts';

export interface ClusterObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

export const kubernetesDirectory = join(import.meta.dirname, '..');

/** `path` is below deploy/kubernetes, or below a copy of it. */
export async function renderOverlay(path: string, home = kubernetesDirectory): Promise<ClusterObject[]> {
  const { stdout } = await promisify(execFile)(findKubectl(), ['kustomize', join(home, path)], {
    maxBuffer: 32 << 20,
    timeout: 20_000,
  });
  return readObjects(stdout);
}

export function readObjects(text: string): ClusterObject[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    const object: unknown = document.toJS();
    if (!isObject(object)) throw new Error(`not an object of a cluster: ${JSON.stringify(object)}`);
    return object;
  });
}

function isObject(value: unknown): value is ClusterObject {
  const { apiVersion, kind, metadata }: Record<string, unknown> = Object(value);
  return (
    typeof apiVersion === 'string' && typeof kind === 'string' && typeof Object(metadata).name === 'string'
  );
}

export function titleOf({ kind, metadata }: ClusterObject): string {
  return `${kind} ${metadata.name}`;
}
