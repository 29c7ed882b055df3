import type { TestProject } from 'vitest/node';
import type { ServersOfARun } from './servers-of-a-run.ts';
import { startServersOfARun } from './servers-of-a-run.ts';

/** Containers with LODGING_TEST_SERVERS=containers, otherwise local programs. */
async function start(): Promise<ServersOfARun> {
  if (process.env['LODGING_TEST_SERVERS'] !== 'containers') return startServersOfARun();
  // Loaded on demand: it is large, and most runs never need it.
  const { startContainersOfARun } = await import('./containers-of-a-run.ts');
  return startContainersOfARun();
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = await start();
  project.provide('lodgingServers', run.servers);
  return () => run.stop();
}
