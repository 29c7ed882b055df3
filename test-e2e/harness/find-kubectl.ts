import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const finder = join(import.meta.dirname, '../../deploy/kubernetes/checks/find-kubectl.ts');

/** A real kubectl, which renders overlays; it is downloaded where there is no recent one. */
export function findKubectl(): string {
  const script = `process.stdout.write((await import(${JSON.stringify(finder)})).findKubectl())`;
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 200_000 });
}
