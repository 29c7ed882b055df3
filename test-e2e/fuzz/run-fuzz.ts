import type { Demo } from '../harness/demo.ts';
import { createRandom } from '../harness/random.ts';
import type { Random } from '../harness/random.ts';
import { makeFuzzTenant } from './fill-pool.ts';
import { differences, openFingerprint } from './fingerprint.ts';
import type { Fingerprint } from './fingerprint.ts';
import { hostileRequest } from './hostile-request.ts';
import type { HostileRequest, Target } from './hostile-request.ts';
import { findFaults } from './find-faults.ts';
import { readOperations } from './operations.ts';
import type { Operation } from './operations.ts';
import { send } from './send.ts';
import type { Outcome } from './send.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Only operations whose name contains this. */
  readonly operation?: string;
}

export interface FuzzReport {
  readonly operations: number;
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly findings: readonly string[];
}

interface Run {
  readonly baseUrl: string;
  readonly random: Random;
  readonly target: Target;
  readonly foreignMarker: string;
  readonly own: Fingerprint;
  readonly statuses: Map<number, number>;
  readonly findings: string[];
  requests: number;
}

/** Every operation in turn, in a new order each time, until the time is over. */
export async function runFuzz(
  demo: Demo,
  { seed, seconds, operation = '' }: FuzzOptions,
): Promise<FuzzReport> {
  const random = createRandom(seed);
  const foreignMarker = `foreign${random.uuid().slice(0, 8)}`;
  const [mine, other] = [await makeFuzzTenant(demo, 'own'), await makeFuzzTenant(demo, foreignMarker)];
  const own = await openFingerprint(demo.postgresUrl, mine.tenantIds);
  const foreign = await openFingerprint(demo.postgresUrl, other.tenantIds);
  const target = { own: mine.pool, foreign: other.pool, credentials: mine.credentials };
  const run: Run = {
    baseUrl: demo.gatewayUrl,
    random,
    target,
    foreignMarker,
    own,
    statuses: new Map(),
    findings: [],
    requests: 0,
  };
  const operations = (await readOperations(demo.gatewayUrl)).filter(({ name }) => name.includes(operation));
  const foreignBefore = await foreign.settle();
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    for (const one of shuffled(random, operations)) await fuzzOperation(run, one);
  }
  for (const table of differences(foreignBefore, await foreign.settle())) {
    run.findings.push(`rows of another tenant changed in ${table}`);
  }
  await Promise.all([own.close(), foreign.close()]);
  return { ...run, operations: operations.length };
}

/** A few requests of one operation; now and then the same one three times at once. */
async function fuzzOperation(run: Run, operation: Operation): Promise<void> {
  let before = await run.own.settle();
  for (let round = 0; round < 5; round += 1) {
    const request = hostileRequest(run.random, run.target, operation);
    const times = run.random.chance(10) ? 3 : 1;
    const outcomes = await Promise.all(Array.from({ length: times }, () => send(run.baseUrl, request)));
    for (const outcome of outcomes) await take(run, operation, request, outcome);
    if (operation.method !== 'GET' && !outcomes.every(isRefusal)) {
      before = await run.own.settle();
      continue;
    }
    for (const table of differences(before, await run.own.take())) {
      const kind = operation.method === 'GET' ? 'a read' : 'a refused request';
      run.findings.push(`${kind} changed ${table}: ${describe(request, outcomes[0])}`);
      before = await run.own.settle();
    }
  }
}

async function take(run: Run, operation: Operation, request: HostileRequest, outcome: Outcome) {
  run.requests += 1;
  const status = outcome.kind === 'answer' ? outcome.status : 0;
  run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
  for (const fault of await findFaults(run, operation, request, outcome)) {
    run.findings.push(`${fault}: ${describe(request, outcome)}`);
  }
  if (outcome.kind === 'answer' && status < 300 && outcome.type.includes('json')) {
    run.target.own.harvest(request.path, JSON.parse(outcome.text));
  }
}

function isRefusal(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.status >= 400;
}

function shuffled<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: random.int(0, 1 << 30) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

function describe({ method, path, headers, bytes }: HostileRequest, outcome: Outcome | undefined): string {
  const { authorization: _, ...shown } = headers;
  const status = outcome?.kind === 'answer' ? outcome.status : 'none';
  const body = bytes === undefined ? '' : ` ${bytes.toString().slice(0, 400)}`;
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(shown).slice(0, 300)}${body} → ${status}`;
}
