import { failed } from '../failure.ts';
import type { Programs } from '../programs.ts';

export interface Kubectl {
  /** As it can be typed, for the plan. */
  readonly prefix: string;
  /** What it printed; a failure has its message. */
  readonly run: (args: readonly string[], input?: string) => Promise<string>;
  /** Undefined where there is no such object. */
  readonly find: <T>(kind: string, name: string) => Promise<T | undefined>;
  /** None where the cluster does not know the kind. */
  readonly list: <T>(kind: string, selector?: string) => Promise<readonly T[]>;
  readonly render: (directory: string) => Promise<string>;
  /** A port of this machine that leads to a Service, until `stop`. */
  readonly forward: (service: string, port: number) => Promise<{ port: number; stop: () => void }>;
}

const UNKNOWN_KIND = /the server doesn't have a resource type|no matches for kind/;

export function kubectlOf(
  programs: Programs,
  { context, namespace }: { readonly context?: string | undefined; readonly namespace: string },
): Kubectl {
  const where = [...(context === undefined ? [] : ['--context', context]), '--namespace', namespace];
  const whole = async (args: readonly string[], input?: string) =>
    programs.run('kubectl', [...where, ...args], input);
  const run: Kubectl['run'] = async (args, input) => {
    const { code, out, notes } = await whole(args, input);
    if (code !== 0)
      throw failed(`kubectl ${args.join(' ')} ended with ${code}: ${notes.trim() || out.trim()}`);
    return out;
  };
  return {
    prefix: ['kubectl', ...where].join(' '),
    run,
    async find<T>(kind: string, name: string) {
      const out = await run(['get', kind, name, '--ignore-not-found', '--output=json']);
      return out.trim() === '' ? undefined : (JSON.parse(out) as T);
    },
    async list<T>(kind: string, selector?: string) {
      const labels = selector === undefined ? [] : [`--selector=${selector}`];
      const { code, out, notes } = await whole(['get', kind, ...labels, '--output=json']);
      if (code !== 0 && UNKNOWN_KIND.test(notes)) return [];
      if (code !== 0) throw failed(`kubectl get ${kind} ended with ${code}: ${notes.trim()}`);
      return (JSON.parse(out) as { items: T[] }).items;
    },
    render: (directory) => run(['kustomize', directory]),
    async forward(service, port) {
      const args = [...where, 'port-forward', `service/${service}`, `:${port}`];
      const { firstLine, stop } = await programs.start('kubectl', args).catch((error: unknown) => {
        throw failed(error instanceof Error ? error.message : String(error));
      });
      const local = /127\.0\.0\.1:(\d+)/.exec(firstLine)?.[1];
      if (local !== undefined) return { port: Number(local), stop };
      stop();
      throw failed(`kubectl port-forward printed ${firstLine}`);
    },
  };
}
