import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkAll } from '../checker/check.ts';
import { collectEndState } from '../checker/collect/collect.ts';
import { countDeadlocks } from '../checker/collect/count-deadlocks.ts';
import type { Violation } from '../checker/evidence.ts';
import { historyOf } from '../history/history.ts';
import type { History } from '../history/history.ts';
import { randomFrom } from '../history/random.ts';
import { openRecorder } from '../history/recorder.ts';
import type { Arena, Fault } from '../nemesis/fault.ts';
import { healAll, runFaults } from '../nemesis/run-nemesis.ts';
import { faultsOfSeed } from '../nemesis/schedule.ts';
import type { Stack } from '../stack/start-stack.ts';
import { openFeedBooth } from '../workload/feed-booth.ts';
import { openReceivers } from '../workload/receivers.ts';
import { runClients } from '../workload/run-clients.ts';
import { setUpTenants } from '../workload/set-up.ts';
import type { WorkloadDeps } from '../workload/world.ts';

export interface SeedToRun {
  readonly stack: Stack;
  readonly seed: number;
  readonly seconds: number;
  /** Instead of the seed's own choice. */
  readonly faults?: readonly Fault[] | undefined;
  /** The history and the end state are written here. */
  readonly directory: string;
  /** Ends the workload before its time. */
  readonly signal: AbortSignal;
}

export interface SeedResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly history: History;
  readonly quietAfterMs: number | null;
  readonly lastLeft: readonly string[];
  readonly tookMs: number;
}

/** One seed on a running stack: clients and faults, healing, quiet, check. */
export async function runSeed({
  stack,
  seed,
  seconds,
  faults,
  directory,
  signal,
}: SeedToRun): Promise<SeedResult> {
  const began = performance.now();
  mkdirSync(directory, { recursive: true });
  const recorder = openRecorder(join(directory, 'history.jsonl'));
  const receivers = await openReceivers(recorder, seed);
  const feeds = await openFeedBooth();
  const gateways = [stack.demo.gatewayUrl];
  const arena: Arena = { stack, gateways, random: randomFrom(seed).fork('nemesis') };
  try {
    const tenants = await setUpTenants({ demo: stack.demo, receivers, feeds, seed });
    recorder.note({
      kind: 'began',
      at: recorder.now(),
      seed,
      seconds,
      tenants: tenants.map(({ secretKey: _secret, publishableKey: _key, known: _known, ...facts }) => facts),
    });
    const { postgres } = stack.servers;
    const deadlocksBefore = await countDeadlocks(postgres.query.bind(postgres));
    const over = new AbortController();
    const { providerUrl } = stack;
    const { stripe, mail } = stack.demo;
    const world: WorkloadDeps = {
      recorder,
      tenants,
      gateways,
      providerUrl,
      providerKey: stripe.secretKey,
      mailUrl: mail.url,
      feeds,
      over: over.signal,
    };
    const untilMs = recorder.now() + seconds * 1000;
    const clients = runClients(world, seed);
    const lane = (name: Fault['lane']): Promise<void> =>
      runFaults({
        arena: { ...arena, random: arena.random.fork(name) },
        recorder,
        untilMs,
        signal,
        faults:
          faults === undefined
            ? faultsOfSeed(seed, seconds, name)
            : faults.filter((fault) => fault.lane === name),
      });
    const time = pause(untilMs - recorder.now(), undefined, { signal }).catch(() => undefined);
    try {
      await Promise.all([lane('machine'), lane('provider'), time]);
      await healAll(arena);
    } finally {
      // The clients write to the recorder until their last turn has ended.
      over.abort();
      await clients;
    }
    const state = await collectEndState(stack, { tenants, deadlocksBefore });
    const history = historyOf(recorder.entries);
    writeFileSync(join(directory, 'end-state.json'), JSON.stringify(state));
    const violations = checkAll({ history, state });
    return {
      seed,
      violations,
      history,
      quietAfterMs: state.quietAfterMs,
      lastLeft: state.lastLeft,
      tookMs: performance.now() - began,
    };
  } finally {
    await Promise.all([receivers.stop(), feeds.stop(), recorder.close()]);
  }
}
