import type { Stack } from '../../stack/start-stack.ts';
import type { Tenant } from '../../workload/world.ts';
import type { EndState, TenantState } from '../end-state.ts';
import { countDeadlocks } from './count-deadlocks.ts';
import { readDatabase } from './read-database.ts';
import { readProvider } from './read-provider.ts';
import { readPublic } from './read-public.ts';
import { lookUpInStreams } from './read-streams.ts';
import { untilQuiet } from './until-quiet.ts';

interface Seed {
  readonly tenants: readonly Tenant[];
  /** Of earlier seeds on the same product. */
  readonly deadlocksBefore: number;
}

/** Waits for quiet and reads everything that the checker needs. */
export async function collectEndState(stack: Stack, { tenants, deadlocksBefore }: Seed): Promise<EndState> {
  const { postgres, nats } = stack.servers;
  const query = postgres.query.bind(postgres);
  const quiet = await untilQuiet({ query, natsUrl: () => nats.current().url });
  const states: Record<string, TenantState> = {};
  for (const tenant of tenants) {
    const { accountId } = tenant;
    const provider = { providerUrl: stack.providerUrl, providerKey: stack.demo.stripe.secretKey, accountId };
    states[tenant.id] = {
      ...(await readPublic(stack.demo.gatewayUrl, tenant)),
      ...(await readProvider(provider)),
    };
  }
  const database = await readDatabase(
    query,
    tenants.map(({ id }) => id),
  );
  const deadlocks = await countDeadlocks(query);
  return {
    ...quiet,
    deadlocks: deadlocks < deadlocksBefore ? deadlocks : deadlocks - deadlocksBefore,
    tenants: states,
    database: { ...database, outbox: await lookUpInStreams(nats.current().url, database.outbox) },
  };
}
