import { spawn } from 'node:child_process';
import type { Lodging } from '../harness/lodging.ts';
import { anotherProcess } from '../harness/lodging.ts';
import type { ArchivedPostgres } from './archived-postgres.ts';
import type { KubectlCall } from './kubectl-emulator.ts';

interface Named {
  readonly metadata: { readonly name: string; readonly creationTimestamp: string };
  readonly [field: string]: unknown;
}
type Answer = string | { readonly code: number; readonly notes: string };

const SERVICES = ['gateway', 'inventory', 'reservations', 'payments', 'channels', 'notifications'];
const refused = (notes: string): Answer => ({ code: 1, notes });
/** `clusters.postgresql.cnpg.io` is cluster. */
const shortKind = (word: string): string => (word.split('.')[0] ?? '').replace(/s$/, '');
const now = (): string => Temporal.Now.instant().toString({ smallestUnit: 'second' });
const named = (name: string, fields: object = {}): Named => ({
  metadata: { name, creationTimestamp: now() },
  ...fields,
});
const text = (pattern: RegExp, from: string): string => pattern.exec(from)?.[1] ?? '';

/**
 * What `kubectl` would reach, over the processes of a local stack: deleting the cluster deletes the files of Postgres,
 * a recovery is one from a base backup and the log, scaling to none freezes a service. Migrations are not run: the
 * schema of the backup is the present one.
 */
export class EmulatedCluster {
  /** Every command that changed something, in its order. */
  readonly changes: string[] = [];
  /** The next command that begins like this fails once, as when the connection breaks. */
  failOnce: string | undefined;
  readonly #objects = new Map<string, Map<string, Named>>();
  readonly #frozen = new Map<string, number>();

  readonly #lodging: Lodging;
  readonly #database: ArchivedPostgres;
  readonly #kubectl: string;

  /** `kubectl` is a real one, which renders the overlays. */
  constructor(lodging: Lodging, database: ArchivedPostgres, kubectl: string) {
    [this.#lodging, this.#database, this.#kubectl] = [lodging, database, kubectl];
    this.#put('cluster', this.#cluster({ writes: 'postgres' }));
    this.#put('httproute', named('lodging'));
    this.#put('secret', named('gateway', { data: { ADMIN_TOKEN: btoa(lodging.demo.adminToken) } }));
    for (const name of SERVICES) this.#deploy(name, 2);
    for (const name of SERVICES) this.#put('hpa', named(name, { spec: { minReplicas: 2 } }));
  }

  /** As the nightly one. */
  async backUp(name: string): Promise<void> {
    await this.#database.backUp();
    const status = { phase: 'completed', stoppedAt: now(), majorVersion: 17 };
    this.#put('backup', named(name, { status }));
  }

  has = (kind: string, name: string): boolean => this.#of(kind).has(name);

  async handle({ args, input }: KubectlCall): Promise<Answer> {
    const words = args.filter(
      (word, index) =>
        !['--context', '--namespace'].some((flag) => flag === word || flag === args[index - 1]),
    );
    const [verb = '', ...rest] = words;
    if (this.failOnce !== undefined && words.join(' ').startsWith(this.failOnce)) {
      this.failOnce = undefined;
      return refused('error: lost connection to the server');
    }
    if (verb === 'kustomize') return this.#render(rest[0] ?? '');
    if (verb === 'get') return this.#get(rest);
    if (verb === 'rollout') return this.#rollout(rest[1] ?? '');
    if (verb === 'port-forward')
      return `Forwarding from 127.0.0.1:${new URL(this.#lodging.demo.adminUrl).port} -> 8081`;
    this.changes.push(words.join(' '));
    if (verb === 'delete') return this.#delete(rest);
    if (verb === 'scale') return this.#scale(rest);
    if (verb === 'apply') return this.#apply(rest, input);
    return refused(`there is no ${verb} here`);
  }

  #of = (kind: string): Map<string, Named> =>
    this.#objects.get(kind) ?? this.#objects.set(kind, new Map()).get(kind) ?? new Map();
  #put = (kind: string, object: Named): void => void this.#of(kind).set(object.metadata.name, object);

  #cluster({
    writes,
    recovery,
  }: {
    writes: string;
    recovery?: { targetTime: string; reads: string };
  }): Named {
    const parameters = (serverName: string) => ({ parameters: { barmanObjectName: 'postgres', serverName } });
    const { targetTime, reads } = recovery ?? { targetTime: '', reads: '' };
    return named('postgres', {
      spec: {
        imageName: 'postgresql:17.11',
        plugins: [parameters(writes)],
        ...(recovery && {
          bootstrap: { recovery: { recoveryTarget: { targetTime } } },
          externalClusters: [{ plugin: parameters(reads) }],
        }),
      },
      status: { phase: 'Cluster in healthy state', conditions: [{ type: 'Ready', status: 'True' }] },
    });
  }

  #deploy(name: string, replicas: number): void {
    const containers = [{ image: `registry.example/lodging/${name}:1.0.0` }];
    const status = { replicas, updatedReplicas: replicas };
    this.#put('deploy', named(name, { spec: { replicas, template: { spec: { containers } } }, status }));
  }

  #get([kind = '', name]: readonly string[]): Answer {
    const objects = this.#of(shortKind(kind));
    if (name !== undefined && !name.startsWith('--')) {
      const object = objects.get(name);
      return object === undefined ? '' : JSON.stringify(object);
    }
    return JSON.stringify({ items: [...objects.values()] });
  }

  async #delete([word = '', name = '']: readonly string[]): Promise<Answer> {
    const kind = shortKind(word);
    if (kind === 'cluster' && this.has(kind, name)) await this.#database.destroy();
    if (name.startsWith('--selector')) this.#of(kind).clear();
    else this.#of(kind).delete(name);
    return 'deleted';
  }

  async #scale(words: readonly string[]): Promise<Answer> {
    const replicas = Number(words.at(-1)?.split('=')[1]);
    const { services } = await this.#lodging.reread();
    for (const word of words.slice(0, -1)) {
      const name = word.split('/')[1] ?? '';
      const pid = this.#frozen.get(name) ?? services[name]?.pid ?? 0;
      // The supervisor of a local stack starts a killed service again at once.
      process.kill(pid, replicas === 0 ? 'SIGSTOP' : 'SIGKILL');
      this.#frozen.set(name, pid);
      this.#deploy(name, replicas);
    }
    return 'scaled';
  }

  async #rollout(target: string): Promise<Answer> {
    const name = target.split('/')[1] ?? '';
    await anotherProcess(this.#lodging, name, this.#frozen.get(name) ?? 0);
    return 'rolled out';
  }

  async #apply([flag = '', from = '']: readonly string[], input: string): Promise<Answer> {
    if (flag === '--filename') {
      const { metadata } = JSON.parse(input) as Named;
      await this.backUp(metadata.name);
      return 'created';
    }
    if (from.endsWith('/recovery')) await this.#recover(await this.#render(from));
    if (from.endsWith('/migrations'))
      for (const name of SERVICES)
        this.#put(
          'job',
          named(`${name}-migrations`, { status: { conditions: [{ type: 'Complete', status: 'True' }] } }),
        );
    if (from.endsWith('/platform')) this.#put('httproute', named('lodging'));
    return 'applied';
  }

  async #recover(rendered: string): Promise<void> {
    const targetTime = text(/^\s+targetTime: "?'?([^'"\n]+)/m, rendered);
    const [reads = '', writes = ''] = [...rendered.matchAll(/^\s+serverName: (\S+)$/gm)].map(
      ([, name]) => name ?? '',
    );
    await this.#database.recover({ targetTime, reads, writes });
    this.#put('cluster', this.#cluster({ writes, recovery: { targetTime, reads } }));
  }

  #render(directory: string): Promise<string> {
    const child = spawn(this.#kubectl, ['kustomize', directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 ? resolve(out) : reject(new Error(`kustomize ended with ${code}`)),
      );
    });
  }
}
